import { teachingRecord } from '#src/server/lecturer/tables.ts';
import { amount, momentOf, syncByCode, type Importing } from '#src/server/pack/importing.ts';

/** Imports the teaching records of the lecturers. */
export async function importTeachingRecords(
  importing: Importing,
  lecturers: ReadonlyMap<string, string>,
  courses: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = importing.pack.lecturers.flatMap((lecturer) =>
    lecturer.teachingRecords.map(({ code, title, course, taughtAt, classHours, place, attendeeCount }) => ({
      code,
      lecturerId: lecturers.get(lecturer.code)!,
      title,
      courseId: course ? courses.get(course)! : null,
      taughtAt: momentOf(importing, taughtAt),
      classHours: amount(classHours),
      place,
      attendeeCount,
    })),
  );
  await syncByCode(importing, 'teachingRecord', teachingRecord, rows);
}
