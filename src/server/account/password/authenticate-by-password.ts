import { eq } from 'drizzle-orm';
import { userAccount } from '#src/server/account/tables/account.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { auditAlone } from '#src/server/core/audit.ts';
import { FAILURES_PICTURE_FROM, PASSWORD_PER_ACCOUNT, PASSWORD_PICTURE_FROM } from '../limits.ts';
import { countFailure, countAddressFailures } from '../login-failures.ts';
import { deviceDetail } from '../session/sign-in-history.ts';
import { checkPassword } from './password.ts';
import { useAnswer } from '../code/picture/picture-code.ts';
import { giveBack, takeTry } from '#src/server/core/rate-limit.ts';
import { limitSignIns } from './sign-in-limit.ts';

/** Field at which errors are reported. */
type Field = 'password' | 'oldPassword';
type Tried = { phone: string; password: string; field: Field; picture: { pictureId?: string; pictureCode?: string } };
type Person = typeof userAccount.$inferSelect;

/**
 * Authenticates a user by phone number and password, then runs `onSuccess` (login, or replacing the password).
 * An unknown number and a wrong password give the same error after the same time. The attempt is counted before the
 * password is checked, so that concurrent attempts gain nothing, and refunded unless the password was wrong.
 * @throws AppError 422 with the invalid field, `pictureCode` after wrong attempts; 429 after too many, or `busy`
 */
export function authenticateByPassword<T>(
  ctx: RequestContext,
  tried: Tried,
  onSuccess: (person: Person) => Promise<T>,
): Promise<T> {
  return limitSignIns(() => authenticate(ctx, tried, onSuccess));
}

async function authenticate<T>(
  ctx: RequestContext,
  { phone, password, field, picture }: Tried,
  onSuccess: (person: Person) => Promise<T>,
): Promise<T> {
  const key = `login:account:${phone}`;
  const { left } = await takeTry(key, PASSWORD_PER_ACCOUNT);
  const tries = PASSWORD_PER_ACCOUNT.limit - left;
  let wrong = false;
  try {
    const failures = await countAddressFailures(ctx);
    if (tries >= PASSWORD_PICTURE_FROM || failures >= FAILURES_PICTURE_FROM) await useAnswer(picture, ctx.now());
    const [person] = await withPortal((db) => db.select().from(userAccount).where(eq(userAccount.phone, phone)));
    const right = await checkPassword(person?.passwordHash, password);
    if (!person || !right || person.disabledAt) {
      wrong = true;
      await countFailure(ctx);
      await auditAlone(
        ctx,
        'login.refused',
        { phone, way: 'password', ...deviceDetail(ctx) },
        { userId: person?.id ?? null },
      );
      throw wrongPhoneOrPassword(field);
    }
    return await onSuccess(person);
  } finally {
    if (!wrong) await giveBack(key);
  }
}

/** The same error for an unknown number, a wrong password and a disabled account. */
export function wrongPhoneOrPassword(field: Field): AppError {
  return new AppError(422, 'wrongPhoneOrPassword', { fields: [{ field, key: 'wrongPhoneOrPassword' }] });
}
