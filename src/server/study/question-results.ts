import { and, asc, count, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { resourceAnswer, resourceQuestion } from './tables/media.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { teaches } from './teaches.ts';

const counted = (condition = sql`true`) =>
  sql<number>`count(${resourceAnswer.userId}) filter (where ${condition})`.mapWith(Number);

/**
 * Returns the questions in the videos of a course and how they were answered.
 * @throws AppError 404 for a course that does not exist here or that the viewer does not teach
 */
export async function listQuestionResults(ctx: Context, { courseId }: { courseId: string }) {
  const { db, tenant } = ctx;
  const [found] = await db
    .select({ title: course.title })
    .from(course)
    .where(and(eq(course.enterpriseId, tenant.id), eq(course.id, courseId)));
  if (!found || !(await teaches(ctx, courseId))) throw notFound();
  const questions = await db
    .select({
      id: resourceQuestion.id,
      resourceId: resourceQuestion.resourceId,
      subResourceName: courseResource.subResourceName,
      atSecond: resourceQuestion.atSecond,
      stem: resourceQuestion.stem,
      answeredCount: counted(),
      firstRightCount: counted(sql`${resourceAnswer.firstRight}`),
      rightCount: counted(sql`${resourceAnswer.isRight}`),
    })
    .from(resourceQuestion)
    .innerJoin(
      courseResource,
      and(
        eq(courseResource.enterpriseId, resourceQuestion.enterpriseId),
        eq(courseResource.id, resourceQuestion.resourceId),
      ),
    )
    .leftJoin(
      resourceAnswer,
      and(
        eq(resourceAnswer.enterpriseId, resourceQuestion.enterpriseId),
        eq(resourceAnswer.questionId, resourceQuestion.id),
      ),
    )
    .where(
      and(
        eq(resourceQuestion.enterpriseId, tenant.id),
        eq(courseResource.courseId, courseId),
        eq(resourceQuestion.published, true),
      ),
    )
    .groupBy(...Object.values(getTableColumns(resourceQuestion)), courseResource.subResourceName, courseResource.sort)
    .orderBy(asc(courseResource.sort), asc(resourceQuestion.atSecond), asc(resourceQuestion.id))
    .limit(MAX_ITEMS.courseQuestions);
  return { courseId, title: found.title, questions };
}

/** Returns a page of the members who have answered a question. @throws AppError 404 as {@link listQuestionResults} */
export async function pageAnswers(ctx: Context, input: OperationInput<'POST /course/auth/study/question/answer/page'>) {
  const { db, tenant } = ctx;
  const [found] = await db
    .select({ courseId: courseResource.courseId })
    .from(resourceQuestion)
    .innerJoin(
      courseResource,
      and(
        eq(courseResource.enterpriseId, resourceQuestion.enterpriseId),
        eq(courseResource.id, resourceQuestion.resourceId),
      ),
    )
    .where(and(eq(resourceQuestion.enterpriseId, tenant.id), eq(resourceQuestion.id, input.questionId)));
  if (!found || !(await teaches(ctx, found.courseId))) throw notFound();
  return readPage(input, ({ limit, offset }) =>
    db
      .select({
        userId: resourceAnswer.userId,
        userName: enterpriseUser.userName,
        department: enterpriseUser.department,
        chosen: resourceAnswer.chosen,
        attempts: resourceAnswer.attempts,
        firstRight: resourceAnswer.firstRight,
        isRight: resourceAnswer.isRight,
        gmtModified: resourceAnswer.gmtModified,
        totalCount: sql<number>`${count()} over ()`.mapWith(Number),
      })
      .from(resourceAnswer)
      .innerJoin(
        enterpriseUser,
        and(
          eq(enterpriseUser.enterpriseId, resourceAnswer.enterpriseId),
          eq(enterpriseUser.userId, resourceAnswer.userId),
        ),
      )
      .where(and(eq(resourceAnswer.enterpriseId, tenant.id), eq(resourceAnswer.questionId, input.questionId)))
      .orderBy(desc(resourceAnswer.gmtModified), desc(resourceAnswer.userId))
      .limit(limit)
      .offset(offset),
  );
}
