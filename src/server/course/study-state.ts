import { and, eq } from 'drizzle-orm';
import { courseRegistration } from '#src/server/db/schema/course.ts';
import type { TenantDb } from '#src/server/db/tenant.ts';
import { Refusal } from '#src/server/http/refusal.ts';

export type StudyState = 'open' | 'unpublished' | 'registerFirst' | 'registrationPending' | 'registrationRejected';

type Course = { id: string; status: 'published' | 'unpublished'; registrationRequired: boolean };

/** Whether a person may study a course now, and if not, what stands in the way (spec section 4). */
export async function readStudyState(
  db: TenantDb,
  enterpriseId: string,
  userId: string,
  course: Course,
): Promise<StudyState> {
  if (course.status !== 'published') return 'unpublished';
  if (!course.registrationRequired) return 'open';
  const [registration] = await db
    .select({ status: courseRegistration.status })
    .from(courseRegistration)
    .where(
      and(
        eq(courseRegistration.enterpriseId, enterpriseId),
        eq(courseRegistration.courseId, course.id),
        eq(courseRegistration.userId, userId),
      ),
    );
  if (!registration) return 'registerFirst';
  if (registration.status === 'approved') return 'open';
  return registration.status === 'pending' ? 'registrationPending' : 'registrationRejected';
}

const TEXT: Record<Exclude<StudyState, 'open'>, string> = {
  unpublished: 'courseUnpublished',
  registerFirst: 'registerFirst',
  registrationPending: 'registrationPending',
  registrationRejected: 'registrationRejected',
};

/** @throws Refusal with the spec's text, unless the course is open for study */
export function requireOpen(state: StudyState): void {
  if (state !== 'open') throw new Refusal(403, TEXT[state]);
}
