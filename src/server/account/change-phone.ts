import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { ChangePhone } from '#src/contract/account-password.ts';
import { maskPhone } from '#src/lib/phone.ts';
import { userAccount } from './tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import { requesterOf, useCode } from './code/verification-code.ts';
import { requireNoExamElsewhere } from './session/exam-elsewhere.ts';
import { endSessions, openSession } from './session/open-session.ts';
import { ownAccount } from './own-account.ts';

type Input = z.output<typeof ChangePhone>;

/**
 * Changes the phone number of the account with a code sent to the new number. All other
 * sessions end, because the phone number is a login credential; this browser gets a new session.
 * @throws AppError 422 with the invalid field; 409 at `phone` when the number belongs to another account, reported only
 *   after the code has been verified
 */
export async function changePhone(ctx: RequestContext & { viewer: Viewer }, input: Input) {
  const me = await ownAccount(ctx);
  if (me.phone === input.phone)
    throw new AppError(422, 'invalid', { fields: [{ field: 'phone', key: 'field.samePhone' }] });
  const { phone: recipient, code } = input;
  await requireNoExamElsewhere(ctx, input.leavesExam);
  await useCode({ recipient, purpose: 'phone', code, now: ctx.now(), requester: requesterOf(ctx) });
  const { userId, enterpriseId } = ctx.viewer;
  return withTenant(ctx.tenant.id, async (db) => {
    const taken = await db.select({ id: userAccount.id }).from(userAccount).where(eq(userAccount.phone, input.phone));
    if (taken.length > 0) throw accountExists();
    const changed = await db
      .update(userAccount)
      .set({ phone: input.phone, phoneUnverified: false })
      .where(
        and(
          eq(userAccount.id, userId),
          me.phone === null ? isNull(userAccount.phone) : eq(userAccount.phone, me.phone),
        ),
      )
      .returning({ id: userAccount.id })
      .catch(rejectTakenPhone);
    if (changed.length === 0) throw new AppError(409, 'changedMeanwhile');
    await endSessions(db, userId, { now: ctx.now() });
    await audit(
      db,
      ctx,
      'phone.changed',
      { from: me.phone && maskPhone(me.phone), to: maskPhone(input.phone) },
      { about: [userId] },
    );
    return openSession(db, ctx, { userId, enterpriseId, way: me.way, factor: me.factor });
  });
}

const accountExists = () => new AppError(409, 'accountExists', { fields: [{ field: 'phone', key: 'accountExists' }] });

/** Maps a unique violation (another account took the number concurrently) to 409. */
function rejectTakenPhone(error: unknown): never {
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: string };
  throw code === '23505' ? accountExists() : error;
}
