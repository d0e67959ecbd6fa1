import { and, asc, eq, sql } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examInvigilator } from './tables.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { readCounts } from './read-counts.ts';
import { requireControl } from './require-control.ts';

/** Returns an exam as the control room shows it. @throws AppError 404 as `requireControl` */
export async function viewRoom(ctx: Context, { examId }: { examId: string }) {
  const { db, tenant, viewer } = ctx;
  const now = ctx.now();
  const found = await requireControl(ctx, examId);
  const [rules] = await db
    .select({
      limitSeconds: exam.limitSeconds,
      switchPolicy: exam.switchPolicy,
      questionCount: sql<number>`(case when ${exam.paperKind} = 'fixed'
        then (select count(*) from exam_question q where q.enterprise_id = ${tenant.id} and q.exam_id = ${examId})
        else (select coalesce(sum(s.count), 0) from exam_section s
              where s.enterprise_id = ${tenant.id} and s.exam_id = ${examId}) end)::int`,
    })
    .from(exam)
    .where(and(eq(exam.enterpriseId, tenant.id), eq(exam.id, examId)));
  const invigilators = await db
    .select({ userId: examInvigilator.userId, userName: enterpriseUser.userName })
    .from(examInvigilator)
    .innerJoin(
      enterpriseUser,
      and(
        eq(enterpriseUser.enterpriseId, examInvigilator.enterpriseId),
        eq(enterpriseUser.userId, examInvigilator.userId),
      ),
    )
    .where(and(eq(examInvigilator.enterpriseId, tenant.id), eq(examInvigilator.examId, examId)))
    .orderBy(asc(enterpriseUser.userName), asc(examInvigilator.userId))
    .limit(MAX_ITEMS.invigilators);
  return {
    ...{ examId, title: found.title, windowStart: found.windowStart, windowEnd: found.windowEnd },
    ...rules!,
    serverTime: now,
    counts: await readCounts(db, { enterpriseId: tenant.id, exam: found, now }),
    invigilators,
    mayName: viewer.isAdmin,
  };
}
