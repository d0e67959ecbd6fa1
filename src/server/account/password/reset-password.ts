import { and, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { ResetPassword } from '#src/contract/account-password.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { auditAlone } from '#src/server/core/audit.ts';
import { rejectCommonPassword } from './common-password.ts';
import { countFailure, countAddressFailures } from '../login-failures.ts';
import { hashPassword } from './password.ts';
import { forgetTries } from '#src/server/core/rate-limit.ts';
import { savePassword } from './save-password.ts';
import { accountOf, keyOf, recipientOf } from '../code/recipient.ts';
import { requesterOf, useCode, wrongCode } from '../code/verification-code.ts';

/**
 * Sets a new password with a code sent to the user's phone number or address. An unknown recipient and a wrong code
 * give the same error for the same work. All sessions of the user end.
 * @throws AppError 422 with the invalid field; 429 after too many failures, or `busy`, after which the code is still
 *   valid
 */
export async function resetPassword(
  ctx: RequestContext,
  { code, password, phone, email }: z.output<typeof ResetPassword>,
) {
  const to = recipientOf({ phone, email });
  await countAddressFailures(ctx);
  rejectCommonPassword(password, { tenant: ctx.tenant, phone: phone ?? null });
  const typed = { recipient: keyOf(to), purpose: 'reset', code, now: ctx.now(), requester: requesterOf(ctx) } as const;
  // A wrong code causes no hashing, and a valid code is not used up when the queue is full.
  try {
    await useCode({ ...typed, checkOnly: true });
  } catch (error) {
    await countFailure(ctx);
    await auditAlone(ctx, 'password.refused', { ...to, way: 'reset' });
    throw error;
  }
  const passwordHash = await hashPassword(password);
  await useCode(typed);
  const [person] = await withPortal((db) =>
    db
      .select({ id: userAccount.id, phone: userAccount.phone, passwordHash: userAccount.passwordHash })
      .from(userAccount)
      .where(and(accountOf(to), isNull(userAccount.disabledAt))),
  );
  if (!person) throw wrongCode();
  const change = { userId: person.id, passwordHash, before: person.passwordHash, action: 'password.reset' } as const;
  if (!(await withTenant(ctx.tenant.id, (db) => savePassword(db, ctx, change)))) throw wrongCode();
  if (person.phone) await forgetTries(`login:account:${person.phone}`);
  return {};
}
