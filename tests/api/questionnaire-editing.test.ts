import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationInput } from '#src/contract/calls.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { answerExport } from '#src/server/questionnaire/answer-export.ts';
import { questionnaireCompletion } from '#src/server/questionnaire/tables.ts';
import { courseDraft, NO_RULES, publishedCourse } from '../factories/editing.ts';
import { call, ok } from '../factories/portal.ts';
import { startWorldProviders } from '../factories/providers.ts';
import { mintPerson } from '../factories/tenant.ts';
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
    expect(await refused([depending, shift])).toEqual([`${at}.0.showIf.question`]);
    expect(await refused([shift, depending])).toEqual([]);
  });

  it('has tables of choices, and pages that depend on answers of earlier ones', async () => {
    const page = (code: string, questions: Question[], showIf: Question['showIf'] = null, title = '') => ({
      ...{ code, title, introduction: '', showIf, questions },
    });
    const after = (code: string, given: Partial<NonNullable<Question['showIf']>>) => ({
      ...{ question: code, is: null, from: null, to: null },
      ...given,
    });
    const parts = question('parts', 'matrix', { options: options('bad', 'good'), rows: options('tools', 'light') });
    const why = question('why', 'text', { showIf: after('rating', { to: 2 }) });
    const pages = [
      page('start', [{ ...shift, other: true }]),
      page('night', [parts], after('shift', { is: ['night', 'other'] }), 'At night'),
      page('end', [rating, why]),
    ];
    const written = { ...questionnaireOf([], true), pages };
    const { id, resourceId } = await mintCourse(written);
    expect((await stored(id)).document.items[0]!.questionnaire).toEqual(written);
    const { questionnaireId } = await ok(world.learner, 'GET /course/auth/questionnaire/view', { resourceId });
    const submit = (answers: { question: string }[]) =>
      call(world.learner, 'POST /course/auth/questionnaire/submit', { resourceId, questionnaireId, answers });
    const chosen = [
      { question: 'shift', chosen: ['other'], other: 'Both' },
      { question: 'rating', value: 2 },
    ];
    const refused = await submit(chosen);
    expect((refused.data as unknown as { field: string }[]).map(({ field }) => field)).toEqual(['parts', 'why']);
    const rows = [
      { row: 'tools', choice: 'bad' },
      { row: 'light', choice: 'good' },
    ];
    const all = [...chosen, { question: 'parts', rows }, { question: 'why', text: 'Dark' }];
    expect((await submit(all)).code).toBe(200);
    const results = await ok(world.admin, 'GET /course/auth/questionnaire/results/view', { resourceId });
    expect(results.answerCount).toBe(1);
  });

  it('refuses conditions and tables that cannot be used, at their fields', async () => {
    const { id } = await mintCourse(questionnaireOf([shift]));
    const at = `${AT}.pages.0.questions`;
    const refused = (questions: Question[]) => change(id, questionnaireOf(questions));
    const depending = (showIf: Question['showIf']) => [shift, rating, question('why', 'text', { showIf })];
    const on = (code: string, is: string[] | null, from: number | null = null) => ({
      ...{ question: code, is, from, to: null },
    });
    expect(await refused(depending(on('gone', ['day'])))).toEqual([`${at}.2.showIf.question`]);
    expect(await refused(depending(on('why', ['day'])))).toEqual([`${at}.2.showIf.question`]);
    expect(await refused(depending(on('shift', [])))).toEqual([`${at}.2.showIf.is`]);
    expect(await refused(depending(on('shift', ['late'])))).toEqual([`${at}.2.showIf.is`]);
    expect(await refused(depending(on('rating', null)))).toEqual([`${at}.2.showIf.from`]);
    expect(await refused(depending(on('rating', null, 6)))).toEqual([`${at}.2.showIf.from`]);
    expect(await refused(depending(on('rating', null, 5)))).toEqual([]);
    const table = question('table', 'matrix', { options: options('a', 'b') });
    expect(await refused([table])).toEqual([`${at}.0.rows`]);
    expect(await refused([{ ...table, rows: [{ code: 'r', text: ' ' }] }])).toEqual([`${at}.0.rows`]);
    expect(await refused([{ ...table, rows: options('r') }])).toEqual([]);
    const [page] = questionnaireOf([shift]).pages;
    const empty = { ...page!, code: 'empty', questions: [] };
    expect(await change(id, { ...questionnaireOf([]), pages: [page!, empty] })).toEqual([`${AT}.pages.1.questions`]);
    const later = { ...page!, code: 'later', showIf: on('rating', null, 2), questions: [question('z', 'text')] };
    const last = { ...page!, questions: [rating] };
    const pages = [{ ...later, code: 'first' }, last];
    expect(await change(id, { ...questionnaireOf([]), pages })).toEqual([`${AT}.pages.0.showIf.question`]);
  });

  it('says before a publication that people have answered it, and keeps what they have said', async () => {
    const { id, resourceId } = await mintCourse(questionnaireOf([shift, rating]));
    const consequence = async (questions: Question[]) => {
      const { document, revision } = await stored(id);
      const items = document.items.map((item) => ({ ...item, questionnaire: questionnaireOf(questions) }));
      await ok(world.admin, SAVE, { kind: 'course', id, revision, document: { ...document, items } });
      const { consequences } = await ok(world.admin, 'POST /system/auth/content/consequences', {
        ...{ kind: 'course', ids: [id], action: 'publish' },
      });
      return consequences.find(({ name }) => name === 'questionnaireAnswered');
    };
    expect(await consequence([rating])).toBeUndefined();
    await change(id, questionnaireOf([shift, rating]));
    const { questionnaireId } = await ok(world.learner, 'GET /course/auth/questionnaire/view', { resourceId });
    const answers = [
      { question: 'shift', chosen: ['night'] },
      { question: 'rating', value: 2 },
    ];
    await ok(world.learner, 'POST /course/auth/questionnaire/submit', { resourceId, questionnaireId, answers });
    expect(await consequence([shift, rating])).toBeUndefined();
    expect(await consequence([rating])).toEqual({ name: 'questionnaireAnswered', count: 1, names: ['Feedback'] });
    expect(await change(id, questionnaireOf([rating]))).toEqual([]);
    // The removed question is exported with its answer.
    const query = answerExport.query({
      ...{ enterpriseId: world.tenant.id, userId: world.admin.userId, isAdmin: true, grants: [], timeZone: 'UTC' },
      input: { questionnaireId },
    } as unknown as Parameters<typeof answerExport.query>[0]);
    // Results are shown from five answers on.
    for (let n = 0; n < 4; n++) {
      const { userId } = await mintPerson(world.tenant);
      const completion = { anonymous: false, completedOn: '2026-01-01', answers: { rating: { value: 3 } } };
      await withTenant(world.tenant.id, (db) =>
        db
          .insert(questionnaireCompletion)
          .values({ enterpriseId: world.tenant.id, questionnaireId, userId, ...completion }),
      );
    }
    const { rows } = await withTenant(world.tenant.id, (db) =>
      db.execute<{ question: Question; answer: object }>(query),
    );
    const given = rows.map(({ question: { code }, answer }) => [code, answer]);
    expect(given).toHaveLength(6);
    expect(given).toContainEqual(['shift', { chosen: ['night'] }]);
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
