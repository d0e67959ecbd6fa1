import type { z } from 'zod';
import type { ReplacePassword } from '#src/contract/account-password.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { refuseCommonPassword } from './common-password.ts';
import { hashPassword } from './password.ts';
import { proveByPassword, wrongPhoneOrPassword } from './prove-by-password.ts';
import { savePassword } from './save-password.ts';

/**
 * Replaces a password that somebody else gave, by somebody who cannot sign in with it (spec section 7, `pwd/update`). The
 * same proof and the same limits as signing in. Every session of the person ends.
 * @throws AppError 422 at the field to mend, 429 after too many tries
 */
export async function replacePassword(
  ctx: RequestContext,
  { phone, oldPassword, password, pictureId, pictureCode }: z.output<typeof ReplacePassword>,
) {
  refuseCommonPassword(password, { tenant: ctx.tenant, phone });
  const proof = { phone, password: oldPassword, field: 'oldPassword', picture: { pictureId, pictureCode } } as const;
  await proveByPassword(ctx, proof, async (person) => {
    const passwordHash = await hashPassword(password);
    const change = {
      userId: person.id,
      passwordHash,
      before: person.passwordHash,
      action: 'password.changed',
    } as const;
    if (!(await withTenant(ctx.tenant.id, (db) => savePassword(db, ctx, change))))
      throw wrongPhoneOrPassword('oldPassword');
  });
  return {};
}
