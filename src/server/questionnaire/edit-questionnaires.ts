import { and, eq, sql } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { OTHER, type QuestionPage } from '#src/contract/rules/questionnaire.ts';
import { type ConditionFault, wrongConditions } from '#src/contract/rules/questionnaire-conditions.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import type { DocumentError, Editing } from '#src/server/core/content-kind.ts';
import type { CourseItem } from '#src/server/course/edit/course-document.ts';
import { changeOf, withRetired } from './answered-questions.ts';
import { questionnaire } from './tables.ts';

/** What is said about a condition that cannot be used. */
const CONDITION_ERRORS: Record<ConditionFault, string> = {
  gone: 'field.askedLater',
  later: 'field.askedLater',
  kind: 'field.askedLater',
  empty: 'field.required',
  choice: 'field.conditionChoice',
  range: 'field.invalid',
};

/* Questionnaires as parts of the document of their course (docs/specification.md, section "Editing content"). */

type Document = NonNullable<CourseItem['questionnaire']>;
type Question = Document['pages'][number]['questions'][number];
type Item = Pick<CourseItem, 'id' | 'name' | 'type' | 'questionnaire'>;
type Stored = typeof questionnaire.$inferSelect & { isAnswered: boolean };

/** Reads the questionnaires of a course, by the id of the item. Questions that only results show are not part of the document. */
export async function readQuestionnaires(
  { db, enterpriseId }: Editing,
  courseId: string,
): Promise<Map<string, Document>> {
  const { rows } = await db.execute<Omit<Document, 'pages'> & { resourceId: string; pages: QuestionPage[] }>(sql`
    select distinct on (q.resource_id) q.resource_id as "resourceId", coalesce(q.introduction, '') as introduction, q.anonymous, q.pages
    from questionnaire q join course_resource r on r.enterprise_id = q.enterprise_id and r.id = q.resource_id
    where q.enterprise_id = ${enterpriseId} and r.course_id = ${courseId} and q.published
    order by q.resource_id, q.gmt_create desc, q.id desc`);
  return new Map(
    rows.map(({ resourceId, pages, ...settings }) => [
      resourceId,
      {
        ...settings,
        pages: pages
          .map((page) => ({
            ...page,
            ...{ title: page.title ?? '', introduction: page.introduction ?? '' },
            questions: page.questions.filter(({ retired }) => !retired).map(editedQuestion),
          }))
          .filter(({ questions }) => questions.length > 0),
      },
    ]),
  );
}

/** In a document no text is null: an empty one is not given. */
const editedQuestion = ({
  retired: _,
  hint,
  leastLabel,
  mostLabel,
  ...question
}: QuestionPage['questions'][number]): Question => ({
  ...question,
  ...{ hint: hint ?? '', leastLabel: leastLabel ?? '', mostLabel: mostLabel ?? '' },
});
const storedQuestion = ({ hint, leastLabel, mostLabel, ...question }: Question): QuestionPage['questions'][number] => ({
  ...question,
  ...{ hint: hint || null, leastLabel: leastLabel || null, mostLabel: mostLabel || null, retired: false },
});

/** Stores the questionnaires of a course. Questions that were answered and are missing are kept for the results. */
export async function writeQuestionnaires(editing: Editing, items: readonly Item[]): Promise<void> {
  const { db, enterpriseId, now } = editing;
  const stored = await readStored(editing, items);
  for (const { id, name, type, questionnaire: document } of items) {
    if (type !== 'questionnaire' || !document) continue;
    const before = stored.get(id);
    const pages: QuestionPage[] = document.pages.map((page) => ({
      ...page,
      ...{ title: page.title || null, introduction: page.introduction || null },
      questions: page.questions.map(storedQuestion),
    }));
    const values = {
      ...{ title: name, anonymous: document.anonymous, introduction: document.introduction || null, gmtModified: now },
      pages: before?.isAnswered ? withRetired(pages, before.pages) : pages,
    };
    if (before)
      await db
        .update(questionnaire)
        .set(values)
        .where(and(eq(questionnaire.enterpriseId, enterpriseId), eq(questionnaire.id, before.id)));
    else
      await db
        .insert(questionnaire)
        .values({ enterpriseId, code: `portal-${id}`, resourceId: id, gmtCreate: now, ...values });
  }
}

/**
 * Returns what is wrong with the questionnaires of a course, among others changes by which given answers would mean something else.
 * The questionnaires stay locked, so that nobody fills one in meanwhile.
 */
export async function questionnaireErrors(editing: Editing, items: readonly Item[]): Promise<DocumentError[]> {
  const errors: DocumentError[] = [];
  const stored = await readStored(editing, items);
  for (const [n, { id, type, questionnaire: document }] of items.entries()) {
    if (!document) continue;
    const at = `items.${n}.questionnaire`;
    if (type !== 'questionnaire') {
      errors.push({ field: at, key: 'field.invalid' });
      continue;
    }
    const before = stored.get(id);
    const isAnswered = before?.isAnswered === true;
    if (isAnswered && before.anonymous !== document.anonymous)
      errors.push({ field: `${at}.anonymous`, key: 'field.anonymousAnswered' });
    const old = new Map(
      isAnswered ? before.pages.flatMap(({ questions }) => questions).map((each) => [each.code, each]) : [],
    );
    const asked = new Set<string>();
    const all = document.pages.flatMap(({ questions }) => questions);
    if (all.length === 0) errors.push({ field: `${at}.pages`, key: 'field.noQuestions' });
    if (all.length > MAX_ITEMS.questions || !areUnique(document.pages.map(({ code }) => code)))
      errors.push({ field: `${at}.pages`, key: 'field.invalid' });
    for (const { page, question, field, fault } of wrongConditions(document.pages)) {
      const of = question === null ? `pages.${page}` : `pages.${page}.questions.${question}`;
      errors.push({ field: `${at}.${of}.showIf.${field}`, key: CONDITION_ERRORS[fault] });
    }
    for (const [p, { questions }] of document.pages.entries()) {
      if (questions.length === 0 && all.length > 0)
        errors.push({ field: `${at}.pages.${p}.questions`, key: 'field.noQuestions' });
      for (const [q, question] of questions.entries()) {
        const wrong = (name: string, key: string) =>
          errors.push({ field: `${at}.pages.${p}.questions.${q}.${name}`, key });
        checkQuestion(question, wrong);
        if (asked.has(question.code)) wrong('title', 'field.invalid');
        asked.add(question.code);
        const earlier = old.get(question.code);
        if (earlier && changeOf(earlier, storedQuestion(question))) wrong('kind', 'field.questionAnswered');
      }
    }
  }
  return errors;
}

/** Names of the questionnaires of a course that somebody has answered and a publication changes. */
export async function changedWithAnswers(
  editing: Editing,
  courseId: string,
  items: readonly Item[],
): Promise<string[]> {
  const now = await readQuestionnaires(editing, courseId);
  const changed = items.filter(
    ({ id, questionnaire: document }) =>
      document && now.has(id) && canonicalJson(document) !== canonicalJson(now.get(id)),
  );
  const stored = await readStored(editing, changed);
  return changed.filter(({ id }) => stored.get(id)?.isAnswered).map(({ name }) => name);
}

function checkQuestion(question: Question, wrong: (name: string, key: string) => void): void {
  const { kind, title, options, rows, other, least, most } = question;
  if (!title.trim()) wrong('title', 'field.required');
  const hasOptions = kind === 'single' || kind === 'several' || kind === 'matrix';
  const isEmpty = (choices: Question['options']) => choices.some(({ text }) => !text.trim());
  if (hasOptions && (options.length < 2 || isEmpty(options))) wrong('options', 'field.twoOptions');
  if (!areUnique(options.map(({ code }) => code)) || options.some(({ code }) => code === OTHER))
    wrong('options', 'field.invalid');
  if (kind === 'matrix' && (rows.length === 0 || isEmpty(rows) || !areUnique(rows.map(({ code }) => code))))
    wrong('rows', 'field.required');
  if (kind === 'scale' && (least === null || most === null || most > 10 || most <= least))
    wrong('most', 'field.scaleEnds');
  const count = options.length + (other ? 1 : 0);
  if (kind === 'several' && ((most ?? count) > count || (most ?? count) < Math.max(1, least ?? 1)))
    wrong('most', 'field.choiceCount');
}

const areUnique = (codes: string[]) => new Set(codes).size === codes.length;

/** The questionnaires that are filled in for these items, locked. */
async function readStored({ db, enterpriseId }: Editing, items: readonly Item[]): Promise<Map<string, Stored>> {
  const ids = items.filter(({ questionnaire: document }) => document).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = await db
    .select()
    .from(questionnaire)
    .where(
      and(
        eq(questionnaire.enterpriseId, enterpriseId),
        eq(questionnaire.published, true),
        sql`${questionnaire.resourceId} = any (${sql.param(ids)}::uuid[])`,
      ),
    )
    .orderBy(questionnaire.gmtCreate, questionnaire.id)
    .for('no key update');
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct n.questionnaire_id as id from questionnaire_completion n
    where n.enterprise_id = ${enterpriseId} and n.questionnaire_id = any (${sql.param(found.map(({ id }) => id))}::uuid[])`);
  const answered = new Set(rows.map(({ id }) => id));
  // The newest one is the last one.
  return new Map(found.map((row) => [row.resourceId, { ...row, isAnswered: answered.has(row.id) }]));
}
