import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AcceptInvitation } from '#src/contract/account-invitation.ts';
import type { InvitationState } from '#src/contract/rules/invitation.ts';
import { maskEmail } from '#src/lib/email.ts';
import { maskPhone } from '#src/lib/phone.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit, auditAlone } from '#src/server/core/audit.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { databaseErrorOf } from '#src/server/core/db/database-error.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { findTenantById, isBareHost } from '#src/server/core/find-tenant.ts';
import { forgetTries } from '#src/server/core/rate-limit.ts';
import { countAddressFailures, countFailure } from '../login-failures.ts';
import { rejectCommonPassword } from '../password/common-password.ts';
import { hashPassword } from '../password/password.ts';
import { endSessions } from '../session/open-session.ts';
import { hashToken } from '../session/token.ts';
import { signInInTransaction } from '../sign-in.ts';
import { userAccount } from '../tables/account.ts';
import { memberInvitation } from '../tables/invitation.ts';
import { invitationState } from './invitation-state.ts';

type Link = { token: string; enterpriseId?: string | undefined };
type Found = {
  userId: string;
  state: InvitationState;
  userName: string;
  way: 'sms' | 'mail';
  recipient: string;
  phone: string | null;
  expiresAt: string;
};

/** Says whether a link is valid, and for whom. Unknown tokens count like wrong passwords. @throws AppError 429 after too many of them */
export async function viewInvitation(here: RequestContext, link: Link) {
  const ctx = await atEnterprise(here, link);
  await countAddressFailures(ctx);
  const found = await withTenant(ctx.tenant.id, (db) => find(db, ctx, link.token));
  if (!found) {
    await countFailure(ctx);
    return { state: 'unknown' as const, userName: null, signInAs: null, expiresAt: null };
  }
  const { userName, phone, recipient } = found;
  const state = openState(found.state);
  if (state !== 'pending') return { state, userName: null, signInAs: null, expiresAt: null };
  const signInAs = phone ? maskPhone(phone) : maskEmail(recipient);
  return { state, userName, signInAs, expiresAt: new Date(found.expiresAt) };
}

/**
 * Sets the password of an invited member, whose number or address is thereby confirmed, and signs them in. The link is used up only if all
 * of it succeeds.
 * @throws AppError 409 for a link that is unknown, expired, used or revoked; 422 with the invalid field, as `signIn`; 429 after too many
 *   unknown tokens
 */
export async function acceptInvitation(here: RequestContext, input: z.output<typeof AcceptInvitation>) {
  const ctx = await atEnterprise(here, input);
  await countAddressFailures(ctx);
  const first = await withTenant(ctx.tenant.id, (db) => find(db, ctx, input.token));
  if (!first) {
    await countFailure(ctx);
    await auditAlone(ctx, 'invitation.refused', { reason: 'unknown' });
    throw over();
  }
  requireOpen(first);
  rejectCommonPassword(input.password, { tenant: ctx.tenant, phone: first.phone });
  const passwordHash = await hashPassword(input.password);
  const session = await withTenant(ctx.tenant.id, async (db) => {
    const found = await find(db, ctx, input.token, { lock: true });
    if (!found) throw over();
    requireOpen(found);
    const { userId, way, recipient } = found;
    const now = ctx.now();
    await db
      .update(memberInvitation)
      .set({ claimedAt: now })
      .where(and(eq(memberInvitation.enterpriseId, ctx.tenant.id), eq(memberInvitation.userId, userId)));
    await db
      .update(userAccount)
      .set({
        ...{ passwordHash, passwordChangedAt: now, mustChangePassword: false },
        ...(way === 'sms' ? { phoneUnverified: false } : { email: recipient, emailFailures: 0, emailBouncedAt: null }),
      })
      .where(eq(userAccount.id, userId));
    await endSessions(db, userId, { now });
    await audit(db, ctx, 'invitation.claimed', { memberId: userId, way }, { userId, about: [userId] });
    return signInInTransaction(db, ctx, { userId, way: 'code', agreed: input.agreed });
  }).catch((error: unknown) => {
    // Meanwhile somebody else has confirmed the address: the link does not lead into their account.
    if (databaseErrorOf(error)?.code === '23505') throw over();
    throw error;
  });
  if (first.phone) await forgetTries(`login:account:${first.phone}`);
  return session;
}

/** The enterprise of a link: that of the host, or on a host that names none that of the link. */
async function atEnterprise(ctx: RequestContext, { enterpriseId }: Link): Promise<RequestContext> {
  const tenant = enterpriseId && isBareHost(ctx.at) ? await findTenantById(enterpriseId) : undefined;
  return tenant ? { ...ctx, tenant } : ctx;
}

async function find(db: TenantDb, { tenant, now }: RequestContext, token: string, { lock = false } = {}) {
  const { rows } = await db.execute<Found>(sql`
    select i.user_id as "userId", u.user_name as "userName", i.way, i.recipient, a.phone, i.expires_at as "expiresAt",
           ${invitationState(sql`i`, sql`u`, sql`a`, sql`${now().toISOString()}::timestamptz`)} as state
    from member_invitation i
    join enterprise_user u on u.enterprise_id = i.enterprise_id and u.user_id = i.user_id
    join portal.user_account a on a.id = i.user_id
    where i.enterprise_id = ${tenant.id} and i.token_hash = ${hashToken(token)} ${lock ? sql`for update of i, a` : sql``}`);
  return rows[0];
}

/** Whose message the provider did not take may have it all the same. */
const openState = (state: InvitationState) => (state === 'failed' ? 'pending' : state);

function requireOpen({ state }: Found): void {
  if (openState(state) !== 'pending') throw over();
}

const over = () => new AppError(409, 'invitationOver');
