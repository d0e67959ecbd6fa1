import { asc } from 'drizzle-orm';
import { lecturer } from './tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { lecturerCard, selectLecturers } from './select-lecturers.ts';

/** Lists lecturers by annual teaching hours; equal hours share a rank. */
export async function rankLecturers(ctx: PublicContext) {
  const { rows, ranked } = selectLecturers(ctx);
  const found = await rows.orderBy(asc(ranked.rank), asc(lecturer.sort), asc(lecturer.id)).limit(MAX_ITEMS.ranked);
  return found.map(lecturerCard);
}
