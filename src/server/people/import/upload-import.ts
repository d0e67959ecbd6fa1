import { and, desc, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { turns } from '#src/server/core/turns.ts';
import { fileWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import { type FoundSheet, type ImportState, personImport } from '../tables/import.ts';
import type { run } from './read-people.task.ts';

type Ctx = RequestContext & { viewer: Viewer };

export const READ_PEOPLE = defineTask<typeof run>('#src/server/people/import/read-people.task.ts', {
  slow: 'peopleFileTooSlow',
  large: 'peopleFileTooLarge',
});
const LIMIT = { limit: 60, seconds: 3600 };
/** Imports of one user that were not applied: older ones are deleted with the next file, each may have 200,000 rows. */
const MAX_UNAPPLIED = 4;
const UNAPPLIED: ImportState[] = ['waiting', 'planning', 'planned'];
const DEFAULTS = { emptyClears: false, keepEdited: true, refuseNew: false, allMissing: false };

/**
 * Stores a file of people with the first rows of its sheets. Of earlier ones that the user has not applied the newest stay, also those in other tabs.
 * @throws AppError 413, 415, 422 when the file cannot be read, with what to do; 429
 */
export async function uploadImport(ctx: Ctx, { file }: OperationInput<'POST /people/auth/import/upload'>) {
  const { tenant, viewer, now, locale } = ctx;
  await takeTry(`people-import:${viewer.userId}`, LIMIT);
  const bytes = await bytesOf(file);
  const stored = Buffer.from(bytes);
  const options = { owner: tenant.id, signal: ctx.signal(), transfer: [bytes.buffer] };
  const { sheets } = (await fileWork.run(READ_PEOPLE, { bytes }, options)) as { sheets: FoundSheet[] };
  const visible = sheets.findIndex(({ hidden, top }) => !hidden && top.length > 0);
  return withTenant(tenant.id, async (db) => {
    const { enterpriseId, id, userId, state, source } = personImport;
    const own = and(eq(enterpriseId, tenant.id), eq(userId, viewer.userId), isNull(source));
    const newest = db
      .select({ id })
      .from(personImport)
      .where(and(own, inArray(state, UNAPPLIED)))
      .orderBy(desc(id))
      .limit(MAX_UNAPPLIED);
    await db.delete(personImport).where(and(own, inArray(state, UNAPPLIED), notInArray(id, newest)));
    const [row] = await db
      .insert(personImport)
      .values({
        ...{ enterpriseId: tenant.id, userId: viewer.userId, locale, file: stored, sheets, gmtCreate: now() },
        ...{
          fileName: file.name.slice(-200).toWellFormed() || 'people',
          sheet: Math.max(0, visible),
          options: DEFAULTS,
        },
        scope: scopeOf(viewer, 'people.write'),
      })
      .returning({ id: personImport.id });
    return { id: row!.id };
  });
}

/** Reads a file piece by piece, so that others run meanwhile. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.size);
  const turn = turns();
  let at = 0;
  for await (const piece of file.stream()) {
    bytes.set(piece, at);
    at += piece.length;
    await turn();
  }
  return bytes;
}
