import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { post } from '#src/server/community/tables/post.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { renderDocumentInThread } from '#src/server/core/rich-document/render-in-thread.ts';
import type { Post } from '../post/find-post.ts';
import { publishDraft } from './publish-draft.ts';

type Before = RequestContext & { viewer: Viewer };

/**
 * Publishes a draft and keeps its HTML, so that reading costs nothing. The HTML is made after the transaction: a connection of the
 * database must not wait for somebody's formulas.
 * @throws AppError as `publishDraft`
 */
export async function publish(ctx: Before, input: OperationInput<'POST /community/auth/draft/publish'>) {
  const saved = await withTenant(ctx.tenant.id, (db) => publishDraft({ ...ctx, db }, input));
  if (saved.bodyHtml === null) await keepHtml(ctx, saved);
  const { id, kind, questionId, state } = saved;
  return { id, kind, questionId, state };
}

async function keepHtml(ctx: Before, { id, revision, body }: Post): Promise<void> {
  const { tenant } = ctx;
  try {
    const bodyHtml = await renderDocumentInThread(ctx, body);
    // An edit may have been faster.
    const isSame = and(eq(post.enterpriseId, tenant.id), eq(post.id, id), eq(post.revision, revision));
    await withTenant(tenant.id, (db) => db.update(post).set({ bodyHtml }).where(isSame));
  } catch (error) {
    // It is published; its readers will have it rendered.
    if (!(error instanceof AppError)) throw error;
    ctx.log('warn', 'the HTML of a post was not kept', { post: id, error: error.key });
  }
}
