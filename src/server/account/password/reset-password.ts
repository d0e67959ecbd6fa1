import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { ResetPassword } from '#src/contract/account-password.ts';
import { userAccount } from '#src/server/core/db/schema/account.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { auditAlone } from '#src/server/core/audit.ts';
import { refuseCommonPassword } from './common-password.ts';
import { countFailure, refuseAddress } from '../login-failures.ts';
import { hashPassword } from './password.ts';
import { forgetTries } from '#src/server/core/rate-limit.ts';
import { savePassword } from './save-password.ts';
import { requesterOf, useCode, wrongCode } from '../code/verification-code.ts';

/**
 * A new password for somebody who forgot theirs and has a code sent to their phone (spec section 7, `reset/password`). An
 * unknown phone and a wrong code get the same answer for the same work. Every session of the person ends.
 * @throws AppError 422 at the field to mend; 429 after too many failures, or `busy`, and then the code still works
 */
export async function resetPassword(ctx: RequestContext, { phone, code, password }: z.output<typeof ResetPassword>) {
  await refuseAddress(ctx);
  refuseCommonPassword(password, { tenant: ctx.tenant, phone });
  const typed = { phone, purpose: 'reset', code, now: ctx.now(), requester: requesterOf(ctx) } as const;
  // A wrong code costs no hashing, and a right one is not lost to a full queue.
  try {
    await useCode({ ...typed, keep: true });
  } catch (error) {
    await countFailure(ctx);
    await auditAlone(ctx, 'password.refused', { phone, way: 'reset' });
    throw error;
  }
  const passwordHash = await hashPassword(password);
  await useCode(typed);
  const [person] = await withPortal((db) =>
    db
      .select({ id: userAccount.id, passwordHash: userAccount.passwordHash })
      .from(userAccount)
      .where(and(eq(userAccount.phone, phone), isNull(userAccount.disabledAt))),
  );
  if (!person) throw wrongCode();
  const change = { userId: person.id, passwordHash, before: person.passwordHash, action: 'password.reset' } as const;
  if (!(await withTenant(ctx.tenant.id, (db) => savePassword(db, ctx, change)))) throw wrongCode();
  await forgetTries(`login:account:${phone}`);
  return {};
}
