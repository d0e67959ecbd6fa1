import { and, eq, inArray } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { examInvigilator } from './tables.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { requireControl } from './require-control.ts';

/**
 * Names the invigilators of an exam in place of the earlier ones; new ones are told.
 * @throws AppError 404 for an exam or an active member that does not exist here
 */
export async function saveInvigilators(
  ctx: Context,
  { examId, userIds }: OperationInput<'PUT /exam/auth/exam/control/invigilator/save'>,
) {
  const { db, tenant } = ctx;
  const enterpriseId = tenant.id;
  const { title } = await requireControl(ctx, examId);
  const wanted = [...new Set(userIds)];
  const members = and(
    eq(enterpriseUser.enterpriseId, enterpriseId),
    eq(enterpriseUser.status, 'active'),
    inArray(enterpriseUser.userId, wanted),
  );
  if ((await db.$count(enterpriseUser, members)) < wanted.length) throw notFound();
  const ofExam = and(eq(examInvigilator.enterpriseId, enterpriseId), eq(examInvigilator.examId, examId));
  const before = await db.delete(examInvigilator).where(ofExam).returning({ userId: examInvigilator.userId });
  if (wanted.length > 0)
    await db.insert(examInvigilator).values(wanted.map((userId) => ({ enterpriseId, examId, userId })));
  const known = new Set(before.map(({ userId }) => userId));
  await sendNotices(
    db,
    enterpriseId,
    wanted
      .filter((userId) => !known.has(userId))
      .map((userId) => ({
        ...{ userId, kind: 'examInvigilator', detail: { title }, at: ctx.now() },
        ...{ path: `/test/control?exam=${examId}`, source: `exam-invigilator:${examId}` },
      })),
  );
  const changed = [...new Set([...wanted, ...known])].filter((userId) => wanted.includes(userId) !== known.has(userId));
  await audit(
    db,
    ctx,
    'invigilation.invigilators.changed',
    { examId, userIds: wanted },
    {
      about: [examId, ...changed],
    },
  );
  return {};
}
