import { batchedPer } from '#src/lib/batched.ts';
import { withPrepared } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { thisYear } from '#src/server/core/this-year.ts';

/** A member's own data; null when the membership is gone. */
export type MemberUser = {
  id: string;
  userName: string;
  nickname: string | null;
  userType: number;
  headPortraitFileId: string | null;
  isAdmin: boolean;
  sex: number;
  department: string | null;
  post: string | null;
  email: string | null;
  phone: string | null;
  hasPassword: boolean;
  passwordChangedAt: Date | null;
  certificateCount: number;
  cartCount: number;
};
/** Class hours, as decimal texts. */
export type MemberHours = Record<
  'annualHours' | 'totalHours' | 'requiredHours' | 'cultureHours' | 'lecturerHours' | 'otherHours',
  string
>;
type Member = { user: MemberUser | null; hours: MemberHours; unread: number };
type Row = MemberUser & MemberHours & { userId: string; unread: number };
type Asked = { userId: string; year: number; now: Date };

const read = batchedPer<Asked, Member>(readMembers, { concurrency: 2 });

/**
 * What every page shows of the signed-in person: the header asks for their data, class hours and number of unread notices
 * by three calls, which share this statement. Requests that arrive together share it too (docs/decisions/004).
 */
export function readMember(who: Pick<RequestContext, 'tenant' | 'now'> & { viewer: Viewer }): Promise<Member> {
  return read(who.tenant.id, { userId: who.viewer.userId, year: thisYear(who), now: who.now() });
}

/**
 * Unread notices are all there are less those that somebody has read or deleted: hardly anybody has a record of each of
 * ten thousand.
 */
const QUERY = `
with announced as materialized (
  select count(*) as n from announcement where enterprise_id = $1 and published and published_at <= $4
)
select v.user_id as "userId", u.user_id as id, u.user_name as "userName", u.nickname, u.user_type as "userType", u.is_admin as "isAdmin",
       u.sex, u.head_portrait_file_id as "headPortraitFileId", u.department, u.post, u.email,
       a.phone, a.password_hash is not null as "hasPassword", a.password_changed_at as "passwordChangedAt",
       (select count(*)::int from user_certificate c
        where c.enterprise_id = $1 and c.user_id = v.user_id) as "certificateCount",
       (select count(*)::int from cart_item i where i.enterprise_id = $1 and i.user_id = v.user_id) as "cartCount",
       h.*, (announced.n - seen.n)::int as unread
from announced
cross join unnest($2::uuid[], $3::int[]) as v (user_id, year)
left join enterprise_user u on u.enterprise_id = $1 and u.user_id = v.user_id
left join portal.user_account a on a.id = u.user_id
cross join lateral (
  select coalesce(sum(total) filter (where l.year = v.year), 0)::text as "annualHours",
         coalesce(sum(total), 0)::text as "totalHours",
         coalesce(sum(total) filter (where hour_kind = 'required'), 0)::text as "requiredHours",
         coalesce(sum(total) filter (where hour_kind = 'culture'), 0)::text as "cultureHours",
         coalesce(sum(total) filter (where hour_kind = 'lecturer'), 0)::text as "lecturerHours",
         coalesce(sum(total) filter (where hour_kind not in ('required', 'culture', 'lecturer')), 0)::text as "otherHours"
  from ledger_total l where l.enterprise_id = $1 and l.user_id = v.user_id and l.kind = 'hours'
) h
cross join lateral (
  select count(*) as n
  from announcement_user_record r
  join announcement a on a.enterprise_id = r.enterprise_id and a.id = r.announcement_id
  where r.enterprise_id = $1 and r.user_id = v.user_id and (r.read_at is not null or r.deleted_at is not null)
    and a.published and a.published_at <= $4
) seen`;

async function readMembers(enterpriseId: string, asked: Asked[]): Promise<Member[]> {
  const people = [...new Map(asked.map((each) => [each.userId, each])).values()];
  // Moments of one batch are milliseconds apart: the latest serves all.
  const now = new Date(Math.max(...asked.map((each) => each.now.getTime()))).toISOString();
  const { rows } = await withPrepared(enterpriseId, (_db, client) =>
    client.query<Row>({
      name: 'member',
      text: QUERY,
      values: [enterpriseId, people.map(({ userId }) => userId), people.map(({ year }) => year), now],
    }),
  );
  const found = new Map(rows.map((row) => [row.userId, memberOf(row)]));
  return asked.map(({ userId }) => found.get(userId)!);
}

function memberOf({ userId: _, unread, ...row }: Row): Member {
  const { annualHours, totalHours, requiredHours, cultureHours, lecturerHours, otherHours, ...user } = row;
  const hours = { annualHours, totalHours, requiredHours, cultureHours, lecturerHours, otherHours };
  return { user: user.id ? user : null, hours, unread };
}
