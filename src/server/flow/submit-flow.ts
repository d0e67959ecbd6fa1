import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { lockInstance } from './lock-instance.ts';
import { hasDecider, isDecider, mayDecide } from './may-decide.ts';
import { type FlowEffects, settleInstance } from './settle-instance.ts';

type Input = OperationInput<'POST /user/auth/flow/instance/submitFlow'>;

/**
 * Approves or rejects a request (design section 10): once, together with what follows from it.
 * @throws AppError 403 for one's own request; 404 for one that the viewer has no part in; 409 when it was decided
 * otherwise or recalled; 422 for a rejection that does not say why
 */
export async function submitFlow(ctx: Context, effects: FlowEffects, { id, action, comment }: Input) {
  const { viewer } = ctx;
  const instance = await lockInstance(ctx, id);
  if (!mayDecide(viewer, instance)) {
    if (viewer.userId !== instance.applicantId) throw notFound();
    const another = !isDecider(viewer, instance) || (await hasDecider(ctx.db, instance));
    throw new AppError(403, another ? 'cannotDecideOwn' : 'nobodyElseDecides');
  }
  const state = action === 'approve' ? ('approved' as const) : ('rejected' as const);
  if (instance.state !== 'pending') {
    if (instance.state === state && instance.decidedBy === viewer.userId) return { id, state };
    throw new AppError(409, instance.state === 'withdrawn' ? 'flowWithdrawn' : 'flowDecided');
  }
  if (state === 'rejected' && !comment) {
    throw new AppError(422, 'invalid', { fields: [{ field: 'comment', key: 'field.rejectReason' }] });
  }
  await settleInstance(ctx, effects, instance, state, comment);
  return { id, state };
}
