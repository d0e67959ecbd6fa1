import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { stepsFor } from './steps.ts';
import { flowInstance, flowStep } from './tables.ts';

type NewRequest = Pick<
  typeof flowInstance.$inferInsert,
  'enterpriseId' | 'flowType' | 'subjectId' | 'title' | 'detail'
> & {
  applicantId: string;
  approverId: string | null;
  concernsId?: string;
  at: Date;
};

/**
 * Inserts a pending request with the approval steps that its type has now.
 * @returns its id, or null when the applicant has a pending one about the same subject
 */
export async function insertRequest(db: TenantDb, { approverId, at, ...asked }: NewRequest): Promise<string | null> {
  const { enterpriseId, flowType, applicantId, concernsId = null } = asked;
  const steps = await stepsFor(db, { enterpriseId, flowType, lecturerId: approverId, applicantId, concernsId });
  const [made] = await db
    .insert(flowInstance)
    .values({
      ...asked,
      approverId: steps.length > 0 ? steps[0]!.approverId : approverId,
      stepCount: steps.length,
      gmtCreate: at,
      gmtModified: at,
    })
    .onConflictDoNothing()
    .returning({ id: flowInstance.id });
  if (!made) return null;
  if (steps.length > 0)
    await db.insert(flowStep).values(steps.map((step) => ({ ...step, enterpriseId, instanceId: made.id })));
  return made.id;
}
