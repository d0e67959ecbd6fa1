import { latestInstances, MAX_REJECTIONS } from '#src/server/flow/latest-instances.ts';
import type { Context } from '#src/server/core/context.ts';
import type { RegistrationKind } from './registration-table.ts';

/**
 * Returns the user's latest request for a course or project: its id, the comment of the decision, and whether the user
 * can request again.
 * @param rejected whether the registration is rejected
 */
export async function readRegistration(
  { db, tenant, viewer }: Context,
  flowType: RegistrationKind,
  subjectId: string,
  rejected: boolean,
) {
  const asked = { enterpriseId: tenant.id, applicantId: viewer.userId, flowType, subjectIds: [subjectId] };
  const latest = (await latestInstances(db, asked)).get(subjectId);
  return {
    instanceId: latest?.instanceId ?? null,
    /** Comment of the latest decision. */
    reason: latest?.reason ?? null,
    // Registrations rejected before requests were introduced have no request, but count as one rejection.
    mayAskAgain: rejected && Math.max(latest?.rejections ?? 0, 1) < MAX_REJECTIONS,
  };
}
