import { eq } from 'drizzle-orm';
import { userAccount, userSession, type FactorName, type LoginMethodName } from './tables/account.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { auditAlone } from '#src/server/core/audit.ts';
import { OWN_PASSWORD } from './limits.ts';
import { checkPassword } from './password/password.ts';
import { forgetTries, takeTry } from '#src/server/core/rate-limit.ts';

export type OwnAccount = {
  phone: string | null;
  /** Confirmed. */
  email: string | null;
  emailFailures: number;
  passwordHash: string | null;
  passwordChangedAt: Date | null;
  /** Login method of the current session. */
  way: LoginMethodName;
  signedInAt: Date;
  /** The second factor that was proven in the current session. */
  factor: FactorName | null;
  /** When the user has proven again who they are, in the current session. */
  provenAt: Date | null;
};

/** Returns the user's account, and how they logged in. */
export async function ownAccount({ viewer }: { viewer: Viewer }): Promise<OwnAccount> {
  const [found] = await withPortal((db) =>
    db
      .select({
        phone: userAccount.phone,
        email: userAccount.email,
        emailFailures: userAccount.emailFailures,
        passwordHash: userAccount.passwordHash,
        passwordChangedAt: userAccount.passwordChangedAt,
        way: userSession.way,
        signedInAt: userSession.gmtCreate,
        factor: userSession.factor,
        provenAt: userSession.provenAt,
      })
      .from(userSession)
      .innerJoin(userAccount, eq(userAccount.id, userSession.userId))
      .where(eq(userSession.id, viewer.sessionId)),
  );
  return found!;
}

/**
 * Re-authenticates the user by password.
 * @param field field at which errors are reported
 * @throws AppError 422 at that field, 429 after too many wrong passwords
 */
export async function verifyOwnPassword(
  ctx: RequestContext & { viewer: Viewer },
  stored: string,
  password: string | undefined,
  field: 'oldPassword' | 'password',
): Promise<void> {
  if (!password) throw new AppError(422, 'invalid', { fields: [{ field, key: 'field.passwordRequired' }] });
  const key = `password:user:${ctx.viewer.userId}`;
  await takeTry(key, OWN_PASSWORD);
  if (!(await checkPassword(stored, password))) {
    await auditAlone(ctx, 'password.refused');
    throw new AppError(422, 'wrongPassword', { fields: [{ field, key: 'wrongPassword' }] });
  }
  await forgetTries(key);
}
