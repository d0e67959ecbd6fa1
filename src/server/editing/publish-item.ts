import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit, changesBetween } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { contentVersion } from './tables.ts';
import type { Editing } from '#src/server/core/content-kind.ts';
import { changeItem, editingOf, type EditedItem, lockItem, requireEditable } from './edited-item.ts';

type Publication = { userId: string | null; note: string | null; restudy: boolean };

/** Checks that what an editor sees can be published. @throws AppError 422 with the errors at their fields */
export async function requirePublishable(editing: Editing, { kind, id, document }: EditedItem): Promise<void> {
  const fields = await kind.check(editing, id, document);
  if (fields.length > 0) throw new AppError(422, 'invalid', { fields });
}

/** Makes the document of an editor what learners see, as a new version. @throws AppError 422 with the errors at their fields */
export async function publishDocument(
  editing: Editing,
  item: EditedItem,
  { userId, note, restudy: wanted }: Publication,
): Promise<number> {
  const { db, enterpriseId, now } = editing;
  const { kind, name, id, row, document } = item;
  await requirePublishable(editing, item);
  const versionOf = (number: number, which: Record<string, unknown>, by: Publication) => ({
    ...{ enterpriseId, kind: name, itemId: id, number, document: which, gmtCreate: now },
    ...by,
  });
  let number = row.version;
  // What a content pack had left, so that one can go back to it.
  if (number === 0 && item.state !== 'draft')
    await db
      .insert(contentVersion)
      .values(versionOf(++number, item.stored, { userId: null, note: null, restudy: false }));
  const parts = wanted && number > 0 ? (kind.unstudied?.(item.stored, document) ?? []) : [];
  const restudy = parts.length > 0;
  await kind.write(editing, id, document);
  await kind.setPublished(editing, id, true);
  await kind.published?.(editing, id);
  if (restudy)
    await kind.requireRestudy?.(
      editing,
      id,
      parts.map((part) => part.id),
    );
  await db.insert(contentVersion).values(versionOf(++number, document, { userId, note, restudy }));
  await announceChange(db, { enterpriseId, tags: kind.tags(id) });
  return changeItem(editing, item, {
    ...{ draft: null, version: number, publishAt: null, planFailedAt: null, plannedBy: null, planRestudy: false },
  });
}

/**
 * Publishes the draft, now or at a time, or plans its withdrawal.
 * @throws AppError 404; 409 as `requireEditable`; 422 when it cannot be published, or when a time has passed
 */
export async function publishItem(ctx: Context, input: OperationInput<'POST /system/auth/content/publish'>) {
  const { db, viewer } = ctx;
  const editing = editingOf(ctx);
  const item = await lockItem(editing, input.kind, input.id);
  requireEditable(item, input.revision);
  const [publishAt, withdrawAt] = [input.at, input.withdrawAt].map((at) =>
    at === undefined ? undefined : new Date(at),
  );
  for (const [field, at] of [['at', publishAt] as const, ['withdrawAt', withdrawAt] as const])
    if (at && at <= editing.now) throw new AppError(422, 'invalid', { fields: [{ field, key: 'field.pastTime' }] });
  if (publishAt && withdrawAt && withdrawAt <= publishAt)
    throw new AppError(422, 'invalid', { fields: [{ field: 'withdrawAt', key: 'field.endBeforeStart' }] });
  if (withdrawAt && item.stays)
    throw new AppError(422, 'invalid', { fields: [{ field: 'withdrawAt', key: 'field.stays' }] });
  const detail = { kind: input.kind, id: input.id, title: item.kind.titleOf(item.document) };
  if (publishAt || (withdrawAt && item.row.draft === null && item.isPublished)) {
    await requirePublishable(editing, item);
    const revision = await changeItem(editing, item, {
      ...(publishAt && { publishAt, planRestudy: input.restudy }),
      ...(withdrawAt && { withdrawAt }),
      ...{ plannedBy: viewer.userId, planFailedAt: null },
    });
    const plan = { publishAt: input.at ?? null, withdrawAt: input.withdrawAt ?? null };
    await audit(db, ctx, 'content.plan', { ...detail, ...plan }, { about: [input.id] });
    return { revision };
  }
  const { restudy } = input;
  const by = { userId: viewer.userId, note: input.note || null, restudy };
  const revision = await publishDocument(editing, item, by);
  const changes = changesBetween(item.stored, item.document, Object.keys(item.document));
  if (withdrawAt)
    await changeItem(
      editing,
      { ...item, row: { ...item.row, revision: revision - 1 } },
      { withdrawAt, plannedBy: viewer.userId },
    );
  await audit(db, ctx, 'content.publish', { ...detail, changes, ...(restudy && { restudy }) }, { about: [input.id] });
  return { revision };
}
