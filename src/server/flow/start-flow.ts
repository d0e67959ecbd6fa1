import { and, eq } from 'drizzle-orm';
import type { FlowType } from '#src/contract/rules/flow.ts';
import { flowInstance } from './tables.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { markSeen } from './mark-decisions-seen.ts';
import { insertRequest } from './insert-request.ts';
import { addLogEntry } from './add-log-entry.ts';
import { readDeciding } from './may-decide.ts';
import { tellDeciders } from './tell-deciders.ts';

export type Asked = {
  flowType: FlowType;
  /** Id of an order, course, project, course resource, user or certificate. */
  subjectId: string;
  /** Title in lists. */
  title: string;
  /** The lecturer, who can decide besides the administrators, or in their step of a chain. */
  approverId?: string | null;
  /** The person whom the request is about, if it is not the applicant. They cannot decide it either. */
  concernsId?: string;
  /** Details for the decision, see `FlowDetail` in the contract. */
  detail?: Record<string, unknown> & { note?: string | null };
  /** Refuse a request that nobody can decide now; otherwise it waits for an administrator to come. */
  needsDecider?: boolean;
};

/**
 * Starts a request of the user, in the transaction of its subject, with the approval steps that its type has now. A unique index ensures that a user has one pending
 * request per subject.
 * @returns the id of the new request, or null when one is already pending
 * @throws AppError 409 with `needsDecider`, when nobody but the applicant and the person concerned could decide it
 */
export async function startFlow(
  ctx: Context,
  { detail = {}, approverId = null, needsDecider = false, ...asked }: Asked,
): Promise<string | null> {
  const { db, tenant, viewer, now } = ctx;
  const enterpriseId = tenant.id;
  const made = await insertRequest(db, {
    ...asked,
    enterpriseId,
    applicantId: viewer.userId,
    approverId,
    detail,
    at: now(),
  });
  if (!made) return null;
  if (needsDecider && !(await readDeciding(db, viewer, { enterpriseId, id: made })).anybody)
    throw new AppError(409, 'nobodyWouldDecide');
  // A user who requests again knows the previous decision.
  const { flowType, subjectId } = asked;
  await markSeen(ctx, and(eq(flowInstance.flowType, flowType), eq(flowInstance.subjectId, subjectId)));
  await addLogEntry(ctx, made, 'submit', detail.note);
  await tellDeciders(ctx, { id: made, title: asked.title, step: 1 });
  await audit(
    db,
    ctx,
    'flow.submitted',
    { instanceId: made, flowType, subjectId },
    {
      about: [made, subjectId, viewer.userId, asked.concernsId ?? null],
    },
  );
  return made;
}
