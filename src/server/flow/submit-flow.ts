import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { lockInstance } from './lock-instance.ts';
import { isApprover, readDeciding } from './may-decide.ts';
import { type FlowEffects, finishInstance } from './finish-instance.ts';
import { readSteps, decideStep, type Step } from './steps.ts';
import { maySee } from './view-instance.ts';
import { and, eq } from 'drizzle-orm';
import { audit } from '#src/server/core/audit.ts';
import { flowInstance } from './tables.ts';
import { addLogEntry } from './add-log-entry.ts';
import { endWaiting, tellDeciders } from './tell-deciders.ts';

type Input = OperationInput<'POST /user/auth/flow/instance/submitFlow'>;
type Instance = Awaited<ReturnType<typeof lockInstance>>;

/**
 * Approves or rejects the current step of a request (docs/decisions/037). A rejection, or the approval of the last
 * step, decides the request and runs its effect. A repetition of the same decision changes nothing.
 * @throws AppError 403 for the user's own request, one that concerns them, and a step of other approvers; 404 for one that the
 *   user cannot see; 409 when the request or step was decided differently, or the request withdrawn; 422 for a rejection
 *   without a comment
 */
export async function submitFlow(ctx: Context, effects: FlowEffects, input: Input) {
  const { db, viewer } = ctx;
  const { id, action, comment, grant } = input;
  const instance = await lockInstance(ctx, id);
  const steps = await readSteps(db, viewer, instance);
  if (viewer.userId !== instance.applicantId && !maySee(viewer, instance, steps)) throw notFound();
  const deciding = await readDeciding(db, viewer, instance);
  rejectOwn(ctx, instance, deciding.anybody);

  const state = action === 'approve' ? ('approved' as const) : ('rejected' as const);
  // Without `step`, a user who has decided one repeats that decision: a double click must not decide two steps.
  const step = input.step ?? steps.findLast(({ decidedBy }) => decidedBy === viewer.userId)?.step ?? instance.step;
  const known = steps.find((each) => each.step === step);
  if (known?.outcome) {
    if (known.outcome === state && known.decidedBy === viewer.userId) return { id, state: instance.state };
    throw new AppError(409, 'flowDecided');
  }
  if (instance.state !== 'pending') {
    if (instance.state === state && instance.decidedBy === viewer.userId) return { id, state };
    throw new AppError(409, instance.state === 'withdrawn' ? 'flowWithdrawn' : 'flowDecided');
  }
  if (step !== instance.step) throw new AppError(409, 'flowDecided');
  if (!deciding.viewer && viewer.factorDuty === 'roles')
    throw new AppError(403, 'secondFactorRequired', { need: 'factor' });
  if (!deciding.viewer) throw new AppError(403, 'stepOfOthers');
  if (state === 'rejected' && !comment) {
    throw new AppError(422, 'invalid', { fields: [{ field: 'comment', key: 'field.rejectReason' }] });
  }
  if (grant) requireGrantable(instance, state, comment);
  const next = state === 'approved' && steps.find((each) => each.step === instance.step + 1);
  if (next) {
    // What is granted is said by the approver of the last step.
    if (grant) throw new AppError(422, 'invalid', { fields: [{ field: 'grant', key: 'field.grantAtLast' }] });
    await finishStep(ctx, instance, next, comment);
    return { id, state: instance.state };
  }
  await finishInstance(ctx, effects, instance, state, comment, grant);
  return { id, state };
}

/** @throws AppError 403 for the applicant and the person whom the request concerns (docs/decisions/019) */
function rejectOwn({ viewer }: Context, instance: Instance, anybodyElse: boolean): void {
  if (viewer.userId === instance.concernsId) throw new AppError(403, 'cannotDecideAboutYourself');
  if (viewer.userId !== instance.applicantId) return;
  const alone = isApprover(viewer, instance) && !anybodyElse;
  throw new AppError(403, alone ? 'nobodyElseDecides' : 'cannotDecideOwn');
}

/** @throws AppError 422 for anything but the acceptance of an appeal, with a reason */
function requireGrantable({ flowType }: Instance, state: 'approved' | 'rejected', comment: string | undefined): void {
  if (flowType !== 'appeal' || state !== 'approved')
    throw new AppError(422, 'invalid', { fields: [{ field: 'grant', key: 'field.invalid' }] });
  if (!comment) throw new AppError(422, 'invalid', { fields: [{ field: 'comment', key: 'field.reasonRequired' }] });
}

/**
 * Approves a step that is not the last one: the request waits for the next approver, and has no effect yet. The caller has
 * locked the request.
 */
async function finishStep(
  ctx: Context,
  instance: typeof flowInstance.$inferSelect,
  next: Pick<Step, 'step' | 'approverId'>,
  comment: string | undefined,
): Promise<void> {
  const { db, viewer, now } = ctx;
  const { enterpriseId, id, flowType, subjectId, applicantId, step } = instance;
  const at = now();
  await endWaiting(ctx, instance);
  await decideStep(db, instance, { outcome: 'approved', decidedBy: viewer.userId, decidedAt: at });
  await db
    .update(flowInstance)
    .set({ step: next.step, approverId: next.approverId, gmtModified: at })
    .where(and(eq(flowInstance.enterpriseId, enterpriseId), eq(flowInstance.id, id)));
  await addLogEntry(ctx, id, 'approve', comment);
  await tellDeciders(ctx, { id, title: instance.title, step: next.step });
  await audit(
    db,
    ctx,
    'flow.stepApproved',
    { instanceId: id, flowType, subjectId, applicantId, step },
    {
      about: [id, subjectId, applicantId, instance.concernsId],
    },
  );
}
