import { hasRight } from '#src/contract/rules/rights.ts';
import { CONTENT_KINDS, PREVIEW_PARAM, type PreviewKind } from '#src/contract/rules/editing.ts';
import { isUuid } from '#src/lib/uuid.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { showToManager } from '#src/server/exam/admin/manage.ts';
import { readItem } from './edited-item.ts';
import { kindOf } from './kinds.ts';
import { requirePublishable } from './publish-item.ts';

/** What a page shows as it would be published. */
export type Preview = {
  kind: PreviewKind;
  id: string;
  /** The page is rendered for a visitor. */
  isForVisitors: boolean;
  /** Publishes the draft in the transaction of the page, which is rolled back. */
  apply: (db: TenantDb) => Promise<void>;
};

/**
 * The preview that a page was asked for (docs/decisions/102); null: none.
 * @returns `forbidden` unless the viewer edits content, or exams
 */
export function previewOf(
  { viewer, tenant, now }: Pick<RequestContext, 'viewer' | 'tenant' | 'now'>,
  url: URL,
): Preview | 'forbidden' | null {
  const wanted = url.searchParams.get(PREVIEW_PARAM);
  if (wanted === null) return null;
  const [name, id] = wanted.split(':');
  if (!id || !isUuid(id)) return null;
  if (name === 'exam') {
    if (!viewer?.enterpriseId || !hasRight(viewer, 'exams.manage')) return 'forbidden';
    const who = { tenant, viewer };
    return { kind: name, id, isForVisitors: false, apply: (db) => showToManager({ ...who, db }, id) };
  }
  const kind = CONTENT_KINDS.find((each) => each === name);
  if (!kind) return null;
  if (!viewer?.enterpriseId || !hasRight(viewer, 'content.manage')) return 'forbidden';
  return {
    kind,
    id,
    isForVisitors: kindOf(kind).isForVisitors === true,
    apply: async (db) => {
      const editing = { db, enterpriseId: tenant.id, now: now() };
      const item = await readItem(editing, kind, id);
      await requirePublishable(editing, item);
      await item.kind.write(editing, id, item.document);
      await item.kind.setPublished(editing, id, true);
      await item.kind.showTo?.(editing, id, viewer.userId);
    },
  };
}
