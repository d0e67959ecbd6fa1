import type { OperationInput } from '#src/contract/calls.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { ContentKind, Editing } from '#src/server/core/content-kind.ts';
import type { Context } from '#src/server/core/context.ts';
import { changeItem, editingOf, lockItem, requireEditable } from './edited-item.ts';
import { kindOf } from './kinds.ts';

/**
 * Stores a draft, which learners do not see; without an id something new is added. Saves follow each other while somebody types, so only the
 * first one after a publication is in the audit log.
 * @throws AppError 404; 409 when somebody else has changed it since, or when it belongs to a content pack; 422 as `requireReferences`
 */
export async function saveDraft(ctx: Context, input: OperationInput<'POST /system/auth/content/save'>) {
  const { db, viewer } = ctx;
  const editing = editingOf(ctx);
  const document: Record<string, unknown> = input.document;
  const kind = kindOf(input.kind);
  const id = input.id ?? (await kind.create(editing, document));
  const item = await lockItem(editing, input.kind, id);
  requireEditable(item, input.id === undefined ? undefined : input.revision);
  await requireReferences(editing, kind, id, { document, known: input.id === undefined ? {} : item.document });
  const isStored = item.state !== 'draft' && canonicalJson(document) === canonicalJson(item.stored);
  const isFirst = item.row.draft === null && !isStored;
  const draft = isStored ? null : document;
  const revision = await changeItem(editing, item, { draft, draftBy: viewer.userId, draftAt: editing.now });
  const detail = { kind: input.kind, id, title: kind.titleOf(document) };
  if (input.id === undefined) await audit(db, ctx, 'content.add', detail, { about: [id] });
  else if (isFirst) await audit(db, ctx, 'content.edit', detail, { about: [id] });
  return { id, revision };
}

const IDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const idsIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(IDS) ?? [];
/** The value at a path such as `items.0.fileId`. */
const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | null | undefined)?.[key], value);

/**
 * Checks that a draft refers only to things of this tenant. What it referred to before may have been deleted meanwhile: it can still be
 * saved, but not published.
 * @throws AppError 422 with the errors at their fields
 */
async function requireReferences(
  editing: Editing,
  kind: ContentKind,
  id: string,
  { document, known }: Record<'document' | 'known', Record<string, unknown>>,
): Promise<void> {
  const before = new Set(idsIn(known));
  const fields = (await kind.check(editing, id, document)).filter(
    ({ field, key }) => key === 'field.notFound' && !idsIn(valueAt(document, field)).every((each) => before.has(each)),
  );
  if (fields.length > 0) throw new AppError(422, 'invalid', { fields });
}

/** Adds a copy of what an editor sees, as a draft. @throws AppError 404 */
export async function duplicateItem(
  ctx: Context,
  { kind: name, id }: OperationInput<'POST /system/auth/content/duplicate'>,
) {
  const { db, viewer } = ctx;
  const editing = editingOf(ctx);
  const from = await lockItem(editing, name, id);
  const document = from.kind.copyOf(from.document);
  const copy = await from.kind.create(editing, document);
  const item = await lockItem(editing, name, copy);
  await changeItem(editing, item, { draft: document, draftBy: viewer.userId, draftAt: editing.now });
  const detail = { kind: name, id: copy, title: from.kind.titleOf(document), from: id };
  await audit(db, ctx, 'content.add', detail, { about: [copy, id] });
  return { id: copy };
}
