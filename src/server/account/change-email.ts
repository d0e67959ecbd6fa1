import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { ChangeEmail } from '#src/contract/account-password.ts';
import { MAX_EMAIL_FAILURES } from '#src/contract/rules/account.ts';
import { maskEmail } from '#src/lib/email.ts';
import { enterpriseUser, userAccount } from './tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import { errorCode } from '#src/server/core/operator-error.ts';
import { requesterOf, useCode } from './code/verification-code.ts';
import { ownAccount } from './own-account.ts';
import { requireNoExamElsewhere } from './session/exam-elsewhere.ts';
import { endSessions, openSession } from './session/open-session.ts';

type Ctx = RequestContext & { viewer: Viewer };

/**
 * Confirms an e-mail address of the account with a code sent to it; also the same one again, once it fails. All other sessions end, because the address is a login credential; this browser gets a new session. The
 * address also becomes the contact address in this enterprise.
 * @throws AppError 422 with the invalid field; 409 at `email` when another account has confirmed the address, reported
 *   only after the code has been verified
 */
export async function changeEmail(ctx: Ctx, input: z.output<typeof ChangeEmail>) {
  const { email, code } = input;
  const me = await ownAccount(ctx);
  if (me.email === email && me.emailFailures < MAX_EMAIL_FAILURES)
    throw new AppError(422, 'invalid', { fields: [{ field: 'email', key: 'field.sameEmail' }] });
  await requireNoExamElsewhere(ctx, input.leavesExam);
  await useCode({ recipient: email, purpose: 'email', code, now: ctx.now(), requester: requesterOf(ctx) });
  const { userId, enterpriseId } = ctx.viewer;
  return withTenant(ctx.tenant.id, async (db) => {
    const changed = await db
      .update(userAccount)
      .set({ email, emailFailures: 0, emailBouncedAt: null })
      .where(
        and(
          eq(userAccount.id, userId),
          me.email === null ? isNull(userAccount.email) : eq(userAccount.email, me.email),
        ),
      )
      .returning({ id: userAccount.id })
      .catch(rejectTakenEmail);
    if (changed.length === 0) throw new AppError(409, 'changedMeanwhile');
    await db
      .update(enterpriseUser)
      .set({ email, gmtModified: ctx.now() })
      .where(and(eq(enterpriseUser.enterpriseId, ctx.tenant.id), eq(enterpriseUser.userId, userId)));
    await endSessions(db, userId, { now: ctx.now() });
    await audit(
      db,
      ctx,
      'email.changed',
      { from: me.email && maskEmail(me.email), to: maskEmail(email) },
      { about: [userId] },
    );
    return openSession(db, ctx, { userId, enterpriseId, way: me.way, factor: me.factor });
  });
}

/** Removes the confirmed address: codes and notices are no longer sent to it. Nothing happens without one. */
export async function removeEmail(ctx: Ctx) {
  const { email } = await ownAccount(ctx);
  if (email === null) return {};
  return withTenant(ctx.tenant.id, async (db) => {
    await db.update(userAccount).set({ email: null }).where(eq(userAccount.id, ctx.viewer.userId));
    await audit(db, ctx, 'email.changed', { from: maskEmail(email), to: null }, { about: [ctx.viewer.userId] });
    return {};
  });
}

/** Maps a unique violation (the address of another account) to 409. */
function rejectTakenEmail(error: unknown): never {
  if (errorCode((error as { cause?: unknown }).cause ?? error) !== '23505') throw error;
  throw new AppError(409, 'emailTaken', { fields: [{ field: 'email', key: 'emailTaken' }] });
}
