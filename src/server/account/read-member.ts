import { batchedPer } from '#src/lib/batched.ts';
import { readPrepared } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { thisYear } from '#src/server/core/this-year.ts';

/** A member's data. */
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
/** `unread`: announcements; `notices`: unread notices to this member. */
type Member = { user: MemberUser | null; hours: MemberHours; unread: number; notices: number };
type Row = MemberUser & MemberHours & { userId: string; unread: number; notices: number };
type Asked = { userId: string; year: number; now: Date };

const read = batchedPer<Asked, Member>(readMembers, { concurrency: 2 });

/**
 * Reads the data that every page shows about the user: the header requests user info, class hours and unread
 * announcements by three operations, which share this statement. Concurrent requests share it too (docs/decisions/004).
 * `user` is null when the membership has ended.
 */
export function readMember(who: Pick<RequestContext, 'tenant' | 'now'> & { viewer: Viewer }): Promise<Member> {
  return read(who.tenant.id, { userId: who.viewer.userId, year: thisYear(who), now: who.now() });
}

/**
 * Unread announcements are those since the member's read mark, minus those of them that the member has read or deleted.
 * Both are few of ten thousand. For members without a mark all announcements are counted, once per batch. Those with an audience are counted
 * by their recipients.
 */
const QUERY = `
with announced as materialized (
  select count(*) as n from announcement where enterprise_id = $1 and published and not restricted and published_at <= $4
)
select v.user_id as "userId", u.user_id as id, u.user_name as "userName", u.nickname, u.user_type as "userType", u.is_admin as "isAdmin",
       u.sex, u.head_portrait_file_id as "headPortraitFileId", u.department, u.post, u.email,
       a.phone, a.password_hash is not null as "hasPassword", a.password_changed_at as "passwordChangedAt",
       (select count(*)::int from user_certificate c
        where c.enterprise_id = $1 and c.user_id = v.user_id and c.revoked_at is null) as "certificateCount",
       (select count(*)::int from cart_item i where i.enterprise_id = $1 and i.user_id = v.user_id) as "cartCount",
       (select count(*)::int from notice t
        where t.enterprise_id = $1 and t.user_id = v.user_id and t.read_at is null) as notices,
       h.*, (recent.n - seen.n)::int as unread
from unnest($2::uuid[], $3::int[]) as v (user_id, year)
left join announcement_read_mark m on m.enterprise_id = $1 and m.user_id = v.user_id
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
  select case when m.read_until is null then (select n from announced) else
    (select count(*) from announcement a
     where a.enterprise_id = $1 and a.published and not a.restricted and a.published_at > m.read_until and a.published_at <= $4) +
    (select count(*) from announcement a
     where a.enterprise_id = $1 and a.published and not a.restricted and a.published_at <= least(m.read_until, $4)
       and a.id >= portal.first_id(m.read_until)) end +
    (select count(*) from announcement_recipient t
     join announcement a on a.enterprise_id = t.enterprise_id and a.id = t.announcement_id
     where t.enterprise_id = $1 and t.user_id = v.user_id and a.published and a.restricted and a.published_at <= $4
       and (m.read_until is null or a.published_at > m.read_until or a.id >= portal.first_id(m.read_until))) as n
) recent
cross join lateral (
  select count(*) as n
  from announcement_user_record r
  join announcement a on a.enterprise_id = r.enterprise_id and a.id = r.announcement_id
  where r.enterprise_id = $1 and r.user_id = v.user_id and (r.read_at is not null or r.deleted_at is not null)
    and a.published and a.published_at <= $4
    and (not a.restricted or exists (select from announcement_recipient t
      where t.enterprise_id = $1 and t.user_id = v.user_id and t.announcement_id = a.id))
    and (m.read_until is null or a.published_at > m.read_until or a.id >= portal.first_id(m.read_until))
) seen`;

async function readMembers(enterpriseId: string, asked: Asked[]): Promise<Member[]> {
  const people = [...new Map(asked.map((each) => [each.userId, each])).values()];
  // The times of one batch are milliseconds apart; the latest is used for all.
  const now = new Date(Math.max(...asked.map((each) => each.now.getTime()))).toISOString();
  const [rows] = await readPrepared<[Row[]]>(enterpriseId, [
    {
      name: 'member',
      text: QUERY,
      values: [enterpriseId, people.map(({ userId }) => userId), people.map(({ year }) => year), now],
    },
  ]);
  const found = new Map(rows.map((row) => [row.userId, memberOf(row)]));
  return asked.map(({ userId }) => found.get(userId)!);
}

function memberOf({ userId: _, unread, notices, ...row }: Row): Member {
  const { annualHours, totalHours, requiredHours, cultureHours, lecturerHours, otherHours, ...user } = row;
  const hours = { annualHours, totalHours, requiredHours, cultureHours, lecturerHours, otherHours };
  return { user: user.id ? user : null, hours, unread, notices };
}
