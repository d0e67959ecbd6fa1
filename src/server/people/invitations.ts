import { and, eq, isNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { InvitationState } from '#src/contract/rules/invitation.ts';
import { maskEmail } from '#src/lib/email.ts';
import { maskPhone } from '#src/lib/phone.ts';
import { invitationState } from '#src/server/account/invitation/invitation-state.ts';
import { type Asked, inviteMember, revokeInvitation } from '#src/server/account/invitation/invite-member.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { canChange, isManaged, lockManaged } from './managed.ts';

/**
 * Invites a member to set a password.
 * @param origin address of the portal as the manager sees it; a job has none itself
 * @throws AppError as `lockManaged` and `inviteMember`
 */
export async function invitePerson(ctx: Context, userId: string, asked: Asked, origin: string): Promise<null> {
  await lockManaged(ctx, userId);
  await inviteMember(ctx, userId, asked, origin);
  await audit(ctx.db, ctx, 'member.invited', { memberId: userId, way: asked.way }, { about: [userId] });
  return null;
}

/** Makes the link of an invitation invalid. @throws AppError as `lockManaged`; 404 without a link that is valid */
export async function revokePersonInvitation(ctx: Context, { userId }: { userId: string }): Promise<null> {
  await lockManaged(ctx, userId);
  await revokeInvitation(ctx.db, { enterpriseId: ctx.tenant.id, userId, now: ctx.now() });
  await audit(ctx.db, ctx, 'member.invitationRevoked', { memberId: userId }, { about: [userId] });
  return null;
}

type Row = {
  userId: string;
  userName: string;
  employeeNo: string | null;
  department: string | null;
  state: InvitationState;
  way: 'sms' | 'mail';
  recipient: string;
  failure: string | null;
  times: number;
  invitedAt: string;
  invitedBy: string | null;
  sentAt: string | null;
  expiresAt: string;
  claimedAt: string | null;
  canChange: boolean;
  totalCount: number;
};

/** Lists the invitations of the members whom the viewer may see, the latest first. */
export async function pageInvitations(ctx: Context, input: OperationInput<'POST /people/auth/invitation/page'>) {
  const { db, tenant, now } = ctx;
  const { keyword, state, way } = input;
  const word = keyword?.toLowerCase();
  const has = (column: string) => sql`strpos(lower(${sql.raw(`enterprise_user.${column}`)}), ${word}) > 0`;
  const where = and(
    eq(enterpriseUser.enterpriseId, tenant.id),
    isNull(enterpriseUser.erasedAt),
    isManaged(ctx, 'people.read'),
    state && sql`s.state = ${state}`,
    way && sql`i.way = ${way}`,
    word ? sql`(${has('user_name')} or ${has('employee_no')})` : undefined,
  );
  const order = orderOf(
    input.sort,
    { userName: enterpriseUser.userName, invitedAt: sql`i.invited_at`, expiresAt: sql`i.expires_at` },
    [sql`i.invited_at desc`, sql`i.user_id`],
  );
  const found = await readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      select i.user_id as "userId", enterprise_user.user_name as "userName", enterprise_user.employee_no as "employeeNo",
             enterprise_user.department, s.state, i.way, i.recipient, i.failure, i.times, i.invited_at as "invitedAt",
             (select b.user_name from enterprise_user b where b.enterprise_id = i.enterprise_id and b.user_id = i.invited_by) as "invitedBy",
             i.sent_at as "sentAt", i.expires_at as "expiresAt", i.claimed_at as "claimedAt", ${canChange(ctx)} as "canChange",
             (count(*) over ())::int as "totalCount"
      from member_invitation i
      join enterprise_user on enterprise_user.enterprise_id = i.enterprise_id and enterprise_user.user_id = i.user_id
      join portal.user_account a on a.id = i.user_id
      cross join lateral (select ${invitationState(sql`i`, sql`enterprise_user`, sql`a`, sql`${now().toISOString()}::timestamptz`)} as state) s
      where ${where} order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}`);
    return rows;
  });
  const list = found.list.map(({ recipient, invitedAt, sentAt, expiresAt, claimedAt, ...row }) => ({
    ...row,
    recipient: row.way === 'sms' ? maskPhone(recipient) : maskEmail(recipient),
    invitedAt: new Date(invitedAt),
    sentAt: sentAt && new Date(sentAt),
    expiresAt: new Date(expiresAt),
    claimedAt: claimedAt && new Date(claimedAt),
  }));
  return { ...found, list };
}
