import { and, asc, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { examAllowance } from './tables/exam.ts';
import { readExam } from './admin/read-exam.ts';

type Filter = OperationInput<'POST /exam/auth/exam/allowance/page'>;
type Saved = OperationInput<'POST /exam/auth/exam/allowance/save'>;

/** Returns a page of what is granted to single members in one exam, by name. @throws AppError 404 */
export async function listAllowances({ db, tenant }: Context, { examId, ...page }: Filter) {
  await readExam(db, tenant.id, examId);
  const where = and(eq(examAllowance.enterpriseId, tenant.id), eq(examAllowance.examId, examId));
  const { limit, offset } = slice(page);
  const total = await db.$count(examAllowance, where);
  const rows = await db
    .select({ row: examAllowance, userName: enterpriseUser.userName, department: enterpriseUser.department })
    .from(examAllowance)
    .innerJoin(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, examAllowance.enterpriseId), eq(enterpriseUser.userId, examAllowance.userId)),
    )
    .where(where)
    .orderBy(asc(enterpriseUser.userName), asc(examAllowance.userId))
    .limit(limit)
    .offset(offset);
  return paging(
    page,
    total,
    rows.map(({ row, ...more }) => ({ ...row, ...more })),
  );
}

/**
 * Grants a member extra time, extra attempts or an own window for one exam, or withdraws it when nothing is left of it.
 * Attempts in progress keep their deadline.
 * @throws AppError 403 for the viewer (decision 079); 404 for an exam or a person of another enterprise; 422 for half a
 *   window, or one that ends before it begins
 */
export async function saveAllowance(ctx: Context, { reason, ...input }: Saved) {
  const { db, tenant, viewer } = ctx;
  const enterpriseId = tenant.id;
  if (input.userId === viewer.userId) throw new AppError(403, 'cannotGrantYourself');
  const { examId, userId, extraSeconds, extraAttempts } = input;
  const windowStart = input.windowStart === null ? null : new Date(input.windowStart);
  const windowEnd = input.windowEnd === null ? null : new Date(input.windowEnd);
  const isWrong = windowStart === null ? windowEnd !== null : windowEnd === null || windowEnd <= windowStart;
  if (isWrong) throw new AppError(422, 'invalid', { fields: [{ field: 'windowEnd', key: 'field.endsBeforeStart' }] });
  await readExam(db, enterpriseId, examId);
  const member = and(eq(enterpriseUser.enterpriseId, enterpriseId), eq(enterpriseUser.userId, userId));
  if (!(await db.$count(enterpriseUser, member))) throw notFound();

  if (extraSeconds + extraAttempts === 0 && !windowStart)
    await db
      .delete(examAllowance)
      .where(
        and(
          eq(examAllowance.enterpriseId, enterpriseId),
          eq(examAllowance.examId, examId),
          eq(examAllowance.userId, userId),
        ),
      );
  else {
    const granted = { extraSeconds, extraAttempts, windowStart, windowEnd };
    await db
      .insert(examAllowance)
      .values({ enterpriseId, examId, userId, ...granted })
      .onConflictDoUpdate({
        target: [examAllowance.enterpriseId, examAllowance.examId, examAllowance.userId],
        set: granted,
      });
  }
  await audit(db, ctx, 'exam.allowance.saved', { ...input, reason }, { about: [examId, userId] });
  return { userId };
}
