import type { z } from 'zod';
import type { ProveFactor } from '#src/contract/account-factor.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { openProven } from '../sign-in.ts';
import { findSecondStep, forgetSecondStep, takeSecondStep } from './pending-sign-in.ts';
import { requireFactor, tryFactor } from './use-factor.ts';

/**
 * Opens the session of a sign-in that waits, once its second factor is proven. Code, sign-in and session are one transaction: after a wrong
 * code the sign-in still waits.
 * @throws AppError 422 `secondStepOver` when none waits in this browser; 422 at field `code`; 403 and 409 as `signIn`; 429
 */
export async function completeSignIn(ctx: RequestContext, given: z.output<typeof ProveFactor>) {
  const waiting = await withTenant(ctx.tenant.id, (db) => findSecondStep(db, ctx));
  if (!waiting) throw new AppError(422, 'secondStepOver');
  const session = await tryFactor(ctx, waiting.userId, given, () =>
    withTenant(ctx.tenant.id, async (db) => {
      const taken = await takeSecondStep(db, ctx);
      if (!taken) throw new AppError(422, 'secondStepOver');
      const { userId, way, bind } = taken;
      await requireFactor(db, ctx, userId, given);
      return openProven(db, ctx, { userId, way, bind: bind ?? undefined, factor: given.way });
    }),
  );
  forgetSecondStep(ctx);
  return session;
}
