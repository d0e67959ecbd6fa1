import { asc } from 'drizzle-orm';
import { lecturer } from '#src/server/db/schema/lecturer.ts';
import type { PublicContext } from '#src/server/http/context.ts';
import { lecturerCard, selectLecturers } from './select-lecturers.ts';

const MOST = 10;

/** Lecturers by annual teaching hours; equal hours share a rank (spec section 7, `rank/list`). */
export async function rankLecturers(ctx: PublicContext) {
  const { rows, ranked } = selectLecturers(ctx);
  const found = await rows.orderBy(asc(ranked.rank), asc(lecturer.sort), asc(lecturer.id)).limit(MOST);
  return found.map(lecturerCard);
}
