import { eq, sql } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { maskPhone } from '#src/lib/phone.ts';
import { memberOf } from '#src/server/account/person/member-status.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import type { Context } from '#src/server/core/context.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import { canChange, findManaged } from './managed.ts';

type More = {
  superiorName: string | null;
  lastSeenAt: string | null;
  canChange: boolean;
  transfer: { id: string; onDay: string; department: string | null; post: string | null } | null;
  mergedInto: { userId: string; userName: string } | null;
  merged: { userId: string; userName: string; gmtCreate: string }[];
  hours: Record<string, number>;
  courses: number;
  completed: number;
  attempts: number;
  passed: number;
  certificates: number;
};

/** Returns what the enterprise knows about a member, with numbers of what they did. @throws AppError 404 outside of the viewer's departments */
export async function viewPerson(ctx: Context, { userId }: { userId: string }) {
  const { db, tenant } = ctx;
  const { headPortraitFileId, ...member } = await findManaged(ctx, userId, 'people.read');
  const [account] = await db.select().from(userAccount).where(eq(userAccount.id, userId));
  const own = sql`enterprise_id = ${tenant.id} and user_id = ${userId}`;
  const { rows } = await db.execute<More>(sql`
    select (select s.user_name from enterprise_user s where s.enterprise_id = ${tenant.id} and s.user_id = ${member.superiorId}) as "superiorName",
           (select max(s.last_used_at) from portal.user_session s where s.user_id = ${userId} and s.enterprise_id = ${tenant.id}) as "lastSeenAt",
           (select ${canChange(ctx)} from ${enterpriseUser} where ${memberOf({ enterpriseId: tenant.id, userId })}) as "canChange",
           (select jsonb_build_object('id', t.id, 'onDay', t.on_day, 'department', d.path, 'post', p.name) from planned_transfer t
            left join department d on d.enterprise_id = t.enterprise_id and d.id = t.department_id
            left join position p on p.enterprise_id = t.enterprise_id and p.id = t.position_id
            where t.enterprise_id = ${tenant.id} and t.user_id = ${userId}) as transfer,
           (select jsonb_build_object('userId', k.user_id, 'userName', k.user_name) from member_merge g
              join enterprise_user k on k.enterprise_id = g.enterprise_id and k.user_id = g.kept_id
              where g.enterprise_id = ${tenant.id} and g.removed_id = ${userId}) as "mergedInto",
           array(select jsonb_build_object('userId', r.user_id, 'userName', r.user_name, 'gmtCreate', g.gmt_create) from member_merge g
              join enterprise_user r on r.enterprise_id = g.enterprise_id and r.user_id = g.removed_id
              where g.enterprise_id = ${tenant.id} and g.kept_id = ${userId} order by g.gmt_create desc, g.removed_id limit ${MAX_ITEMS.factItems}) as merged,
           (select coalesce(jsonb_object_agg(h.hour_kind, h.total), '{}') from (
              select hour_kind, sum(total) as total from ledger_total where ${own} and kind = 'hours' group by 1) h) as hours,
           (select count(*)::int from course_progress where ${own}) as courses,
           (select count(*)::int from course_progress where ${own} and status = 'completed') as completed,
           (select count(*)::int from exam_attempt where ${own} and not trial) as attempts,
           (select count(*)::int from exam_attempt where ${own} and not trial and status = 'marked' and passed and voided_at is null) as passed,
           (select count(*)::int from user_certificate where ${own} and revoked_at is null) as certificates`);
  const { courses, completed, attempts, passed, certificates, lastSeenAt, ...more } = rows[0]!;
  const phone = account!.phone;
  return {
    ...member,
    ...more,
    lastSeenAt: lastSeenAt && new Date(lastSeenAt),
    phone: phone && (more.canChange ? phone : maskPhone(phone)),
    phoneUnverified: account!.phoneUnverified,
    hasPassword: account!.passwordHash !== null,
    headPortrait: publicFileUrl(headPortraitFileId),
    counts: { courses, completed, attempts, passed, certificates },
  };
}
