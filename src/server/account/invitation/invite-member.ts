import { and, eq, isNull, sql } from 'drizzle-orm';
import type { InvitationWay } from '#src/contract/rules/invitation.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { tooManyTries } from '#src/server/core/rate-limit.ts';
import { seal } from '#src/server/core/seal.ts';
import { isVouchedFor } from '#src/server/core/sender-name.ts';
import { settings } from '#src/server/core/settings.ts';
import { hashToken } from '../session/token.ts';
import { memberInvitation } from '../tables/invitation.ts';
import { invitedEmail, isOwned } from './invitation-state.ts';
import { newLink } from './invitation-link.ts';

export type Asked = { way: InvitationWay; days: number; locale?: Locale | undefined };

/** Seconds after which a member may be invited again; four times as many after each message, up to a day. */
const AGAIN_SECONDS = 60;
const DAY_SECONDS = 86_400;

type Member = {
  status: 'active' | 'disabled';
  phone: string | null;
  email: string | null;
  hasEmail: boolean;
  emailTaken: boolean;
  hasPassword: boolean;
  isOwned: boolean;
  times: number | null;
  invitedAt: string | null;
  sentToday: number;
};

/**
 * Stores an invitation of a member, in place of an earlier one, and the job that sends it. The caller has checked that the viewer may
 * change the member.
 * @param origin address of the portal as the manager sees it
 * @throws AppError 409 for somebody who is disabled or has a password, and in an enterprise for which nobody vouches; 422 at `way` without a
 *   number or address, and where it may belong to another person; 429 above the limits
 */
export async function inviteMember(ctx: Context, userId: string, asked: Asked, origin: string): Promise<void> {
  const { db, tenant, viewer } = ctx;
  const { way, days } = asked;
  const now = ctx.now();
  const { sms, mail, smsDailyLimit } = settings();
  const wrong = (key: string) => new AppError(422, 'invalid', { fields: [{ field: 'way', key }] });
  if (way === 'mail' && !mail) throw wrong('field.noEmail');
  if (way === 'sms' && sms.provider === 'aliyun' && !sms.invitationTemplateCode) throw wrong('field.noSms');
  if (!(await isVouchedFor(db, tenant.id))) throw new AppError(409, 'invitationsNotApproved');
  const member = await readMember(ctx, userId, way);
  if (member.status !== 'active') throw new AppError(409, 'inviteDisabled');
  if (member.hasPassword) throw new AppError(409, 'inviteRegistered');
  const recipient = way === 'sms' ? member.phone : member.email;
  if (!recipient) throw wrong(way === 'sms' ? 'field.inviteNoPhone' : 'field.inviteNoEmail');
  // An address that nobody has confirmed was written by a manager: it must not lead into an account that its owner uses elsewhere.
  if (way === 'mail' && !member.hasEmail && (member.isOwned || member.emailTaken)) throw wrong('field.inviteUnsafe');
  checkLimits(member, now, smsDailyLimit);
  const { token, url } = newLink(tenant, origin, asked.locale ?? tenant.languages[0]!);
  const invitation = {
    ...{ way, recipient, tokenHash: hashToken(token), locale: asked.locale ?? tenant.languages[0]! },
    ...{ invitedBy: viewer.userId, invitedAt: now, expiresAt: new Date(now.getTime() + days * DAY_SECONDS * 1000) },
    ...{ sentAt: null, failure: null, claimedAt: null, revokedAt: null },
  };
  await db
    .insert(memberInvitation)
    .values({ enterpriseId: tenant.id, userId, ...invitation, gmtCreate: now })
    .onConflictDoUpdate({
      target: [memberInvitation.enterpriseId, memberInvitation.userId],
      set: { ...invitation, times: sql`${memberInvitation.times} + 1` },
    });
  const sealed = seal(JSON.stringify({ token, url }));
  await sendJob(db, 'send-invitation', { enterpriseId: tenant.id, userId, sealed });
}

async function readMember({ db, tenant, now }: Context, userId: string, way: InvitationWay): Promise<Member> {
  const email = invitedEmail(sql`u`, sql`a`);
  const since = new Date(now().getTime() - DAY_SECONDS * 1000).toISOString();
  const { rows } = await db.execute<Member>(sql`
    select u.status, a.phone, ${isOwned(sql`a`, sql`u`)} as "isOwned", ${email} as email,
           a.email is not null as "hasEmail",
           exists (select from portal.user_account o where o.email = ${email} and o.id <> a.id) as "emailTaken",
           a.disabled_at is not null or (a.password_hash is not null and not a.must_change_password) as "hasPassword",
           i.times, i.invited_at as "invitedAt",
           (select count(*)::int from member_invitation o where o.enterprise_id = ${tenant.id} and o.way = ${way}
              and o.invited_at > ${since}) as "sentToday"
    from enterprise_user u
    join portal.user_account a on a.id = u.user_id
    left join member_invitation i on i.enterprise_id = u.enterprise_id and i.user_id = u.user_id
    where u.enterprise_id = ${tenant.id} and u.user_id = ${userId}`);
  return rows[0]!;
}

/** Nobody gets message after message, and an enterprise sends no more a day than the portal sends codes. */
function checkLimits({ times, invitedAt, sentToday }: Member, now: Date, daily: number): void {
  if (sentToday >= daily) throw tooManyTries(DAY_SECONDS);
  if (times === null || invitedAt === null) return;
  const wait = Math.min(DAY_SECONDS, AGAIN_SECONDS * 4 ** (times - 1));
  const left = wait - (now.getTime() - new Date(invitedAt).getTime()) / 1000;
  if (left > 0) throw tooManyTries(Math.ceil(left));
}

/** Makes the link of an invitation invalid. @throws AppError 404 without one that was not used or revoked */
export async function revokeInvitation(
  db: TenantDb,
  { enterpriseId, userId, now }: { enterpriseId: string; userId: string; now: Date },
): Promise<void> {
  const revoked = await db
    .update(memberInvitation)
    .set({ revokedAt: now })
    .where(
      and(
        ...[eq(memberInvitation.enterpriseId, enterpriseId), eq(memberInvitation.userId, userId)],
        ...[isNull(memberInvitation.claimedAt), isNull(memberInvitation.revokedAt)],
      ),
    )
    .returning({ userId: memberInvitation.userId });
  if (revoked.length === 0) throw notFound();
}
