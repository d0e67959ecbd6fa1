import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { personImport, personImportRow } from '../tables/import.ts';
import { applyRows, type Import, type ImportRow, type Result, type Running } from './apply-rows.ts';
import { importOf } from './find-import.ts';
import { findImporter } from './importer.ts';
import { finishApplying, finishUndoing } from './finish-import.ts';
import { tellImporter } from './tell-importer.ts';
import { undoRows } from './undo-rows.ts';

/** Rows of one transaction. */
export const BATCH = 500;

/**
 * Applies or undoes the next rows of an import in one transaction. After a crash it goes on with the rows that have no result.
 * @returns whether there may be more
 */
export function runImportBatch(enterpriseId: string, id: string, now: () => Date): Promise<boolean> {
  return withTenant(enterpriseId, async (db) => {
    const [stored] = await db.select().from(personImport).where(importOf(enterpriseId, id)).for('update');
    if (stored?.state !== 'applying' && stored?.state !== 'undoing') return false;
    const isUndoing = stored.state === 'undoing';
    const rows = await nextRows(db, stored, isUndoing);
    if (rows.length === 0) {
      await (isUndoing ? finishUndoing : finishApplying)(db, stored, now());
      await db
        .update(personImport)
        .set(isUndoing ? { state: 'undone' } : { state: 'applied', endedAt: now() })
        .where(importOf(enterpriseId, id));
      await tellImporter(db, stored, isUndoing ? 'undone' : stored.failedCount > 0 ? 'partly' : 'done', now());
      // Not only with the next sweep: whoever imports looks at the matrix next.
      await sendJob(db, 'reconcile-requirements', { enterpriseId });
      return false;
    }
    const running = { db, stored, rows, now: now() };
    const results = (await isAllowed(db, stored, isUndoing))
      ? await (isUndoing ? undoRows(running) : applyRows(running))
      : rows.map(({ number }): Result => ({
          number,
          outcome: 'failed',
          note: { text: 'notAllowed' },
          undone: 'failed',
        }));
    await (isUndoing ? storeUndone(running, results) : storeResults(running, results));
    return true;
  });
}

/** New members first: others may report to them. Their own superiors come with the others, when all are there. */
async function nextRows(
  db: TenantDb,
  { enterpriseId, id, disableMissing }: Import,
  isUndoing: boolean,
): Promise<ImportRow[]> {
  const { kind, outcome, undone, number, userId } = personImportRow;
  const read = (where: SQL | undefined) =>
    db
      .select()
      .from(personImportRow)
      .where(and(eq(personImportRow.enterpriseId, enterpriseId), eq(personImportRow.importId, id), where))
      .orderBy(asc(number))
      .limit(BATCH);
  if (isUndoing) return read(and(eq(outcome, 'done'), isNull(undone)));
  const added = await read(and(eq(kind, 'new'), isNull(outcome), isNull(userId)));
  if (added.length > 0) return added;
  return read(
    and(isNull(outcome), or(eq(kind, 'new'), eq(kind, 'changed'), disableMissing ? eq(kind, 'missing') : undefined)),
  );
}

/** Whether the user still has the rights for which the plan was made. */
async function isAllowed(
  db: TenantDb,
  { enterpriseId, userId, undoneBy, scope }: Import,
  isUndoing: boolean,
): Promise<boolean> {
  const holder = await findImporter(db, enterpriseId, isUndoing ? undoneBy! : userId);
  return holder !== undefined && JSON.stringify(scopeOf(holder, 'people.write')) === JSON.stringify(scope);
}

async function storeResults({ db, stored: { enterpriseId, id } }: Running, results: Result[]): Promise<void> {
  const given = JSON.stringify(results);
  await db.execute(sql`
    update person_import_row r set outcome = nullif(x.outcome, 'created'), note = coalesce(x.note, r.note), user_id = coalesce(x."userId", r.user_id)
    from jsonb_to_recordset(${given}::jsonb) as x (number int, outcome text, note jsonb, "userId" uuid)
    where r.enterprise_id = ${enterpriseId} and r.import_id = ${id} and r.number = x.number`);
  await count(
    db,
    enterpriseId,
    id,
    results.filter(({ outcome }) => outcome === 'done').length,
    results.filter(({ outcome }) => outcome === 'failed').length,
  );
}

async function storeUndone({ db, stored: { enterpriseId, id } }: Running, results: Result[]): Promise<void> {
  await db.execute(sql`
    update person_import_row r set undone = x.undone, undo_note = x.note
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as x (number int, undone text, note jsonb)
    where r.enterprise_id = ${enterpriseId} and r.import_id = ${id} and r.number = x.number`);
  const done = results.filter(({ undone }) => undone === 'done').length;
  await count(db, enterpriseId, id, done, results.length - done);
}

async function count(db: TenantDb, enterpriseId: string, id: string, done: number, failed: number): Promise<void> {
  await db
    .update(personImport)
    .set({
      doneCount: sql`${personImport.doneCount} + ${done}`,
      failedCount: sql`${personImport.failedCount} + ${failed}`,
    })
    .where(importOf(enterpriseId, id));
}
