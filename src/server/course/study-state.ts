import { sql, type SQL } from 'drizzle-orm';
import type { courseRegistration, CourseStatus } from './tables.ts';
import { statusFor } from './tables/visible.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { hasSeat } from '#src/server/order/seat-conditions.ts';
import { AppError } from '#src/server/core/app-error.ts';

export type StudyState =
  'open' | 'unpublished' | 'purchaseFirst' | 'registerFirst' | 'registrationPending' | 'registrationRejected';

export type RegistrationStatus = (typeof courseRegistration.$inferSelect)['status'];
type Course = {
  id: string;
  status: CourseStatus;
  registrationRequired: boolean;
  purchaseRequired: boolean;
};

/** What the study state of a user depends on besides the course. */
export type StudyFacts = { hasSeat: boolean; registration: RegistrationStatus | null };

/**
 * Columns of a select with the `StudyFacts` of a user, each read only if the course asks for it.
 * @param course alias of the table `course`
 */
export const studyFacts = (course: SQL, userId: string): SQL => sql`
  case when ${course}.purchase_required
       then ${hasSeat(sql`${course}.enterprise_id`, userId, sql`${course}.id`)} else false end as "hasSeat",
  case when ${course}.registration_required and not ${course}.purchase_required
       then (select g.status from course_registration g where g.enterprise_id = ${course}.enterprise_id
               and g.course_id = ${course}.id and g.user_id = ${userId}) end as registration`;

/**
 * Whether a user can study a course now, and if not, why (docs/specification.md, section "Access to courses"). For a
 * course that requires purchase a seat of an approved order is sufficient; no registration is needed in addition.
 */
export function studyStateOf(course: Omit<Course, 'id'>, { hasSeat, registration }: StudyFacts): StudyState {
  if (course.status !== 'published') return 'unpublished';
  if (course.purchaseRequired) return hasSeat ? 'open' : 'purchaseFirst';
  return course.registrationRequired ? stateOf(registration) : 'open';
}

/** Returns the state of `studyStateOf`. */
export async function readStudyState(
  db: TenantDb,
  enterpriseId: string,
  userId: string,
  course: Course,
): Promise<StudyState> {
  const isFree = !course.purchaseRequired && !course.registrationRequired;
  if (course.status === 'restricted') {
    const { rows } = await db.execute<StudyFacts & Pick<Course, 'status'>>(sql`
      select ${statusFor(sql`c`, userId)} as status, ${studyFacts(sql`c`, userId)}
      from course c where c.enterprise_id = ${enterpriseId} and c.id = ${course.id}`);
    return studyStateOf({ ...course, ...rows[0]! }, rows[0]!);
  }
  if (course.status !== 'published' || isFree) return studyStateOf(course, { hasSeat: false, registration: null });
  const { rows } = await db.execute<StudyFacts>(sql`
    select ${studyFacts(sql`c`, userId)} from course c where c.enterprise_id = ${enterpriseId} and c.id = ${course.id}`);
  return studyStateOf(course, rows[0]!);
}

/** Whether a user sees a course that has an audience. */
export async function isSeen(
  { db, tenant, viewer }: { db: TenantDb; tenant: { id: string }; viewer: { userId: string } },
  { id, status }: Pick<Course, 'id' | 'status'>,
): Promise<boolean> {
  if (status !== 'restricted') return status === 'published';
  const { rows } = await db.execute(sql`
    select from portal.courses_for(${tenant.id}, ${viewer.userId}, ${id}) f where f = ${id}`);
  return rows.length > 0;
}

/** Maps the status of a registration (null: none) to a study state. */
export function stateOf(registration: RegistrationStatus | null) {
  if (!registration) return 'registerFirst' as const;
  if (registration === 'approved') return 'open' as const;
  return registration === 'pending' ? ('registrationPending' as const) : ('registrationRejected' as const);
}

const ERROR_KEYS: Record<Exclude<StudyState, 'open'> | 'itemLocked', string> = {
  unpublished: 'courseUnpublished',
  purchaseFirst: 'purchaseFirst',
  registerFirst: 'registerFirst',
  registrationPending: 'registrationPending',
  registrationRejected: 'registrationRejected',
  itemLocked: 'itemLocked',
};

/** Checks that a course, or an item of it, is open for study. @throws AppError 403 with the reason */
export function requireOpen(state: StudyState | 'itemLocked'): void {
  if (state !== 'open') throw new AppError(403, ERROR_KEYS[state]);
}
