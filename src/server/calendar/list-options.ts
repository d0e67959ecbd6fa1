import { and, asc, eq, exists, isNull, or, sql } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { Context } from '#src/server/core/context.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { trainingRoom } from '#src/server/training/tables.ts';

/** Returns what the filters and forms of the calendar offer, by name. */
export async function listOptions({ db, tenant }: Context) {
  const lecturers = await db
    .select({ id: lecturer.id, name: lecturer.lecturerName })
    .from(lecturer)
    .where(eq(lecturer.enterpriseId, tenant.id))
    .orderBy(asc(lecturer.lecturerName), asc(lecturer.id))
    .limit(MAX_ITEMS.rooms);
  const rooms = await db
    .select()
    .from(trainingRoom)
    .where(and(eq(trainingRoom.enterpriseId, tenant.id), isNull(trainingRoom.deletedAt)))
    .orderBy(asc(trainingRoom.name), asc(trainingRoom.id))
    .limit(MAX_ITEMS.rooms);
  const offline = db
    .select({ one: sql`1` })
    .from(courseResource)
    .where(
      and(
        eq(courseResource.enterpriseId, course.enterpriseId),
        eq(courseResource.courseId, course.id),
        eq(courseResource.contentType, 6),
      ),
    );
  const courses = await db
    .select({ id: course.id, name: course.title })
    .from(course)
    .where(and(eq(course.enterpriseId, tenant.id), or(eq(course.courseType, 3), exists(offline))))
    .orderBy(asc(course.title), asc(course.id))
    .limit(MAX_ITEMS.rooms);
  return { lecturers, rooms, courses };
}
