import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '#src/contract/calls.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { questionnaire } from '#src/server/questionnaire/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintCourse, mintLecturer, mintResource } from '../factories/course.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { CONTENT, fillIn, mintQuestionnaire, PAGES } from '../factories/questionnaire.ts';
import { companionCookie } from '../factories/session.ts';
import { textsOf } from '../factories/sheet.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const VIEW = 'GET /course/auth/questionnaire/view';
const SUBMIT = 'POST /course/auth/questionnaire/submit';
const RESULTS = 'GET /course/auth/questionnaire/results/view';
const SEE = 'PUT /course/auth/questionnaire/results/see';
const LIST = 'POST /course/auth/questionnaire/page';
const WAITING = 'POST /course/auth/questionnaire/waiting/page';
const EXPORT = 'POST /course/auth/questionnaire/results/export';
type Given = Input<typeof SUBMIT>['answers'];

let tenant: TestTenant;
let teacher: TestPerson;
let admin: TestPerson;
let courseId: string;
let which: { resourceId: string; questionnaireId: string };

const night = (...chosen: string[]): Given => [
  { question: 'shift', chosen: ['night'] },
  { question: 'night', chosen },
  { question: 'rating', value: 4 },
];
const unhappy = (text: string): Given => [
  { question: 'shift', chosen: ['other'], other: 'Weekends' },
  { question: 'rating', value: 1 },
  { question: 'why', text },
  { question: 'parts', rows: [{ row: 'tools', choice: 'bad' }] },
];

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});
beforeEach(async () => {
  // A new one: a list is exported once at a time.
  teacher = await mintPerson(tenant, { userType: 2 });
  const lecturerId = await mintLecturer(tenant, { userId: teacher.userId });
  courseId = await mintCourse(tenant, { lecturerId, classHours: '2', title: '精益生产' });
  which = await mintQuestionnaire(tenant, courseId);
});

const rowsOf = async (statement: ReturnType<typeof sql>, where = tenant) =>
  withTenant(where.id, async (db) => (await db.execute<Record<string, unknown>>(statement)).rows);
const storedSheets = async () =>
  (await rowsOf(sql`select answers from questionnaire_sheet where questionnaire_id = ${which.questionnaireId}`)).map(
    ({ answers }) => answers as Record<string, unknown>,
  );

describe('filling in', () => {
  it('completes the resource, and with it the course, once', async () => {
    const learner = await mintPerson(tenant);
    expect(await ok(learner, VIEW, { resourceId: which.resourceId })).toMatchObject({
      ...{ questionnaireId: which.questionnaireId, anonymous: true, completed: false },
      pages: [{ code: 'work' }, { code: 'reasons', showIf: { question: 'rating', to: 2 } }],
    });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call(learner, SUBMIT, { ...which, answers: CONTENT })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
    expect(await storedSheets()).toEqual([{ shift: { chosen: ['day'] }, rating: { value: 5 } }]);
    expect(await ok(learner, VIEW, { resourceId: which.resourceId })).toMatchObject({ completed: true });
    expect(await ok(learner, 'GET /course/auth/study/course/view', { courseId })).toMatchObject({
      ...{ studyProgress: 100, status: 'completed' },
      resources: [{ kind: 'questionnaire', counted: true, completed: true }],
    });
    expect((await ok(learner, 'GET /data/auth/course/hour/user/hours/count')).totalHours).toBe(2);
  });

  it('requires what is shown, and ignores what a branch hides', async () => {
    const learner = await mintPerson(tenant);
    const refused = async (answers: Given) => {
      const { code, data } = await call(learner, SUBMIT, { ...which, answers });
      expect(code).toBe(422);
      return (data as unknown as { field: string }[]).map(({ field }) => field);
    };
    expect(await refused([])).toEqual(['shift', 'rating']);
    expect(
      await refused([
        { question: 'shift', chosen: ['night'] },
        { question: 'rating', value: 2 },
      ]),
    ).toEqual(['night', 'why']);
    const hidden = [
      { question: 'night', chosen: ['cold'] },
      { question: 'why', text: 'hidden' },
    ];
    await ok(learner, SUBMIT, { ...which, answers: [...CONTENT, ...hidden] });
    expect(await storedSheets()).toEqual([{ shift: { chosen: ['day'] }, rating: { value: 5 } }]);
  });

  it.each<[string, Given, string]>([
    ['an unknown question', [...CONTENT, { question: 'salary', text: 'x' }], 'salary'],
    ['a question twice', [...CONTENT, { question: 'rating', value: 1 }], 'rating'],
    ['an unknown option', [{ question: 'shift', chosen: ['noon'] }, CONTENT[1]!], 'shift'],
    ['two options of one', [{ question: 'shift', chosen: ['day', 'night'] }, CONTENT[1]!], 'shift'],
    ['no text for other', [{ question: 'shift', chosen: ['other'], other: ' ' }, CONTENT[1]!], 'shift'],
    ['too many options', night('cold', 'dark', 'lonely'), 'night'],
    ['an option twice', night('cold', 'cold'), 'night'],
    ['a value outside the scale', [CONTENT[0]!, { question: 'rating', value: 6 }], 'rating'],
    ['a text that is too long', unhappy('x'.repeat(21)), 'why'],
    [
      'an unknown row',
      [...unhappy('x').slice(0, 3), { question: 'parts', rows: [{ row: 'pay', choice: 'bad' }] }],
      'parts',
    ],
  ])('rejects %s', async (_what, answers, field) => {
    const learner = await mintPerson(tenant);
    const { code, data } = await call(learner, SUBMIT, { ...which, answers });
    expect([code, (data as unknown as { field: string }[])[0]!.field]).toEqual([422, field]);
    expect(await storedSheets()).toEqual([]);
  });

  it('is refused where the course is closed, replaced or elsewhere', async () => {
    const learner = await mintPerson(tenant);
    const answers = CONTENT;
    const video = await mintResource(tenant, courseId);
    const foreign = await mintPerson(await mintTenant());
    const closed = await mintQuestionnaire(tenant, await mintCourse(tenant, { registrationRequired: true }));
    expect((await call(learner, SUBMIT, { ...which, questionnaireId: randomUUID(), answers })).code).toBe(409);
    expect((await call(learner, SUBMIT, { ...which, resourceId: video, answers })).code).toBe(404);
    expect((await call(foreign, SUBMIT, { ...which, answers })).code).toBe(404);
    expect((await call(foreign, VIEW, { resourceId: which.resourceId })).code).toBe(404);
    expect((await call(learner, SUBMIT, { ...closed, answers })).code).toBe(403);
    expect((await call(learner, VIEW, { resourceId: closed.resourceId })).code).toBe(403);
    expect((await call(tenant.anonymous, SUBMIT, { ...which, answers })).code).toBe(300);
  });
});

describe('an anonymous questionnaire', () => {
  it('stores nothing by which an answer could be assigned to a person', async () => {
    const people = await fillIn(tenant, which, [night('cold'), CONTENT, unhappy('noise'), CONTENT, night('dark')]);
    const columns = await rowsOf(sql`
      select column_name from information_schema.columns where table_name = 'questionnaire_sheet' order by 1`);
    expect(columns.map(({ column_name: name }) => name)).toEqual([
      'answers',
      'enterprise_id',
      'id',
      'questionnaire_id',
      'released',
    ]);
    const sheets = await rowsOf(sql`
      select *, xmin::text as writer from questionnaire_sheet where questionnaire_id = ${which.questionnaireId}`);
    expect(sheets).toHaveLength(5);
    for (const { userId } of people) expect(JSON.stringify(sheets)).not.toContain(userId);
    // All rows were written by the last submission: neither the transaction nor the id tells which row is whose.
    expect(new Set(sheets.map(({ writer }) => writer)).size).toBe(1);
    expect(new Set(sheets.map(({ id }) => String(id)[14]))).toEqual(new Set(['4']));
    const completions = await rowsOf(sql`
      select * from questionnaire_completion where questionnaire_id = ${which.questionnaireId}`);
    expect(completions).toHaveLength(5);
    for (const completion of completions) {
      expect(completion).toMatchObject({ answers: null, completed_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
      expect(Object.keys(completion)).toHaveLength(6);
    }
  });

  it('lies in an order that is not that of the submissions', async () => {
    const sent = Array.from({ length: 12 }, (_, i) => String(i));
    await fillIn(tenant, which, sent.map(unhappy));
    const lying = await rowsOf(sql`
      select answers -> 'why' ->> 'text' as text from questionnaire_sheet
      where questionnaire_id = ${which.questionnaireId} order by ctid`);
    const texts = lying.map(({ text }) => String(text));
    expect([...texts].sort()).toEqual([...sent].sort());
    // Equal by chance once in 12! times.
    expect(texts).not.toEqual(sent);
  });

  it('cannot become a named one once somebody has filled it in', async () => {
    await fillIn(tenant, which, [CONTENT]);
    await expect(
      withTenant(tenant.id, (db) =>
        db.execute(sql`update questionnaire set anonymous = false where id = ${which.questionnaireId}`),
      ),
    ).rejects.toThrow();
  });
});

describe('results', () => {
  const results = (more: Partial<Input<typeof RESULTS>> = {}, who = teacher) =>
    ok(who, RESULTS, { resourceId: which.resourceId, ...more });

  it('are shown from five answers on', async () => {
    await fillIn(tenant, which, [CONTENT, CONTENT, CONTENT, unhappy('too loud')]);
    expect(await results()).toMatchObject({ answerCount: 4, needed: 5, learnerCount: 4, questions: [], filters: [] });
    expect((await call(teacher, EXPORT, { questionnaireId: which.questionnaireId })).code).toBe(409);
    await fillIn(tenant, which, [night('cold')]);
    const { questions, answerCount } = await results();
    expect(answerCount).toBe(5);
    const [shift, nightly, rating, why] = questions;
    expect(shift).toMatchObject({
      answerCount: 5,
      counts: [
        { code: 'day', count: 3, percent: 60 },
        { code: 'night', count: 1, percent: 20 },
        { code: 'other', count: 1, percent: 20 },
      ],
      texts: [{ text: 'Weekends', userName: null }],
    });
    expect(rating).toMatchObject({
      mean: 4,
      counts: [{ code: '1', count: 1 }, {}, {}, { count: 1 }, { code: '5', count: 3 }],
    });
    // One person answered these: of an anonymous questionnaire they stay hidden.
    for (const each of [nightly, why])
      expect(each).toMatchObject({ withheld: true, counts: [], texts: [], answerCount: 0 });
  });

  it('of an anonymous questionnaire change by five answers at a time', async () => {
    const shownIn = async () => {
      const { answerCount, shownCount, questions } = await results();
      const rated = questions.find(({ code }) => code === 'rating')!.counts;
      return { answerCount, shownCount, low: rated[0]!.count, high: rated[4]!.count };
    };
    await fillIn(tenant, which, [CONTENT, CONTENT, CONTENT, CONTENT, CONTENT]);
    expect(await shownIn()).toEqual({ answerCount: 5, shownCount: 5, low: 0, high: 5 });
    // Who answers next is known: neither the results nor the list of what is new tell how.
    for (let count = 6; count < 10; count++) {
      await fillIn(tenant, which, [unhappy(`number ${count}`)]);
      expect(await shownIn()).toEqual({ answerCount: count, shownCount: 5, low: 0, high: 5 });
    }
    expect(await ok(teacher, SEE, { questionnaireId: which.questionnaireId })).toEqual({ answerCount: 5 });
    await fillIn(tenant, which, [unhappy('number 10')]);
    expect(await shownIn()).toEqual({ answerCount: 10, shownCount: 10, low: 5, high: 5 });
    expect((await results()).questions.find(({ code }) => code === 'why')!.texts).toHaveLength(5);
  });

  it('show texts in random order and the rows of a matrix', async () => {
    await fillIn(
      tenant,
      which,
      Array.from({ length: 10 }, (_, i) => unhappy(`text ${i}`)),
    );
    const read = async () =>
      (await results()).questions.find(({ code }) => code === 'why')!.texts.map(({ text }) => text);
    const first = await read();
    expect([...first].sort()).toEqual(Array.from({ length: 10 }, (_, i) => `text ${i}`));
    await expect.poll(read).not.toEqual(first);
    expect((await results()).questions.find(({ code }) => code === 'parts')).toMatchObject({
      rows: [
        {
          code: 'tools',
          answerCount: 10,
          counts: [
            { code: 'good', count: 0 },
            { code: 'bad', count: 10, percent: 100 },
          ],
        },
        { code: 'light', answerCount: 0 },
      ],
    });
  });

  it('are withheld for a filter that leaves too few, in or out', async () => {
    await fillIn(tenant, which, [
      ...Array.from({ length: 6 }, () => CONTENT),
      ...Array.from({ length: 4 }, () => night('cold')),
    ]);
    const filtered = (choice: string) => results({ question: 'shift', choice });
    // Four are too few; six would give the four by subtraction.
    for (const choice of ['night', 'day'])
      expect(await filtered(choice)).toMatchObject({ filterWithheld: true, filteredCount: 0, questions: [] });
    await fillIn(tenant, which, [night('dark'), CONTENT, CONTENT, CONTENT, CONTENT]);
    const { filteredCount, questions } = await filtered('night');
    expect(filteredCount).toBe(5);
    expect(questions.find(({ code }) => code === 'night')).toMatchObject({
      counts: [{ count: 4 }, { count: 1 }, { count: 0 }],
    });
    // A filter that the questionnaire does not have is none.
    expect(await results({ question: 'salary', choice: 'x' })).toMatchObject({
      filteredCount: 15,
      filterWithheld: false,
    });
  });

  it('of a named questionnaire have names', async () => {
    which = await mintQuestionnaire(tenant, courseId, { anonymous: false });
    await fillIn(tenant, which, [unhappy('loud'), CONTENT, CONTENT, CONTENT, CONTENT]);
    const { questions } = await results();
    expect(questions.find(({ code }) => code === 'why')).toMatchObject({
      texts: [{ text: 'loud', userName: '测试员' }],
    });
    expect(await storedSheets()).toEqual([]);
  });

  it('are for the lecturer of the course and administrators', async () => {
    await fillIn(
      tenant,
      which,
      Array.from({ length: 5 }, () => CONTENT),
    );
    const colleague = await mintPerson(tenant, { userType: 2 });
    const [learner, stranger] = [await mintPerson(tenant), await mintPerson(await mintTenant(), { isAdmin: true })];
    const { questionnaireId, resourceId } = which;
    for (const [who, code] of [
      [admin, 200],
      [teacher, 200],
      [colleague, 404],
      [stranger, 404],
      [learner, 403],
    ] as const) {
      expect((await call(who, RESULTS, { resourceId })).code).toBe(code);
      expect((await call(who, SEE, { questionnaireId })).code).toBe(code);
      expect((await call(who, EXPORT, { questionnaireId })).code).toBe(code);
    }
    const listed = async (who: TestPerson) =>
      (await ok(who, LIST, { pageSize: 100 })).list.filter((each) => each.questionnaireId === questionnaireId);
    expect(await listed(teacher)).toMatchObject([
      { answerCount: 5, newCount: 0, anonymous: true, courseTitle: '精益生产' },
    ]);
    expect(await listed(admin)).toHaveLength(1);
    expect(await listed(colleague)).toEqual([]);
  });

  it('wait for the lecturer until they have been seen', async () => {
    const waiting = async () =>
      (await ok(teacher, WAITING, { pageSize: 100 })).list.filter(({ id }) => id === which.questionnaireId);
    await fillIn(
      tenant,
      which,
      Array.from({ length: 4 }, () => CONTENT),
    );
    expect(await waiting()).toEqual([]);
    await fillIn(tenant, which, [CONTENT]);
    expect(await waiting()).toMatchObject([
      {
        title: '班组调查',
        detail: '精益生产',
        personName: null,
        path: `/account/questionnaires/${which.resourceId}?version=${which.questionnaireId}`,
      },
    ]);
    expect(await ok(teacher, SEE, { questionnaireId: which.questionnaireId })).toEqual({ answerCount: 5 });
    expect(await waiting()).toEqual([]);
    await fillIn(tenant, which, [CONTENT]);
    expect(await waiting()).toEqual([]);
    await fillIn(tenant, which, [CONTENT, CONTENT, CONTENT, CONTENT]);
    expect(await waiting()).toHaveLength(1);
  });

  it('of an earlier questionnaire stay readable', async () => {
    await fillIn(
      tenant,
      which,
      Array.from({ length: 5 }, () => CONTENT),
    );
    const later = randomUUID();
    await withTenant(tenant.id, async (db) => {
      await db.execute(sql`update questionnaire set published = false where id = ${which.questionnaireId}`);
      const row = { enterpriseId: tenant.id, id: later, code: later, title: '新问卷', anonymous: true, pages: PAGES };
      await db.insert(questionnaire).values({ ...row, resourceId: which.resourceId });
    });
    const learner = await mintPerson(tenant);
    expect(await ok(learner, VIEW, { resourceId: which.resourceId })).toMatchObject({ questionnaireId: later });
    expect((await call(learner, SUBMIT, { ...which, answers: CONTENT })).code).toBe(409);
    expect(await results()).toMatchObject({ questionnaireId: later, answerCount: 0 });
    expect(await results({ questionnaireId: which.questionnaireId })).toMatchObject({
      answerCount: 5,
      title: '班组调查',
    });
  });
});

describe('the export', () => {
  async function exportedRows(): Promise<string[][]> {
    const { id } = await ok(teacher, EXPORT, { questionnaireId: which.questionnaireId });
    const error = await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date());
    if (error) throw error as Error;
    const { url } = await ok(teacher, 'GET /data/auth/export/record/get/file/download/url', { id });
    const headers = { host: tenant.host, cookie: `ET_WEB_TOKEN=${teacher.token}; ${companionCookie(teacher.token)}` };
    const response = await portal.request(`http://${tenant.host}${url}`, { headers });
    return textsOf(new Uint8Array(await response.arrayBuffer())).slice(1);
  }

  it('of an anonymous questionnaire has no names, and no question that few have answered', async () => {
    await fillIn(tenant, which, [...Array.from({ length: 4 }, () => CONTENT), night('cold')]);
    // Not in the results yet.
    await fillIn(tenant, which, [unhappy('late')]);
    const rows = await exportedRows();
    expect(rows.map(([question]) => question)).toEqual([
      ...Array.from({ length: 5 }, () => 'Question shift'),
      ...Array.from({ length: 5 }, () => 'Question rating'),
    ]);
    expect(rows.map(([, answer]) => answer).sort()).toEqual(
      [
        '4',
        ...Array.from({ length: 4 }, () => '5'),
        ...Array.from({ length: 4 }, () => 'Option day'),
        'Option night',
      ].sort(),
    );
    for (const row of rows) expect(row.slice(2).join('')).toBe('');
  });

  it('of a named questionnaire has the names', async () => {
    which = await mintQuestionnaire(tenant, courseId, { anonymous: false });
    await fillIn(tenant, which, [unhappy('loud'), CONTENT, CONTENT, CONTENT, CONTENT]);
    const rows = await exportedRows();
    expect(rows).toContainEqual(['Question why', 'loud', '测试员', '', expect.stringMatching(/^\d{4}-/)]);
    expect(rows).toContainEqual(['Question parts', 'Option tools: Option bad', '测试员', '', expect.any(String)]);
    expect(rows).toContainEqual(['Question shift', '其他：Weekends', '测试员', '', expect.any(String)]);
  });
});
