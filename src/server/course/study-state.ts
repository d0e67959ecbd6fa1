import { and, eq } from 'drizzle-orm';
import { courseRegistration } from '#src/server/db/schema/course.ts';
import type { TenantDb } from '#src/server/db/tenant.ts';
import { Refusal } from '#src/server/http/refusal.ts';

export type StudyState = 'open' | 'unpublished' | 'registerFirst' | 'registrationPending' | 'registrationRejected';

export type RegistrationStatus = (typeof courseRegistration.$inferSelect)['status'];
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
  return stateOf(registration?.status ?? null);
}

/** What a registration, or none, means for somebody who wants to study. */
export function stateOf(registration: RegistrationStatus | null) {
  if (!registration) return 'registerFirst' as const;
  if (registration === 'approved') return 'open' as const;
  return registration === 'pending' ? ('registrationPending' as const) : ('registrationRejected' as const);
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
