import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { getT } from '#src/i18n/server.ts';
import type { Translate } from '#src/i18n/format.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { type Choice, LEAST_ANSWERS, OTHER, type Question } from '#src/contract/rules/questionnaire.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { questionnaire, questionnaireCompletion } from './tables.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import { countAnswers, countKey, type Counts, type Filter, readTexts, type WrittenText } from './count-answers.ts';
import { isManaged, questionnairesOf } from './managed.ts';

type Input = OperationInput<'GET /course/auth/questionnaire/results/view'>;
type Row = {
  questionnaireId: string;
  title: string;
  courseId: string;
  courseTitle: string;
  anonymous: boolean;
  published: boolean;
};

/**
 * Returns the results of a questionnaire for the lecturer of its course and administrators: nothing before five answers, and of
 * an anonymous one five more at a time.
 * Of an anonymous one, neither results of fewer than five people are shown, nor those from which a subtraction would give
 * them: of a question, of a filter, or of those whom a filter leaves out.
 * @throws AppError 404 for a resource without questionnaire, or of a course of another lecturer
 */
export async function viewResults(ctx: Context, input: Input) {
  const { db, tenant, locale } = ctx;
  const versions = await readVersions(ctx, input.resourceId);
  const shown = input.questionnaireId
    ? versions.find(({ questionnaireId }) => questionnaireId === input.questionnaireId)
    : versions[0];
  if (!shown) throw notFound();
  const { questionnaireId, title, courseId, courseTitle, anonymous } = shown;
  const [found] = await db
    .select({ pages: questionnaire.pages })
    .from(questionnaire)
    .where(and(eq(questionnaire.enterpriseId, tenant.id), eq(questionnaire.id, questionnaireId)));
  const t = getT(locale);
  const questions = found!.pages.flatMap((page) => page.questions);
  const filters = questions.filter(({ kind }) => kind === 'single' || kind === 'several');
  const filter = filterOf(filters, input);
  const which = { enterpriseId: tenant.id, questionnaireId };
  const all = await countAnswers(db, { ...which, filter: null });
  const part = filter ? await countAnswers(db, { ...which, filter }) : all;
  const isTooFew = (count: number, of: number) =>
    count < LEAST_ANSWERS || (anonymous && of > count && of - count < LEAST_ANSWERS);
  const isOpen = all.total >= LEAST_ANSWERS;
  const filterWithheld = isOpen && filter !== null && isTooFew(part.total, all.total);
  const isShown = isOpen && !filterWithheld;
  const texts = isShown ? await readTexts(db, { ...which, filter }) : [];
  const { courseId: ofCourse, enterpriseId } = courseProgress;
  const ofQuestionnaire = and(
    eq(questionnaireCompletion.enterpriseId, tenant.id),
    eq(questionnaireCompletion.questionnaireId, questionnaireId),
  );
  return {
    ...{ resourceId: input.resourceId, questionnaireId, title, courseTitle, anonymous },
    answerCount: await db.$count(questionnaireCompletion, ofQuestionnaire),
    shownCount: all.total,
    needed: LEAST_ANSWERS,
    learnerCount: await db.$count(courseProgress, and(eq(enterpriseId, tenant.id), eq(ofCourse, courseId))),
    // The number itself would tell how many chose the option.
    filteredCount: filterWithheld ? 0 : part.total,
    filterWithheld,
    filters: isOpen
      ? filters.map(({ code, title: name, ...question }) => ({ code, title: name, options: choicesOf(t, question) }))
      : [],
    questions: isShown
      ? questions
          .filter(({ code, retired }) => !retired || all.counts.has(countKey(code)))
          .map((question) => {
            const [count, of] = [part, all].map(({ counts }) => counts.get(countKey(question.code)) ?? 0) as [
              number,
              number,
            ];
            const withheld = anonymous && count > 0 && isTooFew(count, of);
            return resultOf(t, question, { counts: part.counts, texts, withheld });
          })
      : [],
    versions: versions.map(({ questionnaireId: id, title: name, published }) => ({
      questionnaireId: id,
      title: name,
      published,
    })),
  };
}

async function readVersions({ db, tenant, viewer }: Context, resourceId: string): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select q.id as "questionnaireId", q.title, c.id as "courseId", c.title as "courseTitle", q.anonymous, q.published
    from ${questionnairesOf(tenant.id)}
    where q.resource_id = ${resourceId} and ${isManaged(viewer)}
    order by q.published desc, q.gmt_create desc, q.id desc limit ${MAX_ITEMS.versions}`);
  return rows;
}

/** A filter that no question has is none. */
function filterOf(filters: Question[], { question: code, choice }: Input): Filter | null {
  const question = filters.find((each) => each.code === code);
  const isChoice =
    question && (question.options.some((each) => each.code === choice) || (question.other && choice === OTHER));
  return isChoice ? { question: question.code, choice: choice! } : null;
}

const choicesOf = (t: Translate, { options, other }: Pick<Question, 'options' | 'other'>): Choice[] =>
  other ? [...options, { code: OTHER, text: t('questionnaire:results.other') }] : options;

type Source = { counts: Counts; texts: WrittenText[]; withheld: boolean };

function resultOf(t: Translate, question: Question, { counts, texts, withheld }: Source) {
  const { code, kind, title, retired, leastLabel, mostLabel } = question;
  const answerCount = counts.get(countKey(code)) ?? 0;
  const isShown = answerCount > 0 && !withheld;
  const countsOf = (choices: Choice[], total: number, row = '') =>
    choices.map((choice) => {
      const count = counts.get(countKey(code, choice.code, row)) ?? 0;
      return { ...choice, count, percent: total === 0 ? 0 : Math.round((count / total) * 100) };
    });
  const choices = kind === 'scale' ? valuesOf(question) : choicesOf(t, question);
  return {
    ...{ code, kind, title, retired, leastLabel, mostLabel, withheld },
    answerCount: withheld ? 0 : answerCount,
    counts: isShown && kind !== 'matrix' && kind !== 'text' ? countsOf(choices, answerCount) : [],
    mean: isShown && kind === 'scale' ? meanOf(countsOf(choices, answerCount), answerCount) : null,
    rows:
      isShown && kind === 'matrix'
        ? question.rows.map((row) => {
            const total = counts.get(countKey(code, '', row.code)) ?? 0;
            return { ...row, answerCount: total, counts: countsOf(question.options, total, row.code) };
          })
        : [],
    texts: isShown
      ? texts.filter((each) => each.question === code).map(({ text, userName }) => ({ text, userName }))
      : [],
  };
}

const valuesOf = ({ least, most }: Question): Choice[] =>
  Array.from({ length: most! - least! + 1 }, (_, i) => String(least! + i)).map((value) => ({
    code: value,
    text: value,
  }));

const meanOf = (counts: { code: string; count: number }[], total: number) =>
  Math.round((counts.reduce((sum, { code, count }) => sum + Number(code) * count, 0) / total) * 100) / 100;
