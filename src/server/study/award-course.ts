import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { issueCertificates, restoreWithResult, revokeWithResult } from '#src/server/record/issue-certificate.ts';

type Completion = {
  userId: string;
  courseId: string;
  /** The certificate of the course; null: it has none. */
  certificateId: string | null;
  /** Of a completion after the first one: its id in `course_renewal`. */
  renewalId?: string;
};

/** What a certificate is issued for: each completion of a course by a user. */
const sourceOf = ({ courseId, renewalId }: Pick<Completion, 'courseId' | 'renewalId'>) =>
  ['course', courseId, ...(renewalId ? [renewalId] : [])].join(':');

/**
 * Issues the certificates of courses that users have completed, each once per completion. One that was revoked with the completion
 * is valid again. Courses without a certificate need no query.
 */
export async function awardCourses(
  db: TenantDb,
  { enterpriseId, at }: Pick<Learners, 'enterpriseId' | 'at'>,
  completions: Completion[],
): Promise<void> {
  const earned = completions.flatMap(({ certificateId, ...of }) =>
    certificateId === null
      ? []
      : { userId: of.userId, certificateId, source: sourceOf(of), at, issueWay: 'automatic' as const },
  );
  if (earned.length === 0) return;
  // In the order of other completions: a concurrent repeat finds the certificate.
  await db.execute(sql`
    select from enterprise_user
    where enterprise_id = ${enterpriseId} and user_id = any(${sql.param(earned.map(({ userId }) => userId))}::uuid[])
    order by user_id for no key update`);
  const issued = new Set(
    (await issueCertificates(db, enterpriseId, earned)).map(({ userId, source }) => userId + source),
  );
  for (const { userId, source } of earned)
    if (!issued.has(userId + source)) await restoreWithResult(db, { enterpriseId, userId, source });
}

/** Revokes the certificate of a completion that was taken back. @param title the reason */
export const revokeCourse = (
  db: TenantDb,
  { enterpriseId, at }: Pick<Learners, 'enterpriseId' | 'at'>,
  { userId, courseId, title }: { userId: string; courseId: string; title: string },
): Promise<void> => revokeWithResult(db, { enterpriseId, userId, at, reason: title, source: sourceOf({ courseId }) });
export type Learner = { enterpriseId: string; userId: string; at: Date; timeZone: string };
/** Several users to whom the same happens. */
export type Learners = Omit<Learner, 'userId'> & { userIds: string[] };
