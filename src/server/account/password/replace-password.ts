import type { z } from 'zod';
import type { ReplacePassword } from '#src/contract/account-password.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { rejectCommonPassword } from './common-password.ts';
import { hashPassword } from './password.ts';
import { authenticateByPassword, wrongPhoneOrPassword } from './authenticate-by-password.ts';
import { savePassword } from './save-password.ts';

/**
 * Replaces a password that was set by somebody else, for a user who cannot log in with it. Authentication and limits
 * are those of the login. All sessions of the user end.
 * @throws AppError 422 with the invalid field, 429 after too many attempts
 */
export async function replacePassword(
  ctx: RequestContext,
  { phone, oldPassword, password, pictureId, pictureCode }: z.output<typeof ReplacePassword>,
) {
  rejectCommonPassword(password, { tenant: ctx.tenant, phone });
  const proof = { phone, password: oldPassword, field: 'oldPassword', picture: { pictureId, pictureCode } } as const;
  await authenticateByPassword(ctx, proof, async (person) => {
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
