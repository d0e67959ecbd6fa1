import type { Data, OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { sql } from 'drizzle-orm';
import { editingOf, readItem } from './edited-item.ts';

type Item = Data<'GET /system/auth/content/view'>;

/** Returns what an editor changes: the draft, or what is stored. @throws AppError 404 */
export async function viewItem(ctx: Context, { kind: name, id }: OperationInput<'GET /system/auth/content/view'>) {
  const editing = editingOf(ctx);
  const { kind, document, row, state, isFromPack, stays } = await readItem(editing, name, id);
  const isComplete = (await kind.check(editing, id, document)).length === 0;
  const { rows } = await ctx.db.execute<{ userName: string }>(sql`
    select user_name as "userName" from enterprise_user
    where enterprise_id = ${ctx.tenant.id} and user_id = ${row.draftBy}`);
  const { revision, draftAt, version, publishAt, withdrawAt, planFailedAt, deletedAt } = row;
  return {
    ...({ kind: name, document } as unknown as Pick<Item, 'kind' | 'document'>),
    ...{ id, state, revision, hasDraft: row.draft !== null, draftBy: rows[0]?.userName ?? null, draftAt, isFromPack },
    ...{ version, publishAt, withdrawAt, planFailedAt, deletedAt, page: kind.page(id, document), isComplete, stays },
  } as never;
}
