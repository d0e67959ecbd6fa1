import { latestInstances } from '#src/server/flow/latest-instances.ts';
import type { Context } from '#src/server/core/context.ts';
import type { RegistrationKind } from './registration-table.ts';
import { MOST_REJECTIONS } from './request-registration.ts';

/**
 * What else there is to say about the viewer's registration for a course or project.
 * @param rejected whether it stands rejected now
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
    /** Why the latest request was turned down, or what was said with its approval. */
    reason: latest?.reason ?? null,
    // A rejection of the time before requests left none behind, and counts.
    mayAskAgain: rejected && Math.max(latest?.rejections ?? 0, 1) < MOST_REJECTIONS,
  };
}
