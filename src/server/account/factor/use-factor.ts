import { and, eq, lt } from 'drizzle-orm';
import type { FactorName } from '#src/server/account/tables/account.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { auditAlone } from '#src/server/core/audit.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { forgetTries, giveBack, type Limit, takeTry } from '#src/server/core/rate-limit.ts';
import { unseal } from '#src/server/core/seal.ts';
import { deviceDetail } from '../session/sign-in-history.ts';
import { FACTOR_PER_ACCOUNT, FACTOR_PER_DAY } from '../limits.ts';
import { countAddressFailures, countFailure } from '../login-failures.ts';
import { userTotp } from '../tables/factor.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { stepOf } from './totp.ts';

export type Given = { way: Exclude<FactorName, 'passkey'>; code: string };

/**
 * Runs what a second factor proves, within the limits of tries: each is counted before the code is checked, so that concurrent
 * ones gain nothing, and given back unless the code was wrong.
 * @param work checks the code with {@link requireFactor} in its transaction
 * @throws AppError 422 at field `code`; 429 after too many wrong codes
 */
export async function tryFactor<T>(
  ctx: RequestContext,
  userId: string,
  { way }: Given,
  work: () => Promise<T>,
): Promise<T> {
  const [soon, day] = [`factor:user:${userId}`, `factor:day:${userId}`];
  await countAddressFailures(ctx);
  await takeCode(soon, FACTOR_PER_ACCOUNT);
  await takeCode(day, FACTOR_PER_DAY);
  try {
    const result = await work();
    await forgetTries(soon);
    await giveBack(day);
    return result;
  } catch (error) {
    if (error instanceof AppError && error.key === 'wrongFactor') {
      await countFailure(ctx);
      await auditAlone(ctx, 'factor.refused', { factor: way, ...deviceDetail(ctx) }, { userId });
    } else {
      await giveBack(soon);
      await giveBack(day);
    }
    throw error;
  }
}

/** @throws AppError 429 that says for how long no code is accepted, and what can be done instead */
async function takeCode(key: string, limit: Limit): Promise<void> {
  try {
    await takeTry(key, limit);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { params, retryAfter } = error;
    const isLong = error.key === 'tooManyTriesToday';
    throw new AppError(429, isLong ? 'factorLockedToday' : 'factorLocked', { params, retryAfter });
  }
}

/**
 * Checks a code of the authenticator app, or a recovery code, and uses it up in the transaction of the caller: of two requests with one
 * code only one succeeds.
 * @throws AppError 422 `wrongFactor` at field `code`
 */
export async function requireFactor(
  db: TenantDb,
  ctx: RequestContext,
  userId: string,
  { way, code }: Given,
): Promise<void> {
  const right = await (way === 'recovery'
    ? useRecoveryCode(db, userId, code, ctx.now())
    : useTotp(db, ctx, userId, code));
  if (!right) throw wrongFactor();
}

/** The error for every kind of invalid code of a second factor. */
export const wrongFactor = () => new AppError(422, 'wrongFactor', { fields: [{ field: 'code', key: 'wrongFactor' }] });

async function useTotp(db: TenantDb, ctx: RequestContext, userId: string, code: string): Promise<boolean> {
  const [stored] = await db.select().from(userTotp).where(eq(userTotp.userId, userId));
  const secret = stored && openSecret(ctx, stored.sealedSecret);
  const step = secret ? stepOf(secret, code, ctx.now()) : null;
  if (step === null) return false;
  const used = await db
    .update(userTotp)
    .set({ lastStep: step })
    .where(and(eq(userTotp.userId, userId), lt(userTotp.lastStep, step)))
    .returning({ userId: userTotp.userId });
  return used.length > 0;
}

/** Null when it was encrypted with another `APP_SECRET`: only a reset of the second factor helps then. */
function openSecret({ log }: RequestContext, sealed: string): string | null {
  try {
    return unseal(sealed);
  } catch (error) {
    log('error', 'secret of an authenticator app unreadable', { error: (error as Error).message });
    return null;
  }
}
