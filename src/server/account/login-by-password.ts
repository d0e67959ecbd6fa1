import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { LoginByPassword } from '#src/contract/account.ts';
import { userAccount } from '#src/server/db/schema/account.ts';
import { withPortal } from '#src/server/db/tenant.ts';
import type { RequestContext } from '#src/server/http/context.ts';
import { Refusal } from '#src/server/http/refusal.ts';
import { auditAlone } from './audit.ts';
import { checkPassword } from './password.ts';
import { signIn } from './sign-in.ts';

/**
 * Signs a person in to the enterprise of this host (spec section 7, `login/pwd`).
 * An unknown phone and a wrong password get the same answer after the same time.
 * @throws Refusal 422 with the field to mend
 */
export async function loginByPassword(
  ctx: RequestContext,
  { phone, password, agreed, bind }: z.output<typeof LoginByPassword>,
) {
  const [person] = await withPortal((db) => db.select().from(userAccount).where(eq(userAccount.phone, phone)));
  const right = await checkPassword(person?.passwordHash, password);
  if (!person || !right || person.disabledAt) {
    await auditAlone(ctx, 'login.refused', { phone, way: 'password' }, person?.id ?? null);
    throw new Refusal(422, 'wrongPhoneOrPassword', { fields: [{ field: 'password', key: 'wrongPhoneOrPassword' }] });
  }
  return signIn(ctx, { userId: person.id, way: 'password', agreed, bind });
}
