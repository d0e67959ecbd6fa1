import { readMember } from '#src/server/account/read-member.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';

/** Spec section 7, `wait/read/count`: the number on the bell. */
export async function countUnread(who: Pick<RequestContext, 'tenant' | 'now'> & { viewer: Viewer }) {
  // Before the count: what is announced meanwhile is not to be marked as read with the rest.
  const until = who.now();
  const { unread } = await readMember(who);
  return { count: unread, until };
}
