import type { Context } from '#src/server/http/context.ts';
import { notFound, Refusal } from '#src/server/http/refusal.ts';
import { lockInstance } from './lock-instance.ts';
import { hasDecider, isDecider, mayDecide } from './may-decide.ts';
import { settleInstance } from './settle-instance.ts';

type Decision = 'approve' | 'reject';
type Input = { id: string; action: Decision; comment?: string };

/**
 * Approves or rejects a request (design section 10): once, together with what follows from it.
 * @throws Refusal 403 for one's own request; 404 for one that the viewer has no part in; 409 when it was decided
 * otherwise or recalled; 422 for a rejection that does not say why
 */
export async function submitFlow(ctx: Context, { id, action, comment }: Input) {
  const { viewer } = ctx;
  const instance = await lockInstance(ctx, id);
  if (!mayDecide(viewer, instance)) {
    if (viewer.userId !== instance.applicantId) throw notFound();
    const another = !isDecider(viewer, instance) || (await hasDecider(ctx.db, instance));
    throw new Refusal(403, another ? 'cannotDecideOwn' : 'nobodyElseDecides');
  }
  const state = action === 'approve' ? ('approved' as const) : ('rejected' as const);
  if (instance.state !== 'pending') {
    if (instance.state === state && instance.decidedBy === viewer.userId) return { id, state };
    throw new Refusal(409, instance.state === 'withdrawn' ? 'flowWithdrawn' : 'flowDecided');
  }
  if (state === 'rejected' && !comment) {
    throw new Refusal(422, 'invalid', { fields: [{ field: 'comment', key: 'field.rejectReason' }] });
  }
  await settleInstance(ctx, instance, state, comment);
  return { id, state };
}
