import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationInput } from '#src/contract/calls.ts';
import { courseDraft, NO_RULES, publishedCourse } from '../factories/editing.ts';
import { call, ok } from '../factories/portal.ts';
import { startWorldProviders } from '../factories/providers.ts';
import { mintWorld, type World } from '../factories/world.ts';

const SAVE = 'POST /system/auth/content/save';
const PUBLISH = 'POST /system/auth/content/publish';
type Saved = Extract<OperationInput<typeof SAVE>, { kind: 'course' }>;
type Questionnaire = NonNullable<Saved['document']['items'][number]['questionnaire']>;
type Question = Questionnaire['pages'][number]['questions'][number];

let world: World;
beforeAll(async () => {
  world = await mintWorld(await startWorldProviders());
});

const question = (code: string, kind: Question['kind'], more: Partial<Question> = {}): Question => ({
  ...{ code, kind, title: `Question ${code}`, hint: '', required: true, showIf: null, options: [], rows: [] },
  ...{ other: false, least: null, most: null, leastLabel: '', mostLabel: '', long: false, maxLength: null },
  ...more,
});
const options = (...codes: string[]) => codes.map((code) => ({ code, text: `Option ${code}` }));
const questionnaireOf = (questions: Question[], anonymous = false): Questionnaire => ({
  ...{ introduction: 'Please say', anonymous },
  pages: [{ code: 'page', title: '', introduction: '', showIf: null, questions }],
});

/** A published course whose only item is a questionnaire. */
async function mintCourse(questionnaire: Questionnaire) {
  const item = { id: randomUUID(), parentId: null, name: 'Feedback', type: 'questionnaire' as const, questionnaire };
  const items = [{ ...item, fileId: null, fileName: null, examId: null, seconds: 0, questions: [], ...NO_RULES }];
  return { resourceId: item.id, ...(await publishedCourse(world, { items })) };
}
const stored = async (id: string) => {
  const found = await ok(world.admin, 'GET /system/auth/content/view', { kind: 'course', id });
  if (found.kind !== 'course') throw new Error(found.kind);
  return found;
};
/** Publishes a course with another questionnaire. @returns the fields of the errors */
async function change(id: string, questionnaire: Questionnaire): Promise<string[]> {
  const { document, revision } = await stored(id);
  const items = document.items.map((item) => ({ ...item, questionnaire }));
  const saved = await ok(world.admin, SAVE, { kind: 'course', id, revision, document: { ...document, items } });
  const answer = await call(world.admin, PUBLISH, { kind: 'course', ...saved });
  if (answer.code === 200) return [];
  expect(answer.code).toBe(422);
  return (answer.data as unknown as { field: string }[]).map(({ field }) => field);
}

const shift = question('shift', 'single', { options: options('day', 'night') });
const rating = question('rating', 'scale', { least: 1, most: 5, mostLabel: 'very good' });
const AT = 'items.0.questionnaire';

describe('a questionnaire in the editor of its course', () => {
  it('is filled in by a learner as it was written', async () => {
    const written = questionnaireOf([shift, rating, question('why', 'text', { required: false, long: true })], true);
    const { id, resourceId } = await mintCourse(written);
    expect((await stored(id)).document.items[0]!.questionnaire).toEqual(written);
    const shown = await ok(world.learner, 'GET /course/auth/questionnaire/view', { resourceId });
    expect(shown).toMatchObject({ title: 'Feedback', introduction: 'Please say', anonymous: true, completed: false });
    expect(shown.pages[0]!.questions.map(({ code, kind, hint }) => [code, kind, hint])).toEqual([
      ['shift', 'single', null],
      ['rating', 'scale', null],
      ['why', 'text', null],
    ]);
    const answers = [
      { question: 'shift', chosen: ['night'] },
      { question: 'rating', value: 5 },
    ];
    const { questionnaireId } = shown;
    await ok(world.learner, 'POST /course/auth/questionnaire/submit', { resourceId, questionnaireId, answers });
    expect((await ok(world.learner, 'GET /course/auth/questionnaire/view', { resourceId })).completed).toBe(true);
  });

  it('refuses what nobody could answer, at its field', async () => {
    const { id } = await mintCourse(questionnaireOf([shift]));
    const refused = (questions: Question[]) => change(id, questionnaireOf(questions));
    const at = `${AT}.pages.0.questions`;
    expect(await refused([])).toEqual([`${AT}.pages`]);
    expect(await refused([{ ...shift, title: ' ' }])).toEqual([`${at}.0.title`]);
    expect(await refused([{ ...shift, options: options('day') }])).toEqual([`${at}.0.options`]);
    expect(await refused([{ ...shift, options: options('day', 'day') }])).toEqual([`${at}.0.options`]);
    expect(await refused([{ ...rating, most: 1 }])).toEqual([`${at}.0.most`]);
    expect(await refused([shift, shift])).toEqual([`${at}.1.title`]);
    const depending = { ...rating, showIf: { question: 'shift', is: ['night'], from: null, to: null } };
    expect(await refused([depending, shift])).toEqual([`${at}.0.title`]);
    expect(await refused([shift, depending])).toEqual([]);
  });

  it('keeps the meaning of given answers', async () => {
    const { id, resourceId } = await mintCourse(questionnaireOf([shift, rating]));
    const view = () => ok(world.learner, 'GET /course/auth/questionnaire/view', { resourceId });
    const { questionnaireId } = await view();
    const answers = [
      { question: 'shift', chosen: ['night'] },
      { question: 'rating', value: 2 },
    ];
    await ok(world.learner, 'POST /course/auth/questionnaire/submit', { resourceId, questionnaireId, answers });
    const at = `${AT}.pages.0.questions`;
    expect(await change(id, questionnaireOf([{ ...shift, options: options('day', 'late') }, rating]))).toEqual([
      `${at}.0.kind`,
    ]);
    expect(await change(id, questionnaireOf([shift, { ...rating, most: 7 }]))).toEqual([`${at}.1.kind`]);
    expect(await change(id, questionnaireOf([shift, rating], true))).toEqual([`${AT}.anonymous`]);
    // Other words, another option, another order, and a question in the place of one that goes.
    const reworded = { ...shift, title: 'Which shift?', options: options('night', 'day', 'late') };
    expect(await change(id, questionnaireOf([question('new', 'text'), reworded]))).toEqual([]);
    expect((await view()).questionnaireId).toBe(questionnaireId);
    expect((await view()).pages[0]!.questions.map(({ code }) => code)).toEqual(['new', 'shift']);
    const results = await ok(world.admin, 'GET /course/auth/questionnaire/results/view', { resourceId });
    expect(results.answerCount).toBe(1);
    // The removed one is kept for the results, and not part of the document.
    const { document } = await stored(id);
    expect(document.items[0]!.questionnaire!.pages[0]!.questions.map(({ code }) => code)).toEqual(['new', 'shift']);
    expect(await change(id, questionnaireOf([question('new', 'text'), reworded, { ...rating, most: 7 }]))).toEqual([
      `${at}.2.kind`,
    ]);
  });

  it('belongs to items of its type only; a copy of the course has one of its own', async () => {
    const { id } = await mintCourse(questionnaireOf([shift]));
    const copy = await ok(world.admin, 'POST /system/auth/content/duplicate', { kind: 'course', id });
    const { revision, document } = await stored(copy.id);
    expect(document.items[0]!.questionnaire!.pages[0]!.questions[0]!.code).toBe('shift');
    await ok(world.admin, PUBLISH, { kind: 'course', id: copy.id, revision });
    const { items } = courseDraft(world);
    const wrong = items.map((item) => ({ ...item, questionnaire: questionnaireOf([shift]) }));
    const made = await ok(world.admin, SAVE, {
      ...{ kind: 'course', revision: 0 },
      document: courseDraft(world, { items: wrong }),
    });
    expect((await call(world.admin, PUBLISH, { kind: 'course', ...made })).code).toBe(422);
  });
});
