import { and, eq } from 'drizzle-orm';
import { courseRegistration } from '#src/server/core/db/schema/course.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { hasSeat } from '#src/server/order/has-seat.ts';
import { AppError } from '#src/server/core/app-error.ts';

export type StudyState =
  'open' | 'unpublished' | 'purchaseFirst' | 'registerFirst' | 'registrationPending' | 'registrationRejected';

export type RegistrationStatus = (typeof courseRegistration.$inferSelect)['status'];
type Course = {
  id: string;
  status: 'published' | 'unpublished';
  registrationRequired: boolean;
  purchaseRequired: boolean;
};

/**
 * Returns whether a user can study a course now, and if not, why (spec section 4). For a course that requires purchase
 * a seat of an approved order is sufficient; no registration is needed in addition.
 */
export async function readStudyState(
  db: TenantDb,
  enterpriseId: string,
  userId: string,
  course: Course,
): Promise<StudyState> {
  if (course.status !== 'published') return 'unpublished';
  if (course.purchaseRequired) return (await hasSeat(db, enterpriseId, userId, course.id)) ? 'open' : 'purchaseFirst';
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

/** Maps the status of a registration (null: none) to a study state. */
export function stateOf(registration: RegistrationStatus | null) {
  if (!registration) return 'registerFirst' as const;
  if (registration === 'approved') return 'open' as const;
  return registration === 'pending' ? ('registrationPending' as const) : ('registrationRejected' as const);
}

const ERROR_KEYS: Record<Exclude<StudyState, 'open'>, string> = {
  unpublished: 'courseUnpublished',
  purchaseFirst: 'purchaseFirst',
  registerFirst: 'registerFirst',
  registrationPending: 'registrationPending',
  registrationRejected: 'registrationRejected',
};

/** Checks that a course is open for study. @throws AppError 403 with the text of the specification */
export function requireOpen(state: StudyState): void {
  if (state !== 'open') throw new AppError(403, ERROR_KEYS[state]);
}
