import { readMember } from '#src/server/account/read-member.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';

/** Returns the numbers of unread announcements and notices, for the bell in the header. */
export async function countUnread(who: Pick<RequestContext, 'tenant' | 'now'> & { viewer: Viewer }) {
  // Taken before the count: announcements published later must not be marked as read by "mark all as read".
  const until = who.now();
  const { unread, notices } = await readMember(who);
  return { count: unread, notices, until };
}
