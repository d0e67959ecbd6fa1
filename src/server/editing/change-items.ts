import type { OperationInput } from '#src/contract/calls.ts';
import type { ContentAction } from '#src/contract/rules/editing.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import type { Consequence, Editing } from '#src/server/core/content-kind.ts';
import { changeItem, editingOf, type EditedItem, lockItem, readItem, requireEditable } from './edited-item.ts';
import { requirePublishable } from './publish-item.ts';

/** Hides a thing from learners. */
export async function hide(editing: Editing, { kind, id, isPublished }: EditedItem): Promise<void> {
  if (!isPublished) return;
  await kind.setPublished(editing, id, false);
  await announceChange(editing.db, { enterpriseId: editing.enterpriseId, tags: kind.tags(id) });
}

const NO_PLANS = { publishAt: null, withdrawAt: null, plannedBy: null, planFailedAt: null, planRestudy: false };

/** @returns whether there was anything to change */
async function change(editing: Editing, item: EditedItem, action: ContentAction): Promise<boolean> {
  const { row, isPublished } = item;
  if (action === 'restore') {
    if (!row.deletedAt) return false;
    await changeItem(editing, item, { deletedAt: null });
    return true;
  }
  if (action === 'takeOver') {
    if (!item.isFromPack) return false;
    await changeItem(editing, item, { takenOverAt: editing.now });
    return true;
  }
  if (row.deletedAt) return false;
  requireEditable(item);
  if (action === 'withdraw') {
    if (!isPublished) return false;
    await hide(editing, item);
    await changeItem(editing, item, { withdrawAt: null });
  } else if (action === 'delete') {
    await hide(editing, item);
    await changeItem(editing, item, { deletedAt: editing.now, ...NO_PLANS });
  } else if (action === 'discard') {
    // What was never published has nothing to go back to.
    if (row.draft === null || item.state === 'draft') return false;
    await changeItem(editing, item, { draft: null });
  } else {
    if (!row.publishAt && !row.withdrawAt && !row.planFailedAt) return false;
    await changeItem(editing, item, NO_PLANS);
  }
  return true;
}

/** Changes several things. @returns how many were changed @throws AppError 404; 409 for what belongs to a content pack */
export async function changeItems(
  ctx: Context,
  { kind: name, ids, action }: OperationInput<'POST /system/auth/content/change'>,
) {
  const { db } = ctx;
  const editing = editingOf(ctx);
  let count = 0;
  // In one order, so that two editors do not wait for each other.
  for (const id of [...new Set(ids)].sort()) {
    const item = await lockItem(editing, name, id);
    if (!(await change(editing, item, action))) continue;
    count++;
    const detail = { kind: name, id, title: item.kind.titleOf(item.document) };
    const about = { about: [id] };
    if (action === 'withdraw') await audit(db, ctx, 'content.withdraw', detail, about);
    else if (action === 'delete') await audit(db, ctx, 'content.delete', detail, about);
    else if (action === 'restore') await audit(db, ctx, 'content.restore', detail, about);
    else if (action === 'takeOver') await audit(db, ctx, 'content.takeOver', detail, about);
    else if (action === 'discard') await audit(db, ctx, 'content.discard', detail, about);
    else await audit(db, ctx, 'content.unschedule', detail, about);
  }
  return { count };
}

/**
 * Says what publishing, withdrawing or deleting means for others: sums over several things.
 * @throws AppError 404; 409 for what belongs to a content pack; 422 when something cannot be published
 */
export async function listConsequences(
  ctx: Context,
  { kind: name, ids, action }: OperationInput<'POST /system/auth/content/consequences'>,
) {
  const editing = editingOf(ctx);
  const sums = new Map<string, Consequence & { names: string[] }>();
  for (const id of new Set(ids)) {
    const item = await readItem(editing, name, id);
    requireEditable(item);
    if (action === 'publish') await requirePublishable(editing, item);
    const found = await item.kind.consequences(editing, id, action === 'publish' ? { publish: item.document } : 'hide');
    for (const { name: what, count, names = [] } of found.filter((each) => each.count > 0)) {
      const sum = sums.get(what) ?? { name: what, count: 0, names: [] };
      sums.set(what, { name: what, count: sum.count + count, names: [...sum.names, ...names].slice(0, 20) });
    }
  }
  return { consequences: [...sums.values()] };
}
