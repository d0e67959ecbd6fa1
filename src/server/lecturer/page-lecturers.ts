import { and, asc, eq, ilike, or } from 'drizzle-orm';
import { paging, slice } from '#src/server/db/paging.ts';
import { lecturer } from '#src/server/db/schema/lecturer.ts';
import type { PublicContext } from '#src/server/http/context.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import { lecturerCard, taughtCourses } from './lecturer-card.ts';

/** Published lecturers of this tenant, in its own order (spec section 7, lecturers). */
export async function pageLecturers(
  { db, tenant }: PublicContext,
  input: { pageCurrent: number; pageSize: number; keyword?: string },
) {
  const pattern = input.keyword && likePattern(input.keyword);
  const where = and(
    eq(lecturer.enterpriseId, tenant.id),
    eq(lecturer.published, true),
    pattern
      ? or(
          ilike(lecturer.lecturerName, pattern),
          ilike(lecturer.title, pattern),
          ilike(lecturer.lecturerLevel, pattern),
        )
      : undefined,
  );
  const taught = taughtCourses(db, tenant.id);
  const { limit, offset } = slice(input);
  const rows = await db
    .select({ row: lecturer, courseCount: taught.courseCount })
    .from(lecturer)
    .leftJoin(taught, eq(taught.lecturerId, lecturer.id))
    .where(where)
    .orderBy(asc(lecturer.sort), asc(lecturer.id))
    .limit(limit)
    .offset(offset);
  return paging(input, await db.$count(lecturer, where), rows.map(lecturerCard));
}
