import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { loginAttempt } from '#src/server/account/tables/sign-in.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { type Answered, loginByIdentity } from './login-by-identity.ts';
import { BROWSER_COOKIE } from './login-attempt.ts';
import { hashToken } from '../session/token.ts';

/**
 * Completes a login after agreement and privacy were accepted; the provider's response is stored in this browser's
 * attempt.
 * @throws AppError 422 `attemptExpired`
 */
export async function continueLogin(ctx: RequestContext, { bind }: { bind: string }) {
  const browser = ctx.cookies.get(BROWSER_COOKIE);
  const [attempt] = browser
    ? await withTenant(ctx.tenant.id, (db) =>
        db
          .select()
          .from(loginAttempt)
          .where(
            and(
              eq(loginAttempt.enterpriseId, ctx.tenant.id),
              eq(loginAttempt.id, bind),
              eq(loginAttempt.browserHash, hashToken(browser)),
              isNotNull(loginAttempt.identity),
              isNull(loginAttempt.userId),
              gt(loginAttempt.expiresAt, ctx.now()),
            ),
          ),
      )
    : [];
  if (!attempt) throw new AppError(422, 'attemptExpired');
  return loginByIdentity(ctx, attempt as Answered, true);
}
