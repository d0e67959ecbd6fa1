import { and, eq } from 'drizzle-orm';
import { postDraft } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';

export type DraftRow = typeof postDraft.$inferSelect;

/** One draft of the viewer, published ones too. */
export const isOwnDraft = ({ tenant, viewer }: Context, id: string) =>
  and(eq(postDraft.enterpriseId, tenant.id), eq(postDraft.authorId, viewer.userId), eq(postDraft.id, id));

/** The field tells clients which of the two conflicts it is. */
export const draftChanged = (revision: number) =>
  new AppError(409, 'draftChanged', {
    params: { revision },
    fields: [{ field: 'baseRevision', key: 'field.draftChanged' }],
  });
export const draftPublished = () =>
  new AppError(409, 'draftPublished', { fields: [{ field: 'id', key: 'field.draftPublished' }] });
