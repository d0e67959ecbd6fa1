import { batchedPer } from '#src/lib/batched.ts';
import { withPrepared } from '#src/server/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/http/context.ts';

type Asked = { userId: string; now: Date };
type Who = Pick<RequestContext, 'tenant' | 'now'> & { viewer: Viewer };

const readUnread = batchedPer<Asked, number>(readUnreadOf, { concurrency: 2 });

/** Spec section 7, `wait/read/count`: the number on the bell. Every page shows it, so what is asked together shares one query. */
export async function countUnread(who: Who) {
  // Before the count: what is announced meanwhile is not to be marked as read with the rest.
  const until = who.now();
  return { count: await unreadOf(who), until };
}

/** How many announcements wait to be read by somebody. */
export const unreadOf = ({ tenant, viewer, now }: Who): Promise<number> =>
  readUnread(tenant.id, { userId: viewer.userId, now: now() });

/** All there are, less those that somebody has read or deleted: hardly anybody has a record of each of ten thousand. */
async function readUnreadOf(enterpriseId: string, asked: Asked[]): Promise<number[]> {
  // Moments of one batch are milliseconds apart: the latest serves all.
  const now = new Date(Math.max(...asked.map((each) => each.now.getTime()))).toISOString();
  const { rows } = await withPrepared(enterpriseId, (_db, client) =>
    client.query<{ unread: number }>({
      name: 'count-unread',
      text: `with announced as materialized (
               select count(*) as n from announcement where enterprise_id = $1 and published and published_at <= $3
             )
             select (announced.n - seen.n)::int as unread
             from announced, unnest($2::uuid[]) with ordinality as v (user_id, place)
             cross join lateral (
               select count(*) as n
               from announcement_user_record r
               join announcement a on a.enterprise_id = r.enterprise_id and a.id = r.announcement_id
               where r.enterprise_id = $1 and r.user_id = v.user_id and (r.read_at is not null or r.deleted_at is not null)
                 and a.published and a.published_at <= $3
             ) seen
             order by place`,
      values: [enterpriseId, asked.map(({ userId }) => userId), now],
    }),
  );
  return rows.map(({ unread }) => unread);
}
