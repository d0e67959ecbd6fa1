import { and, eq, inArray } from 'drizzle-orm';
import type { RichDocument } from '#src/contract/rich-document.ts';
import { localizedText } from '#src/lib/localized.ts';
import { label } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { memberFileUrl } from '#src/server/file/file-url.ts';
import type { DraftRow } from './own-draft.ts';

const EMPTY: RichDocument = { type: 'doc', content: [{ type: 'paragraph' }] };

/** A draft as its author sees it. Labels that were deleted meanwhile are left out. */
export async function draftView({ db, tenant, locale, now }: Context, draft: DraftRow) {
  const rows = draft.labelIds.length
    ? await db
        .select({ id: label.id, code: label.code, name: label.name, color: label.color })
        .from(label)
        .where(and(eq(label.enterpriseId, tenant.id), inArray(label.id, draft.labelIds)))
    : [];
  const labels = draft.labelIds.flatMap((id) => rows.filter((row) => row.id === id));
  return {
    ...draft,
    body: draft.body ?? EMPTY,
    labelIds: labels.map(({ id }) => id),
    labels: labels.map((row) => ({ ...row, name: localizedText(row.name, locale) })),
    cover: draft.coverFileId && memberFileUrl(tenant.id, draft.coverFileId, now()),
  };
}
