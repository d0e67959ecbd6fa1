import { eq } from 'drizzle-orm';
import { maskEmail } from '#src/lib/email.ts';
import { maskPhone } from '#src/lib/phone.ts';
import { userSession } from '#src/server/account/tables/account.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { withPortal, withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { seal, unseal } from '#src/server/core/seal.ts';
import { ownRecipient } from '../code/recipient.ts';
import { ownAccount } from '../own-account.ts';
import { requireNoExamElsewhere } from '../session/exam-elsewhere.ts';
import { endSessions } from '../session/open-session.ts';
import { passkey, recoveryCode, userTotp } from '../tables/factor.ts';
import { factorsOf, hasTotp, isProven, proofsOf } from './recent-proof.ts';
import { replaceCodes, unusedCodes } from './recovery-codes.ts';
import { newSecret, stepOf, totpUri } from './totp.ts';
import { wrongFactor } from './use-factor.ts';

type Ctx = RequestContext & { viewer: Viewer };
/** A secret that has been shown, in a sealed text that only its session can return. */
type Ticket = { secret: string; sessionId: string; expiresAt: number };

const TICKET_MS = 10 * 60 * 1000;

/** Returns the second factor of the user's account, and how they can prove again who they are. */
export async function viewFactor(ctx: Ctx) {
  const { userId } = ctx.viewer;
  const me = await ownAccount(ctx);
  const [totp, codesLeft] = await withPortal(async (db) => [
    (await db.select().from(userTotp).where(eq(userTotp.userId, userId)))[0],
    await db.$count(recoveryCode, unusedCodes(userId)),
  ]);
  const factors = await factorsOf(ctx);
  const own = ownRecipient(me);
  return {
    totpSince: totp?.gmtCreate ?? null,
    codesLeft,
    proven: isProven(ctx, me, factors),
    proofs: proofsOf(me, factors),
    duty: ctx.viewer.factorDuty ?? null,
    dutyFrom: ctx.viewer.factorDuty ? ctx.tenant.factorPolicy.from : null,
    codeTo: own && (own.email === undefined ? maskPhone(own.phone) : maskEmail(own.email)),
  };
}

/**
 * Returns a new secret for an authenticator app. Nothing is stored: an earlier app stays valid until a code of the new one was entered.
 */
export async function beginTotp(ctx: Ctx) {
  const secret = newSecret();
  const ticket: Ticket = {
    ...{ secret, sessionId: ctx.viewer.sessionId },
    expiresAt: ctx.now().getTime() + TICKET_MS,
  };
  const { phone, email } = await ownAccount(ctx);
  const label = phone ? maskPhone(phone) : email ? maskEmail(email) : ctx.viewer.userName;
  return { uri: totpUri(secret, ctx.tenant.name, label), secret, ticket: seal(JSON.stringify(ticket)) };
}

/**
 * Sets up the authenticator app whose code was entered, in place of an earlier one, with new recovery codes. The other sessions of the user
 * end: one that a thief has opened before must not outlast it.
 * @throws AppError 422 `ticketOver`, at field `code` when it is wrong, and at `leavesExam` as `requireNoExamElsewhere`
 */
export async function confirmTotp(
  ctx: Ctx,
  { ticket, code, leavesExam }: { ticket: string; code: string; leavesExam: boolean },
) {
  const secret = openTicket(ctx, ticket);
  const lastStep = stepOf(secret, code, ctx.now());
  if (lastStep === null) throw wrongFactor();
  await requireNoExamElsewhere(ctx, leavesExam);
  const { userId, sessionId } = ctx.viewer;
  const values = { sealedSecret: seal(secret), lastStep, gmtCreate: ctx.now() };
  return withTenant(ctx.tenant.id, async (db) => {
    await db
      .insert(userTotp)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: userTotp.userId, set: values });
    const recoveryCodes = await replaceCodes(db, userId);
    await endSessions(db, userId, { now: ctx.now(), except: sessionId });
    await db.update(userSession).set({ factor: 'totp', provenAt: ctx.now() }).where(eq(userSession.id, sessionId));
    await audit(db, ctx, 'factor.set', { factor: 'totp' }, { about: [userId] });
    return { recoveryCodes };
  });
}

function openTicket({ viewer, now }: Ctx, sealed: string): string {
  const over = new AppError(422, 'ticketOver');
  let ticket: Ticket;
  try {
    ticket = JSON.parse(unseal(sealed)) as Ticket;
  } catch {
    // Not of this portal.
    throw over;
  }
  const left = ticket.expiresAt - now().getTime();
  if (ticket.sessionId !== viewer.sessionId || left <= 0 || left > TICKET_MS) throw over;
  return ticket.secret;
}

/** Removes the second factor: sign-ins need none any more. Nothing happens without one. */
export async function removeTotp(ctx: Ctx) {
  const { userId } = ctx.viewer;
  await withTenant(ctx.tenant.id, async (db) => {
    if (await deleteTotp(db, userId)) await audit(db, ctx, 'factor.removed', null, { about: [userId] });
  });
  return {};
}

/** Makes new recovery codes. @throws AppError 409 `noFactor` without an authenticator app */
export async function renewCodes(ctx: Ctx) {
  const { userId } = ctx.viewer;
  if (!(await hasTotp(userId))) throw new AppError(409, 'noFactor');
  return withTenant(ctx.tenant.id, async (db) => {
    const recoveryCodes = await replaceCodes(db, userId);
    await audit(db, ctx, 'factor.codesMade', null, { about: [userId] });
    return { recoveryCodes };
  });
}

/** Deletes the second factor and the passkeys of an account. @returns false when there was none of them */
export async function deleteFactors(db: TenantDb, userId: string): Promise<boolean> {
  const passkeys = await db.delete(passkey).where(eq(passkey.userId, userId)).returning({ id: passkey.id });
  return (await deleteTotp(db, userId)) || passkeys.length > 0;
}

async function deleteTotp(db: TenantDb, userId: string): Promise<boolean> {
  const removed = await db.delete(userTotp).where(eq(userTotp.userId, userId)).returning({ userId: userTotp.userId });
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  return removed.length > 0;
}
