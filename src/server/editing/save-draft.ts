import type { OperationInput } from '#src/contract/calls.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { changeItem, editingOf, lockItem, requireEditable } from './edited-item.ts';
import { kindOf } from './kinds.ts';

/**
 * Stores a draft, which learners do not see; without an id something new is added. Saves follow each other while somebody types, so only the
 * first one after a publication is in the audit log.
 * @throws AppError 404; 409 when somebody else has changed it since, or when it belongs to a content pack
 */
export async function saveDraft(ctx: Context, input: OperationInput<'POST /system/auth/content/save'>) {
  const { db, viewer } = ctx;
  const editing = editingOf(ctx);
  const document: Record<string, unknown> = input.document;
  const kind = kindOf(input.kind);
  const id = input.id ?? (await kind.create(editing, document));
  const item = await lockItem(editing, input.kind, id);
  requireEditable(item, input.id === undefined ? undefined : input.revision);
  const isStored = item.state !== 'draft' && canonicalJson(document) === canonicalJson(item.stored);
  const isFirst = item.row.draft === null && !isStored;
  const draft = isStored ? null : document;
  const revision = await changeItem(editing, item, { draft, draftBy: viewer.userId, draftAt: editing.now });
  const detail = { kind: input.kind, id, title: kind.titleOf(document) };
  if (input.id === undefined) await audit(db, ctx, 'content.add', detail, { about: [id] });
  else if (isFirst) await audit(db, ctx, 'content.edit', detail, { about: [id] });
  return { id, revision };
}

/** Adds a copy of what an editor sees, or of parts of it, as a draft. @throws AppError 404; 422 for a kind that is no template */
export async function duplicateItem(
  ctx: Context,
  { kind: name, id, template }: OperationInput<'POST /system/auth/content/duplicate'>,
) {
  const { db, viewer } = ctx;
  const editing = editingOf(ctx);
  const from = await lockItem(editing, name, id);
  const whole = from.kind.copyOf(from.document);
  if (template && !from.kind.templateOf)
    throw new AppError(422, 'invalid', { fields: [{ field: 'kind', key: 'field.invalid' }] });
  const document = template ? from.kind.templateOf!(whole, template.title, new Set(template.take)) : whole;
  const copy = await from.kind.create(editing, document);
  const item = await lockItem(editing, name, copy);
  await changeItem(editing, item, { draft: document, draftBy: viewer.userId, draftAt: editing.now });
  const detail = {
    kind: name,
    id: copy,
    title: from.kind.titleOf(document),
    from: id,
    ...(template && { take: template.take }),
  };
  await audit(db, ctx, 'content.add', detail, { about: [copy, id] });
  return { id: copy };
}
