import type { ContentKindName } from '#src/contract/rules/editing.ts';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import type { Editing } from '#src/server/core/content-kind.ts';
import { changeItem, lockItem } from './edited-item.ts';
import { kindOf } from './kinds.ts';

/** Adds something new as a draft of a user, without a request. @returns its id */
export async function addDraft(
  editing: Editing,
  name: ContentKindName,
  document: Record<string, unknown>,
  { userId, from }: { userId: string; from: string },
): Promise<string> {
  const { db, enterpriseId, now } = editing;
  const kind = kindOf(name);
  const id = await kind.create(editing, document);
  await changeItem(editing, await lockItem(editing, name, id), { draft: document, draftBy: userId, draftAt: now });
  const detail = { kind: name, id, title: kind.titleOf(document), from };
  await auditWithoutRequest(db, { enterpriseId, userId, action: 'content.add', detail, about: [id] });
  return id;
}
