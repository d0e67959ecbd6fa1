import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { audit } from '#src/server/core/audit.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { fileWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import { findImport } from './find-import.ts';
import type { run } from './write-result.task.ts';

const WRITE = defineTask<typeof run>('#src/server/people/import/write-result.task.ts', {
  slow: 'peopleFileTooSlow',
  large: 'peopleFileTooLarge',
});
/** Rows that are read with one statement. */
const PART = 5_000;
export const MEDIA_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/**
 * Returns the rows of an import as a table, with what the plan does with them and what came of it.
 * @throws AppError 404; 409 without a plan, or after its rows were deleted; 429
 */
export async function downloadImport(
  ctx: RequestContext & { viewer: Viewer },
  { id, format }: OperationInput<'POST /people/auth/import/download'>,
) {
  const { tenant, viewer, locale } = ctx;
  await takeTry(`people-import-result:${viewer.userId}`, { limit: 60, seconds: 3600 });
  const { found, parts } = await withTenant(tenant.id, async (db) => {
    const found = await findImport({ ...ctx, db }, id);
    if (!found.counts || found.rowsDeletedAt) throw new AppError(409, 'importWithoutRows');
    const parts: string[] = [];
    const total = Object.values(found.counts).reduce((sum, count) => sum + count, 0);
    for (let from = 1; from <= total; from += PART) {
      const { rows } = await db.execute<{ part: string }>(sql`
        select coalesce(jsonb_agg(jsonb_build_object('line', line, 'cells', cells, 'kind', kind, 'name', name, 'reasons', reasons, 'kept', kept,
          'before', before, 'after', after, 'outcome', outcome, 'note', note, 'undone', undone, 'undoNote', undo_note) order by number), '[]')::text as part
        from person_import_row where enterprise_id = ${tenant.id} and import_id = ${id} and number >= ${from} and number < ${from + PART}`);
      parts.push(rows[0]!.part);
    }
    await audit(db, ctx, 'people.import.downloaded', { id, rows: total });
    return { found, parts };
  });
  const isApplied = found.appliedAt !== null;
  const input = { parts, headings: found.headings, format, locale, isApplied };
  const bytes = await fileWork.run(WRITE, input, { owner: tenant.id, signal: ctx.signal() });
  const name = found.fileName.replace(/\.\w{1,5}$/, '');
  return {
    fileName: `${name}-${isApplied ? 'result' : 'plan'}.${format}`,
    mediaType: MEDIA_TYPES[format],
    base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  };
}
