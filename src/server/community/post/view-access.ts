import type { PublicContext } from '#src/server/core/context.ts';
import { communityReader } from '../community-reader.ts';

/** Whether the viewer may read the community. */
export async function viewAccess(ctx: PublicContext) {
  return { mayRead: (await communityReader(ctx)) !== null };
}
