import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { lockMembers } from '#src/server/record/post-entry.ts';
import { completeResourcesOf } from './complete-resources.ts';
import { lockExistingCourses, type Learners } from './update-course-progress.ts';
import { withdrawResourceOf } from './withdraw-resource.ts';

/**
 * Marks a resource as complete for some users and takes its completion back from others, in a number of statements that does
 * not depend on theirs. What both lock is locked first, in the order of `completeResourcesOf`: two confirmations, one of which
 * completes what the other one takes back, wait for each other and do not deadlock.
 * @param withdrawn the users and the reason, shown in the ledger
 * @returns from how many users it was taken back: those for whom the resource was complete
 */
export async function changeCompletions(
  db: TenantDb,
  learner: Omit<Learners, 'userIds'>,
  resource: { id: string; courseId: string },
  { completed, withdrawn }: { completed: string[]; withdrawn: ReadonlyMap<string, string> },
): Promise<{ withdrawnCount: number }> {
  const { enterpriseId } = learner;
  if (completed.length > 0 && withdrawn.size > 0) {
    const userIds = [...completed, ...withdrawn.keys()];
    await lockExistingCourses(db, { enterpriseId, userIds }, [resource.courseId]);
    await lockMembers(db, enterpriseId, userIds);
  }
  await completeResourcesOf(db, { ...learner, userIds: completed }, [resource]);
  const learners = { ...learner, userIds: [...withdrawn.keys()] };
  return { withdrawnCount: (await withdrawResourceOf(db, learners, resource, withdrawn)).length };
}
