import { randomUUID } from 'node:crypto';
import type { Call, Input } from '#src/contract/calls.ts';
import type { Question, QuestionPage } from '#src/contract/rules/questionnaire.ts';
import { questionnaire } from '#src/server/questionnaire/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintResource } from './course.ts';
import { ok } from './portal.ts';
import { mintPerson, type TestPerson, type TestTenant } from './tenant.ts';

/** A question with the defaults of an import. */
export const questionOf = (more: Pick<Question, 'code' | 'kind'> & Partial<Question>): Question => ({
  ...{ title: `Question ${more.code}`, hint: null, required: false, showIf: null, options: [], rows: [], other: false },
  ...{ least: null, most: null, leastLabel: null, mostLabel: null, long: false, maxLength: null, retired: false },
  ...more,
});

export const pageOf = (questions: Question[], more: Partial<QuestionPage> = {}): QuestionPage => ({
  ...{ code: 'page', title: null, introduction: null, showIf: null, questions },
  ...more,
});

const options = (...codes: string[]) => codes.map((code) => ({ code, text: `Option ${code}` }));

/**
 * Two pages with every kind of question: `shift` (required); `night` is shown to those who chose the night shift, the
 * page `why` to those who rate below 3.
 */
export const PAGES: QuestionPage[] = [
  pageOf(
    [
      questionOf({ code: 'shift', kind: 'single', required: true, options: options('day', 'night'), other: true }),
      questionOf({
        ...{
          code: 'night',
          kind: 'several',
          required: true,
          options: options('cold', 'dark', 'lonely'),
          least: 1,
          most: 2,
        },
        showIf: { question: 'shift', is: ['night'], from: null, to: null },
      }),
      questionOf({ code: 'rating', kind: 'scale', required: true, least: 1, most: 5 }),
    ],
    { code: 'work' },
  ),
  pageOf(
    [
      questionOf({ code: 'why', kind: 'text', required: true, maxLength: 20 }),
      questionOf({ code: 'parts', kind: 'matrix', options: options('good', 'bad'), rows: options('tools', 'light') }),
    ],
    { code: 'reasons', showIf: { question: 'rating', is: null, from: null, to: 2 } },
  ),
];

/** Inserts a questionnaire with its resource. */
export async function mintQuestionnaire(
  tenant: TestTenant,
  courseId: string,
  more: { anonymous?: boolean; pages?: QuestionPage[]; title?: string } = {},
): Promise<{ resourceId: string; questionnaireId: string }> {
  const resourceId = await mintResource(tenant, courseId, {
    ...{ subResourceName: more.title ?? '问卷', contentType: 5, resourceType: null, fileId: null, totalDuration: 0 },
    activity: 'questionnaire',
  });
  const id = randomUUID();
  await withTenant(tenant.id, (db) =>
    db.insert(questionnaire).values({
      ...{ enterpriseId: tenant.id, id, code: id, resourceId, title: '班组调查', anonymous: true, pages: PAGES },
      ...more,
    }),
  );
  return { resourceId, questionnaireId: id };
}

type Given = Input<'POST /course/auth/questionnaire/submit'>['answers'];
/** Valid answers of somebody in the day shift who is content. */
export const CONTENT: Given = [
  { question: 'shift', chosen: ['day'] },
  { question: 'rating', value: 5 },
];

/** Submits answers, one set for each new member. @returns the members */
export async function fillIn(
  tenant: TestTenant,
  which: { resourceId: string; questionnaireId: string },
  sets: Given[],
): Promise<TestPerson[]> {
  const submit: Call = 'POST /course/auth/questionnaire/submit';
  const people: TestPerson[] = [];
  for (const answers of sets) {
    const person = await mintPerson(tenant);
    await ok(person, submit, { ...which, answers });
    people.push(person);
  }
  return people;
}
