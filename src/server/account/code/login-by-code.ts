import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { LoginByCode } from '#src/contract/account.ts';
import { userAccount } from '#src/server/core/db/schema/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit, auditAlone } from '#src/server/core/audit.ts';
import { countFailure, refuseAddress } from '../login-failures.ts';
import { requireAgreed, signIn } from '../sign-in.ts';
import { requesterOf, useCode } from './verification-code.ts';

/**
 * Signs in whoever holds a phone and the code sent to it (spec section 7, `login/verification/code`). A phone that is new
 * here becomes an account in no enterprise. Consent has to come along each time: a code may make an account, and asking
 * only some would tell who has one.
 * @throws AppError 422 with the field to mend, 403 for a disabled account, 429 after too many failures
 */
export async function loginByCode(ctx: RequestContext, { phone, code, agreed, bind }: z.output<typeof LoginByCode>) {
  await refuseAddress(ctx);
  if (!agreed) await requireAgreed(ctx);
  try {
    await useCode({ phone, purpose: 'login', code, now: ctx.now(), requester: requesterOf(ctx) });
  } catch (error) {
    await countFailure(ctx);
    await auditAlone(ctx, 'login.refused', { phone, way: 'code' });
    throw error;
  }
  const { id, disabledAt } = await findOrMake(ctx, phone);
  if (disabledAt) {
    await auditAlone(ctx, 'login.refused', { phone, way: 'code' }, id);
    throw new AppError(403, 'accountDisabled');
  }
  return signIn(ctx, { userId: id, way: 'code', agreed, bind });
}

function findOrMake(ctx: RequestContext, phone: string) {
  return withTenant(ctx.tenant.id, async (db) => {
    const made = await db
      .insert(userAccount)
      .values({ id: randomUUID(), phone, gmtCreate: ctx.now() })
      .onConflictDoNothing({ target: userAccount.phone })
      .returning();
    if (made[0]) await audit(db, ctx, 'account.made', { way: 'code' }, made[0].id);
    const [person] = await db.select().from(userAccount).where(eq(userAccount.phone, phone));
    return person!;
  });
}
