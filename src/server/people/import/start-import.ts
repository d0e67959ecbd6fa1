import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { isManyMissing } from '#src/contract/rules/people-import.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { personImport, personImportRow } from '../tables/import.ts';
import { findImport, importOf, showImport, type StoredImport } from './find-import.ts';

/** One import of an enterprise is applied or undone at a time. @throws AppError 409 */
async function requireNoOther(db: TenantDb, enterpriseId: string, id: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`people import ${enterpriseId}`}, 0))`);
  const running = and(
    ...[
      eq(personImport.enterpriseId, enterpriseId),
      inArray(personImport.state, ['applying', 'undoing']),
      ne(personImport.id, id),
    ],
  );
  if ((await db.$count(personImport, running)) > 0) throw new AppError(409, 'importRunning');
}

/** Whether the rights of the viewer are those for which the plan was made. */
const hasScope = ({ viewer }: Context, { scope }: StoredImport) =>
  JSON.stringify(scopeOf(viewer, 'people.write')) === JSON.stringify(scope);

/**
 * Begins to apply a plan.
 * @throws AppError 404; 409 when there is another plan by now, or another import is applied; 422 at `confirmed` when many people who are
 *   missing would be disabled, and their number was not given
 */
export async function applyImport(ctx: Context, input: OperationInput<'PUT /people/auth/import/apply'>) {
  const { db, viewer, now } = ctx;
  const found = await findImport(ctx, input.id, 'update');
  if (found.state !== 'planned' || found.planNumber !== input.plan || !found.counts)
    throw new AppError(409, 'importPlanChanged');
  if (!hasScope(ctx, found)) throw new AppError(409, 'importPlanChanged');
  const { missing } = found.counts;
  const { disableMissing } = input;
  if (disableMissing && isManyMissing(missing, found.activeCount) && input.confirmed !== missing)
    throw new AppError(422, 'invalid', { fields: [{ field: 'confirmed', key: 'field.missingNotConfirmed' }] });
  await beginApplying(db, found, { userId: viewer.userId, disableMissing, now: now() });
  const { fileName, counts } = found;
  await audit(db, ctx, 'people.import', { id: input.id, fileName, ...counts, disableMissing });
  return showImport(ctx, await findImport(ctx, input.id));
}

/** Begins to apply a plan that is locked. @throws AppError 409 while another import is applied */
export async function beginApplying(
  db: TenantDb,
  { enterpriseId, id, counts }: StoredImport,
  { userId, disableMissing, now }: { userId: string; disableMissing: boolean; now: Date },
): Promise<void> {
  await requireNoOther(db, enterpriseId, id);
  const { missing, changed, new: added } = counts!;
  const totalCount = added + changed + (disableMissing ? missing : 0);
  await db
    .update(personImport)
    .set({
      state: 'applying',
      disableMissing,
      totalCount,
      doneCount: 0,
      failedCount: 0,
      appliedAt: now,
      userId,
      file: null,
    })
    .where(importOf(enterpriseId, id));
  await sendJob(db, 'run-person-import', { enterpriseId, id });
}

/** Begins to undo an import. @throws AppError 404; 409 unless it was applied and its rows are kept, or another import is applied */
export async function undoImport(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer, now } = ctx;
  const found = await findImport(ctx, id, 'update');
  if (found.state !== 'applied' || found.rowsDeletedAt || !hasScope(ctx, found))
    throw new AppError(409, 'importNotUndone');
  await requireNoOther(db, tenant.id, id);
  const done = and(
    ...[
      eq(personImportRow.enterpriseId, tenant.id),
      eq(personImportRow.importId, id),
      eq(personImportRow.outcome, 'done'),
    ],
  );
  const totalCount = await db.$count(personImportRow, done);
  await db
    .update(personImport)
    .set({ state: 'undoing', totalCount, doneCount: 0, failedCount: 0, undoneAt: now(), undoneBy: viewer.userId })
    .where(importOf(tenant.id, id));
  await audit(db, ctx, 'people.import.undo', { id, fileName: found.fileName, rows: totalCount });
  await sendJob(db, 'run-person-import', { enterpriseId: tenant.id, id });
  return showImport(ctx, await findImport(ctx, id));
}

/** Deletes an import with its file. @throws AppError 404; 409 after it was applied */
export async function deleteImport(ctx: Context, { id }: { id: string }) {
  const { state } = await findImport(ctx, id, 'update');
  if (!['waiting', 'planning', 'planned'].includes(state)) throw new AppError(409, 'importApplied');
  await ctx.db.delete(personImport).where(importOf(ctx.tenant.id, id));
  return null;
}
