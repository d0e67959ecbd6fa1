import { amount, syncByCode, type Importing, momentOf } from '#src/server/pack/importing.ts';
import { lecturer, teachingRecord } from './tables.ts';

/** Imports lecturers. @returns ids by code */
export function importLecturers(importing: Importing, people: Map<string, string>): Promise<Map<string, string>> {
  return syncByCode(
    importing,
    'lecturer',
    lecturer,
    importing.pack.lecturers.map((entry, sort) => ({
      code: entry.code,
      userId: people.get(entry.phone),
      lecturerName: entry.lecturerName,
      lecturerLevel: entry.lecturerLevel,
      title: entry.title,
      intro: entry.intro,
      photoFileId: importing.fileId(entry.photo, 'public'),
      annualTeachingHours: amount(entry.annualTeachingHours),
      sort,
    })),
  );
}

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
