import { and, asc, desc, eq } from 'drizzle-orm';
import { lecturer } from '#src/server/db/schema/lecturer.ts';
import type { Context } from '#src/server/http/context.ts';
import { lecturerCard, taughtCourses } from './lecturer-card.ts';

const MOST = 10;

/** Lecturers by annual teaching hours; equal hours share a rank (spec section 7, `rank/list`). */
export async function rankLecturers({ db, tenant }: Context) {
  const taught = taughtCourses(db, tenant.id);
  const rows = await db
    .select({ row: lecturer, courseCount: taught.courseCount })
    .from(lecturer)
    .leftJoin(taught, eq(taught.lecturerId, lecturer.id))
    .where(and(eq(lecturer.enterpriseId, tenant.id), eq(lecturer.published, true)))
    .orderBy(desc(lecturer.annualTeachingHours), asc(lecturer.sort), asc(lecturer.id))
    .limit(MOST);
  const hours = rows.map(({ row }) => row.annualTeachingHours);
  return rows.map((found) => ({ ...lecturerCard(found), rank: hours.indexOf(found.row.annualTeachingHours) + 1 }));
}
