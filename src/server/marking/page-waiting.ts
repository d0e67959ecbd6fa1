import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import { readPage } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import type { Context } from '#src/server/core/context.ts';
import { blindOrder } from './blind-order.ts';
import { marksExam } from '#src/server/exam/marker-of.ts';

type Input = { pageCurrent: number; pageSize: number };

/**
 * Lists the papers of exams that the viewer marks and that wait for marks, oldest first, or in no order of time while marking is
 * blind; nothing for members who do not mark.
 */
export function pageWaitingPapers(ctx: Context, input: Input) {
  const { db, tenant, viewer } = ctx;
  const where = and(
    eq(examAttempt.enterpriseId, tenant.id),
    // A literal, so that the planner can use the partial index.
    sql`${examAttempt.status} = 'submitted'`,
    gt(examAttempt.shortCount, 0),
    gt(examAttempt.unmarkedCount, 0),
    ne(examAttempt.userId, viewer.userId),
    marksExam(ctx, sql`${exam}`),
  );
  // A closed attempt has a time. While marking is blind it would tell whose paper it is.
  const at =
    sql<Date>`case when ${exam.blindMarking} then ${exam.windowStart} else ${examAttempt.submittedAt} end`.mapWith(
      examAttempt.submittedAt,
    );
  return readPage(input, ({ limit, offset }) =>
    db
      .select({
        id: examAttempt.id,
        title: exam.title,
        detail: sql<null>`null`,
        personName: sql<string | null>`case when not ${exam.blindMarking} then ${enterpriseUser.userName} end`,
        at,
        path: sql<string>`'/test/marking?id=' || ${examAttempt.id}`,
        totalCount: sql<number>`(count(*) over ())::int`,
      })
      .from(examAttempt)
      .innerJoin(exam, and(eq(exam.enterpriseId, examAttempt.enterpriseId), eq(exam.id, examAttempt.examId)))
      .innerJoin(
        enterpriseUser,
        and(eq(enterpriseUser.enterpriseId, examAttempt.enterpriseId), eq(enterpriseUser.userId, examAttempt.userId)),
      )
      .where(where)
      .orderBy(asc(at), blindOrder(sql`${examAttempt.id}`), asc(examAttempt.id))
      .limit(limit)
      .offset(offset),
  );
}
