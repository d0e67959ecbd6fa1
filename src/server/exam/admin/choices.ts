import { managesExams } from '#src/contract/rules/rights.ts';
import { and, asc, eq, or, sql } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import type { OperationInput } from '#src/contract/calls.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { course } from '#src/server/course/tables.ts';
import { question, questionBank, questionVersion, type QuestionTexts } from '#src/server/question/tables.ts';
import { certificate } from '#src/server/record/tables/certificate.ts';
import { studyTask } from '#src/server/study/tables/study.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { isCurrentVersion } from '#src/server/question/write-questions.ts';
import { teaches } from '../marker-of.ts';
import { isUsable } from './manage.ts';

/** Returns what an exam can be made of by the viewer: lecturers have their courses, and no certificates and tasks. */
export async function listExamChoices({ db, tenant, viewer }: Context) {
  const byAdmins = managesExams(viewer) ? undefined : sql`false`;
  const { rows: banks } = await db.execute<{
    id: string;
    title: string;
    questionCount: number;
    topics: string[];
    tags: string[];
  }>(sql`
    select b.id, b.title, q.n as "questionCount", q.topics, t.tags
    from ${questionBank} b
    cross join lateral (
      select count(*)::int as n,
             coalesce((array_agg(distinct q.topic) filter (where q.topic is not null))[1:${sql.raw(String(MAX_ITEMS.bankTopics))}], '{}') as topics
      from ${question} q where q.enterprise_id = b.enterprise_id and q.bank_id = b.id and q.published
    ) q
    cross join lateral (
      select coalesce((array_agg(distinct tag))[1:${sql.raw(String(MAX_ITEMS.bankTopics))}], '{}') as tags
      from ${question} q, unnest(q.tags) tag where q.enterprise_id = b.enterprise_id and q.bank_id = b.id and q.published
    ) t
    where b.enterprise_id = ${tenant.id} and ${isUsable({ viewer })} order by b.title, b.id limit ${MAX_ITEMS.banks}`);
  const courses = await db
    .select({ id: course.id, title: course.title })
    .from(course)
    .where(
      and(
        eq(course.enterpriseId, tenant.id),
        managesExams(viewer) ? undefined : teaches(viewer.userId, sql`${course.id}`, sql`${course.enterpriseId}`),
      ),
    )
    .orderBy(asc(course.title), asc(course.id))
    .limit(MAX_ITEMS.examCourses);
  const certificates = await db
    .select({ id: certificate.id, title: certificate.certificateName })
    .from(certificate)
    .where(and(eq(certificate.enterpriseId, tenant.id), byAdmins))
    .orderBy(asc(certificate.certificateName), asc(certificate.id))
    .limit(MAX_ITEMS.certificates);
  const tasks = await db
    .select({ id: studyTask.id, title: studyTask.title })
    .from(studyTask)
    .where(and(eq(studyTask.enterpriseId, tenant.id), eq(studyTask.published, true), byAdmins))
    .orderBy(asc(studyTask.title), asc(studyTask.id))
    .limit(MAX_ITEMS.tasks);
  // Also those above, in which nobody is directly.
  const { rows: departments } = await db.execute<{ department: string }>(sql`
    select distinct array_to_string(d.parts[:n], '/') as department
    from (select distinct string_to_array(${enterpriseUser.department}, '/') as parts from ${enterpriseUser}
          where ${enterpriseUser.enterpriseId} = ${tenant.id} and ${enterpriseUser.department} <> '') d,
      generate_series(1, cardinality(d.parts)) n
    order by 1 limit ${MAX_ITEMS.departmentChoices}`);
  const markers = await db
    .select({ id: enterpriseUser.userId, userName: enterpriseUser.userName })
    .from(enterpriseUser)
    .where(and(eq(enterpriseUser.enterpriseId, tenant.id), canMark))
    .orderBy(asc(enterpriseUser.userName), asc(enterpriseUser.userId))
    .limit(MAX_ITEMS.markerChoices);
  return {
    banks,
    courses,
    certificates,
    tasks,
    markers,
    departments: departments.map(({ department }) => department),
  };
}

/** Members who can mark exams. */
export const canMark = and(
  eq(enterpriseUser.status, 'active'),
  or(eq(enterpriseUser.isAdmin, true), eq(enterpriseUser.userType, USER_TYPE.lecturer)),
);

type Filter = OperationInput<'POST /exam/auth/exam/admin/question/page'>;

/** Returns a page of the published questions of a bank. @throws AppError 404 */
export async function listBankQuestions({ db, tenant, viewer }: Context, { bankId, type, keyword, ...page }: Filter) {
  const { rowCount } = await db.execute(
    sql`select from question_bank b where b.enterprise_id = ${tenant.id} and b.id = ${bankId} and ${isUsable({ viewer })}`,
  );
  if (rowCount === 0) throw notFound();
  const where = and(
    eq(question.enterpriseId, tenant.id),
    eq(question.bankId, bankId),
    eq(question.published, true),
    type && eq(question.type, type),
    keyword ? sql`strpos(lower(${questionVersion.texts}::text), lower(${keyword})) > 0` : undefined,
  );
  const { limit, offset } = slice(page);
  const [counted] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(question)
    .innerJoin(questionVersion, isCurrentVersion)
    .where(where);
  const rows = await db
    .select({
      ...{ questionId: question.id, type: question.type, difficulty: question.difficulty, topic: question.topic },
      texts: questionVersion.texts,
    })
    .from(question)
    .innerJoin(questionVersion, isCurrentVersion)
    .where(where)
    .orderBy(asc(question.code), asc(question.id))
    .limit(limit)
    .offset(offset);
  const { lang } = await readEnterprise(db, tenant.id);
  return paging(
    page,
    counted!.n,
    rows.map(({ texts, ...row }) => ({ ...row, stem: stemOf(texts, lang) })),
  );
}

/** The stem in the language of the enterprise, or in the other one. */
export function stemOf(texts: QuestionTexts, lang: string): string {
  const own = lang === 'zh' ? texts.zh : texts.en;
  return (own ?? texts.zh ?? texts.en)!.stem;
}
