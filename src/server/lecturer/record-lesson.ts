import { sql } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { teachingRecord } from './tables.ts';

type Lesson = {
  lessonId: string;
  title: string;
  courseId: string;
  place: string;
  taughtAt: Date;
  hours: number;
  attendeeCount: number;
};

/** Notes a lesson of the portal for each of its lecturers; repeated, the records get the present figures. */
export async function recordLesson({ db, tenant }: Context, lecturerIds: string[], lesson: Lesson): Promise<void> {
  if (lecturerIds.length === 0) return;
  const { lessonId, hours, ...values } = lesson;
  const rows = lecturerIds.map((lecturerId) => ({
    ...{ ...values, enterpriseId: tenant.id, lecturerId, classHours: hours.toFixed(2) },
    code: `session:${lessonId}:${lecturerId}`,
  }));
  await db
    .insert(teachingRecord)
    .values(rows)
    .onConflictDoUpdate({
      target: [teachingRecord.enterpriseId, teachingRecord.code],
      set: {
        attendeeCount: sql`excluded.attendee_count`,
        title: sql`excluded.title`,
        classHours: sql`excluded.class_hours`,
      },
    });
  await announceChange(db, { enterpriseId: tenant.id, tags: ['lecturer'] });
}
