import { eq } from 'drizzle-orm';
import { userAccount } from '#src/server/core/db/schema/account.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { auditAlone } from '#src/server/core/audit.ts';
import { FAILURES_PICTURE_FROM, PASSWORD_PER_ACCOUNT, PASSWORD_PICTURE_FROM } from '../limits.ts';
import { countFailure, refuseAddress } from '../login-failures.ts';
import { checkPassword } from './password.ts';
import { useAnswer } from '../code/picture-code.ts';
import { giveBack, takeTry } from '#src/server/core/rate-limit.ts';
import { passSignInGate } from './sign-in-gate.ts';

/** Where the password was typed. */
type Field = 'password' | 'oldPassword';
type Tried = { phone: string; password: string; field: Field; picture: { pictureId?: string; pictureCode?: string } };
type Person = typeof userAccount.$inferSelect;

/**
 * Does something for whoever knows the password of a phone: signs them in, or lets them replace it.
 * An unknown phone and a wrong password get the same answer after the same time. The try is counted before the password is
 * looked at, so that many at once get no further than one after the other, and given back unless the password was wrong.
 * @throws AppError 422 with the field to mend, `pictureCode` after wrong tries; 429 after too many, or `busy`
 */
export function proveByPassword<T>(
  ctx: RequestContext,
  tried: Tried,
  proven: (person: Person) => Promise<T>,
): Promise<T> {
  return passSignInGate(() => prove(ctx, tried, proven));
}

async function prove<T>(
  ctx: RequestContext,
  { phone, password, field, picture }: Tried,
  proven: (person: Person) => Promise<T>,
): Promise<T> {
  const key = `login:account:${phone}`;
  const { left } = await takeTry(key, PASSWORD_PER_ACCOUNT);
  const tries = PASSWORD_PER_ACCOUNT.limit - left;
  let wrong = false;
  try {
    const failures = await refuseAddress(ctx);
    if (tries >= PASSWORD_PICTURE_FROM || failures >= FAILURES_PICTURE_FROM) await useAnswer(picture, ctx.now());
    const [person] = await withPortal((db) => db.select().from(userAccount).where(eq(userAccount.phone, phone)));
    const right = await checkPassword(person?.passwordHash, password);
    if (!person || !right || person.disabledAt) {
      wrong = true;
      await countFailure(ctx);
      await auditAlone(ctx, 'login.refused', { phone, way: 'password' }, person?.id ?? null);
      throw wrongPhoneOrPassword(field);
    }
    return await proven(person);
  } finally {
    if (!wrong) await giveBack(key);
  }
}

/** The one answer to whatever does not fit. */
export function wrongPhoneOrPassword(field: Field): AppError {
  return new AppError(422, 'wrongPhoneOrPassword', { fields: [{ field, key: 'wrongPhoneOrPassword' }] });
}
