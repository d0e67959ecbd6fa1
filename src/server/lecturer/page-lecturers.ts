import { and, asc, count, eq, ilike, or } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { lecturer } from './tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { lecturerCard, selectLecturers } from './select-lecturers.ts';

type Input = OperationInput<'POST /user/auth/lecturer/info/page'>;

/** Lists published lecturers in the order set by the tenant or by rank. */
export async function pageLecturers(ctx: PublicContext, input: Input) {
  const { db, tenant } = ctx;
  const pattern = input.keyword && likePattern(input.keyword);
  const where = and(
    eq(lecturer.enterpriseId, tenant.id),
    eq(lecturer.published, true),
    input.lecturerLevel ? eq(lecturer.lecturerLevel, input.lecturerLevel) : undefined,
    pattern
      ? or(
          ilike(lecturer.lecturerName, pattern),
          ilike(lecturer.title, pattern),
          ilike(lecturer.lecturerLevel, pattern),
        )
      : undefined,
  );
  const { rows, ranked } = selectLecturers(ctx, where);
  const { limit, offset } = slice(input);
  const own = [asc(lecturer.sort), asc(lecturer.id)];
  const found = await rows
    .orderBy(...(input.sort === 'rank' ? [asc(ranked.rank), ...own] : own))
    .limit(limit)
    .offset(offset);
  return paging(input, await db.$count(lecturer, where), found.map(lecturerCard));
}

/** Lists the levels of published lecturers, with the number of lecturers. */
export async function listLevels({ db, tenant }: PublicContext) {
  return db
    .select({ lecturerLevel: lecturer.lecturerLevel, count: count() })
    .from(lecturer)
    .where(and(eq(lecturer.enterpriseId, tenant.id), eq(lecturer.published, true)))
    .groupBy(lecturer.lecturerLevel)
    .orderBy(asc(lecturer.lecturerLevel))
    .limit(MAX_ITEMS.levels);
}
