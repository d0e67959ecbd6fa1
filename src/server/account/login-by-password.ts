import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { LoginByPassword } from '#src/contract/account.ts';
import { userAccount } from '#src/server/db/schema/account.ts';
import { withPortal } from '#src/server/db/tenant.ts';
import type { RequestContext } from '#src/server/http/context.ts';
import { Refusal } from '#src/server/http/refusal.ts';
import { auditAlone } from './audit.ts';
import { FAILURES_PICTURE_FROM, PASSWORD_PER_ACCOUNT, PASSWORD_PICTURE_FROM } from './limits.ts';
import { countFailure, refuseAddress } from './login-failures.ts';
import { checkPassword } from './password.ts';
import { useAnswer } from './picture/picture-code.ts';
import { giveBack, takeTry } from './rate-limit.ts';
import { signIn } from './sign-in.ts';

/**
 * Signs a person in to the enterprise of this host (spec section 7, `login/pwd`).
 * An unknown phone and a wrong password get the same answer after the same time. The try is counted before the password is
 * looked at, so that many at once get no further than one after the other, and given back unless the password was wrong.
 * @throws Refusal 422 with the field to mend, `pictureCode` after wrong tries; 429 after too many
 */
export async function loginByPassword(
  ctx: RequestContext,
  { phone, password, agreed, bind, ...picture }: z.output<typeof LoginByPassword>,
) {
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
      throw new Refusal(422, 'wrongPhoneOrPassword', { fields: [{ field: 'password', key: 'wrongPhoneOrPassword' }] });
    }
    return await signIn(ctx, { userId: person.id, way: 'password', agreed, bind });
  } finally {
    if (!wrong) await giveBack(key);
  }
}
