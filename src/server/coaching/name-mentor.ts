import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { coaching } from './tables.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { findCoaching } from './find-coaching.ts';
import { viewCoaching } from './view-coaching.ts';

/**
 * Names another mentor: goals, meetings and what has been confirmed stay. The new mentor and the learner are told. Idempotent.
 * @throws AppError 404; 409 for a complete coaching; 422 at `userId` for the learner, and for somebody who is not an active
 *   member
 */
export async function nameMentor(
  ctx: Context,
  { id, userId }: OperationInput<'PUT /course/auth/coaching/mentor/save'>,
) {
  const { db, tenant, now } = ctx;
  const own = and(eq(coaching.enterpriseId, tenant.id), eq(coaching.id, id));
  await db.select({ id: coaching.id }).from(coaching).where(own).for('update');
  const found = await findCoaching(ctx, id);
  if (found.mentorId === userId) return viewCoaching(ctx, { id });
  if (found.completedAt) throw new AppError(409, 'coachingComplete');
  const [person] = await db
    .select({ userName: enterpriseUser.userName })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, tenant.id),
        eq(enterpriseUser.userId, userId),
        eq(enterpriseUser.status, 'active'),
      ),
    );
  if (!person || userId === found.learnerId)
    throw new AppError(422, 'invalid', { fields: [{ field: 'userId', key: 'field.invalid' }] });
  await db.update(coaching).set({ mentorId: userId, gmtModified: now() }).where(own);
  await audit(
    db,
    ctx,
    'coaching.mentorNamed',
    { id, userId, before: found.mentorId },
    { about: [id, userId, found.learnerId] },
  );
  const detail = { event: 'mentorNamed', title: found.plan.title, userName: person.userName };
  await sendNotices(
    db,
    tenant.id,
    [userId, found.learnerId].map((to) => ({
      ...{ userId: to, kind: 'coaching' as const, detail, path: `/account/coaching/${id}`, at: now() },
      source: `coaching-mentor:${id}:${userId}:${now().getTime()}`,
    })),
  );
  return viewCoaching(ctx, { id });
}
