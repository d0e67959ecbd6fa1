import { announceChange } from '#src/server/core/db/changes.ts';
import type { PublicContext } from '#src/server/core/context.ts';

/** Cached pages that show the post, or lists of posts, are out of date. */
export async function announcePost({ db, tenant }: PublicContext, id: string): Promise<void> {
  await announceChange(db, { enterpriseId: tenant.id, tags: ['community', `post:${id}`] });
}
