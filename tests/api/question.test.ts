import { beforeAll, describe, expect, it } from 'vitest';
import { and, eq } from 'drizzle-orm';
import { auditLog } from '#src/server/core/tables.ts';
import { exam as examTable } from '#src/server/exam/tables/exam.ts';
import { questionVersion } from '#src/server/question/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintExam, readAttempt } from '../factories/exam.ts';
import { call, ok } from '../factories/portal.ts';
import { GIFT, giftFile, mintBank, SINGLE } from '../factories/question.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const SAVE = 'POST /exam/auth/question/save';
const VIEW = 'GET /exam/auth/question/view';
const PAGE = 'POST /exam/auth/question/page';
const BULK = 'POST /exam/auth/question/bulk/save';
const UPLOAD = 'POST /exam/auth/question/import/upload';
const REPORT = 'POST /exam/auth/question/import/view';
const CONFIRM = 'POST /exam/auth/question/import/confirm';
const DOWNLOAD = 'POST /exam/auth/question/download';

let tenant: TestTenant;
let admin: TestPerson;
let lecturer: TestPerson;
let stranger: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  [admin, lecturer, stranger] = await Promise.all([
    mintPerson(tenant, { isAdmin: true }),
    mintPerson(tenant, { userType: 2 }),
    mintPerson(tenant, { userType: 2 }),
  ]);
});

const base = { difficulty: 2, topic: 'Electricity', tags: ['law'] };

describe('banks', () => {
  it('are edited by administrators and the lecturers who are named for them', async () => {
    const { id } = await ok(lecturer, 'POST /exam/auth/question/bank/save', { title: 'Physics' });
    expect(await ok(lecturer, 'GET /exam/auth/question/bank/view', { id })).toMatchObject({
      title: 'Physics',
      questionCount: 0,
      editors: [{ userId: lecturer.userId }],
    });
    expect(await call(stranger, 'GET /exam/auth/question/bank/view', { id })).toMatchObject({ code: 404 });
    const editorIds = [stranger.userId];
    expect(
      await call(lecturer, 'POST /exam/auth/question/bank/save', { id, revision: 1, title: 'Physics', editorIds }),
    ).toMatchObject({ code: 403 });
    await ok(admin, 'POST /exam/auth/question/bank/save', { id, revision: 1, title: 'Physics', editorIds });
    expect(await call(lecturer, PAGE, { bankId: id })).toMatchObject({ code: 404 });
    expect(await ok(stranger, PAGE, { bankId: id })).toMatchObject({ totalCount: 0 });
    const learner = await mintPerson(tenant);
    expect(
      await call(admin, 'POST /exam/auth/question/bank/save', {
        id,
        revision: 2,
        title: 'x',
        editorIds: [learner.userId],
      }),
    ).toMatchObject({ code: 422 });
  });

  it('are not overwritten by somebody who saw an earlier state', async () => {
    const { id } = await ok(lecturer, 'POST /exam/auth/question/bank/save', { title: 'Optics' });
    const view = () => ok(admin, 'GET /exam/auth/question/bank/view', { id });
    const { revision } = await view();
    await ok(lecturer, 'POST /exam/auth/question/bank/save', { id, revision, title: 'Wave optics' });
    const stale = { id, revision, title: 'Ray optics', editorIds: [] };
    expect(await call(admin, 'POST /exam/auth/question/bank/save', stale)).toMatchObject({ code: 409 });
    expect(await view()).toMatchObject({
      ...{ title: 'Wave optics', revision: revision + 1, editors: [{ userId: lecturer.userId }] },
    });
  });

  it('are closed to somebody who sits an exam that draws from them', async () => {
    const exam = await mintExam(tenant);
    const { attemptId } = await ok(admin, 'POST /exam/auth/user/exam/start', { id: exam.id });
    const refused = { code: 409 };
    expect(await call(admin, PAGE, { bankId: exam.bankId })).toMatchObject(refused);
    expect(await call(admin, VIEW, { id: exam.ids.single[0]! })).toMatchObject(refused);
    expect(await call(admin, DOWNLOAD, { bankId: exam.bankId, format: 'gift' })).toMatchObject(refused);
    await ok(admin, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers: [] });
    expect(await ok(admin, PAGE, { bankId: exam.bankId })).toMatchObject({ totalCount: 9 });
  });
});

describe('a question', () => {
  it('is stored with rendered texts, and each change of its texts is a version', async () => {
    const { bankId } = await mintBank(tenant, [lecturer]);
    const { id } = await ok(lecturer, SAVE, { ...SINGLE, ...base, bankId, code: 'unit' });
    const viewed = await ok(lecturer, VIEW, { id });
    expect(viewed).toMatchObject({
      version: 1,
      texts: SINGLE.texts,
      answer: 'B',
      langs: ['zh', 'en'],
      topic: 'Electricity',
    });
    expect(viewed.html.zh!.stem).toMatch(/^功率 <math>.*单位是？$/s);
    expect(viewed.html.zh!.analysis).toBe('<strong>瓦特</strong>');
    expect(viewed.html.zh!.options).toBeUndefined();
    const edited = { ...SINGLE, ...base, bankId, id };
    // Only classified anew: no version.
    expect(await ok(lecturer, SAVE, { ...edited, version: 1, difficulty: 4 })).toEqual({ id, version: 1 });
    expect(await ok(lecturer, SAVE, { ...edited, version: 1, answer: 'A' })).toEqual({ id, version: 2 });
    const { list } = await ok(lecturer, 'POST /exam/auth/question/version/page', { id });
    expect(list.map(({ number, answer }) => [number, answer])).toEqual([
      [2, 'A'],
      [1, 'B'],
    ]);
    const audited = await withTenant(tenant.id, (db) =>
      db.$count(auditLog, and(eq(auditLog.action, 'question.saved'), eq(auditLog.userId, lecturer.userId))),
    );
    expect(audited).toBeGreaterThanOrEqual(3);
  });

  it('that somebody else has saved meanwhile is not overwritten', async () => {
    const { bankId, questionId: id } = await mintBank(tenant, [lecturer]);
    const edited = { ...SINGLE, ...base, bankId, id, version: 1 };
    const answers = await Promise.all([
      call(lecturer, SAVE, { ...edited, answer: 'A' }),
      call(admin, SAVE, { ...edited, texts: { zh: SINGLE.texts.zh } }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const stored = await withTenant(tenant.id, (db) => db.$count(questionVersion, eq(questionVersion.questionId, id)));
    expect(stored).toBe(2);
  });

  it('is refused at the field that is wrong', async () => {
    const { bankId } = await mintBank(tenant);
    const refused = async (more: object) => {
      const envelope = await call(admin, SAVE, { ...SINGLE, ...base, bankId, ...more });
      expect(envelope.code).toBe(422);
      return (envelope.data as unknown as { field: string }[]).map(({ field }) => field);
    };
    expect(await refused({ answer: 'C' })).toEqual(['answer']);
    expect(await refused({ texts: {} })).toEqual(['stem']);
    const { stem } = SINGLE.texts.zh;
    expect(await refused({ type: 'judge', answer: true })).toContain('options');
    const blank = { type: 'blank', texts: { zh: { stem, options: [], analysis: null } }, answer: [['x']] };
    expect(await refused(blank)).toEqual(['stem']);
    expect(await refused({ texts: { ...SINGLE.texts, en: { stem, options: [], analysis: null } } })).toContain(
      'options',
    );
  });

  it('has marking criteria of its version, which a paper scales to its score', async () => {
    const { bankId } = await mintBank(tenant);
    const criteria = [
      { text: 'Names the cause', points: 3 },
      { text: 'Names the measure', points: 2 },
    ];
    const short = {
      ...{ type: 'short' as const, answer: 'Too much current', bankId },
      texts: { en: { stem: 'Why does a fuse blow?', options: [], analysis: null } },
    };
    const { id } = await ok(admin, SAVE, { ...short, ...base, criteria });
    expect(await ok(admin, VIEW, { id })).toMatchObject({ version: 1, criteria });
    // Left out, they stay as they are: no other version.
    expect(await ok(admin, SAVE, { ...short, ...base, id, version: 1 })).toEqual({ id, version: 1 });
    const one = [criteria[0]!];
    expect(await ok(admin, SAVE, { ...short, ...base, id, version: 1, criteria: one })).toEqual({ id, version: 2 });
    const { list } = await ok(admin, 'POST /exam/auth/question/version/page', { id });
    expect(list.map((version) => version.criteria)).toEqual([one, criteria]);
    const wrong = [
      { ...SINGLE, ...base, bankId, criteria },
      { ...short, ...base, id, version: 2, criteria: [{ text: 'Nothing', points: 0 }] },
    ];
    for (const input of wrong)
      expect(await call(admin, SAVE, input)).toMatchObject({ code: 422, data: [{ field: 'criteria' }] });
    for (const format of ['xlsx', 'qti', 'moodle', 'gift'] as const) {
      const { base64, fileName } = await ok(admin, DOWNLOAD, { bankId, format, type: 'short' });
      const { bankId: other } = await mintBank(tenant);
      const file = new File([Buffer.from(base64, 'base64')], fileName);
      const { id: imported } = await ok(admin, UPLOAD, { file, bankId: other });
      const report = await ok(admin, REPORT, { id: imported });
      expect(report.counts).toMatchObject({ add: 1, loss: 0, skip: 0 });
      await ok(admin, CONFIRM, { id: imported, reportHash: report.reportHash });
      const [found] = (await ok(admin, PAGE, { bankId: other, type: 'short' })).list;
      expect((await ok(admin, VIEW, { id: found!.id })).criteria).toEqual(one);
    }
  });

  it('is moved to another bank of the same editor with its versions, unless a running exam draws from its bank', async () => {
    const from = await mintBank(tenant, [lecturer]);
    const to = await mintBank(tenant, [lecturer]);
    const foreign = await mintBank(tenant, [stranger]);
    const { id } = await ok(lecturer, SAVE, { ...SINGLE, ...base, bankId: from.bankId, code: 'moved' });
    await ok(lecturer, SAVE, { ...SINGLE, ...base, bankId: from.bankId, id, version: 1, answer: 'A' });
    const move = { action: 'move' as const, ids: [id] };
    expect(await call(lecturer, BULK, { ...move, bankId: foreign.bankId })).toMatchObject({ code: 404 });
    expect(await call(stranger, BULK, { ...move, bankId: foreign.bankId })).toMatchObject({ code: 404 });
    expect(await ok(lecturer, BULK, { ...move, bankId: to.bankId })).toEqual({ changed: 1 });
    expect(await ok(lecturer, VIEW, { id })).toMatchObject({ bankId: to.bankId, version: 2, code: 'moved' });
    expect(await ok(lecturer, 'POST /exam/auth/question/version/page', { id })).toMatchObject({ totalCount: 2 });
    expect((await ok(lecturer, PAGE, { bankId: from.bankId })).list.map((item) => item.id)).toEqual([from.questionId]);
    // Both banks have a question with the code `power`.
    const taken = await call(lecturer, BULK, { ...move, ids: [from.questionId], bankId: to.bankId });
    expect(taken).toMatchObject({ code: 409, msg: expect.stringContaining('power') as string });

    const exam = await mintExam(tenant, { counts: { single: 1, multiple: 0, judge: 0, blank: 0, short: 0 } });
    const onPaper = { action: 'move' as const, ids: exam.ids.single, bankId: to.bankId };
    const learner = await mintPerson(tenant);
    const { attemptId } = await ok(learner, 'POST /exam/auth/user/exam/start', { id: exam.id });
    expect(await call(admin, BULK, onPaper)).toMatchObject({ code: 409 });
    await ok(learner, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers: [] });
    await withTenant(tenant.id, (db) =>
      db
        .update(examTable)
        .set({ windowStart: new Date(Date.now() - 9e8), windowEnd: new Date(Date.now() - 8e8) })
        .where(eq(examTable.id, exam.id)),
    );
    expect(await ok(admin, BULK, onPaper)).toEqual({ changed: 1 });
    const { paper } = await readAttempt(tenant, attemptId);
    expect(paper.map(({ questionId }) => questionId)).toEqual(exam.ids.single);
  });

  it('is found by text, classification and state, and changed with others', async () => {
    const { bankId, questionId } = await mintBank(tenant);
    const other = await ok(admin, SAVE, {
      ...{ type: 'judge', answer: true, bankId, difficulty: 4, topic: null, tags: [] },
      texts: { en: { stem: '100% _sure_', options: [], analysis: null } },
    });
    const found = async (more: object) => (await ok(admin, PAGE, { bankId, ...more })).list.map(({ id }) => id);
    expect(await found({ keyword: '瓦特' })).toEqual([questionId]);
    expect(await found({ keyword: '100%' })).toEqual([other.id]);
    expect(await found({ keyword: '%' })).toEqual([other.id]);
    expect(await found({ keyword: 'stem' })).toEqual([]);
    // JSON writes these otherwise than they are said.
    const quoted = await ok(admin, SAVE, {
      ...{ type: 'judge', answer: true, bankId, difficulty: 1, topic: null, tags: [] },
      texts: { en: { stem: 'Press "Stop" in C:\\plc', options: [], analysis: null } },
    });
    for (const keyword of ['"stop"', 'c:\\plc', 'Stop']) expect(await found({ keyword }), keyword).toEqual([quoted.id]);
    await ok(admin, BULK, { action: 'delete', ids: [quoted.id] });
    expect(await found({ type: 'judge', difficulty: 4 })).toEqual([other.id]);
    await ok(admin, BULK, { action: 'tag', ids: [questionId, other.id], tag: 'new' });
    await ok(admin, BULK, { action: 'topic', ids: [other.id], topic: 'Sky' });
    await ok(admin, BULK, { action: 'withdraw', ids: [other.id] });
    expect(await found({ tag: 'new' })).toHaveLength(2);
    expect(await found({ topic: 'Sky', published: false })).toEqual([other.id]);
    const elsewhere = await mintBank(await mintTenant());
    const mixed = { action: 'publish' as const, ids: [other.id, elsewhere.questionId] };
    expect(await call(admin, BULK, mixed)).toMatchObject({ code: 404 });
    expect(await found({ published: false })).toEqual([other.id]);
  });
});

describe('all questions that a filter finds', () => {
  const filled = async () => {
    const { bankId } = await mintBank(tenant, [lecturer]);
    for (const [n, difficulty] of [4, 4, 1].entries())
      await ok(admin, SAVE, {
        ...{ type: 'judge', answer: true, bankId, difficulty, topic: null, tags: [], code: `all-${n}` },
        texts: { en: { stem: `Stem ${n}`, options: [], analysis: null } },
      });
    const codes = async (more: object) => (await ok(admin, PAGE, { bankId, ...more })).list.map(({ code }) => code);
    return { bankId, codes };
  };

  it('are changed at once, and nothing is when they are others than the user saw', async () => {
    const { bankId, codes } = await filled();
    const filter = { bankId, difficulty: 4 };
    const withdraw = { action: 'withdraw' as const, found: { filter, count: 2 } };
    const wrong = { ...withdraw, found: { filter, count: 3 } };
    expect(await call(lecturer, BULK, wrong)).toMatchObject({ code: 409 });
    expect(await call(lecturer, BULK, { ...wrong, found: { filter, count: 1 } })).toMatchObject({ code: 409 });
    expect(await codes({ published: false })).toEqual([]);
    expect(await ok(lecturer, BULK, withdraw)).toEqual({ changed: 2 });
    expect(await codes({ published: false, sort: 'code' })).toEqual(['all-0', 'all-1']);
  });

  it('are those of a bank that one may edit', async () => {
    const { bankId } = await filled();
    const found = { filter: { bankId }, count: 4 };
    expect(await call(stranger, BULK, { action: 'publish', found })).toMatchObject({ code: 404 });
    const outside = await mintPerson(await mintTenant(), { isAdmin: true });
    expect(await call(outside, BULK, { action: 'publish', found })).toMatchObject({ code: 404 });
  });

  it('are named either by ids or by a filter', async () => {
    const { bankId } = await filled();
    expect(await call(admin, BULK, { action: 'publish' })).toMatchObject({ code: 422 });
    const both = { ids: [bankId], found: { filter: { bankId }, count: 4 } };
    expect(await call(admin, BULK, { action: 'publish', ...both })).toMatchObject({ code: 422 });
  });

  it('are listed in the order that is asked for', async () => {
    const { codes } = await filled();
    expect(await codes({ sort: 'code' })).toEqual(['all-0', 'all-1', 'all-2', 'power']);
    expect(await codes({ sort: '-code' })).toEqual(['power', 'all-2', 'all-1', 'all-0']);
    // Without a topic it comes last in both directions.
    expect((await codes({ sort: 'topic' }))[0]).toBe('power');
    expect((await codes({ sort: '-topic' }))[0]).toBe('power');
  });
});

describe('an import', () => {
  it('reports before it writes, and changes nothing when it is repeated', async () => {
    const { bankId } = await mintBank(tenant, [lecturer]);
    const { id } = await ok(lecturer, UPLOAD, {
      bankId,
      file: giftFile(`${GIFT}\n::match:: Pair {=a -> b =c -> d}\n\n::broken:: {`),
    });
    const report = await ok(lecturer, REPORT, { id });
    expect(report.counts).toMatchObject({ change: 0, unchanged: 0 });
    expect(report.counts.add).toBeGreaterThanOrEqual(2);
    expect(report.counts.skip).toBeGreaterThanOrEqual(1);
    expect(report.rows.list[0]).toMatchObject({ kind: 'skip' });
    expect(report.rows.list[0]!.place).toContain('quiz.gift');
    expect((await ok(lecturer, PAGE, { bankId })).totalCount).toBe(1);
    expect(await call(stranger, REPORT, { id })).toMatchObject({ code: 404 });
    const written = await ok(lecturer, CONFIRM, { id, reportHash: report.reportHash });
    expect(written).toMatchObject({ added: report.counts.add, changed: 0 });
    expect((await ok(lecturer, PAGE, { bankId })).totalCount).toBe(1 + written.added);
    expect(await call(lecturer, CONFIRM, { id, reportHash: report.reportHash })).toMatchObject({ code: 404 });

    const again = await ok(lecturer, UPLOAD, { bankId, file: giftFile() });
    expect((await ok(lecturer, REPORT, again)).counts).toMatchObject({ add: 0, change: 0, unchanged: 2 });
    const edited = await ok(lecturer, UPLOAD, { bankId, file: giftFile(GIFT.replace('{T}', '{F}')) });
    const changes = await ok(lecturer, REPORT, edited);
    expect(changes.counts).toMatchObject({ similar: 1, add: 0, change: 0, unchanged: 1 });
    const similar = { replace: true, except: [] };
    await ok(lecturer, CONFIRM, { id: edited.id, reportHash: changes.reportHash, similar });
    const [sky] = (await ok(lecturer, PAGE, { bankId, keyword: 'sky' })).list;
    expect(sky).toMatchObject({ version: 2 });
  });

  it('shows the question of each change, readable without Markdown', async () => {
    const { bankId } = await mintBank(tenant);
    const { id } = await ok(admin, UPLOAD, {
      bankId,
      file: giftFile('[markdown]What is **9** \\= 9? {=nine#yes ~ten#no}'),
    });
    const { rows } = await ok(admin, REPORT, { id, kind: 'loss' });
    expect(rows.list).toMatchObject([{ stem: 'What is 9 = 9?', reason: expect.stringContaining('2') as string }]);
  });

  it('whose bank has changed since the report is not written', async () => {
    const { bankId } = await mintBank(tenant);
    const { id } = await ok(admin, UPLOAD, { bankId, file: giftFile() });
    const { reportHash } = await ok(admin, REPORT, { id });
    await ok(admin, SAVE, {
      ...{ type: 'judge', answer: true, bankId, code: 'sky', ...base },
      texts: { en: { stem: 'The sky', options: [], analysis: null } },
    });
    expect(await call(admin, CONFIRM, { id, reportHash })).toMatchObject({ code: 409 });
    expect((await ok(admin, PAGE, { bankId })).totalCount).toBe(2);
    const fresh = await ok(admin, REPORT, { id });
    expect(fresh.counts).toMatchObject({ add: 1, similar: 1 });
    expect(await ok(admin, CONFIRM, { id, reportHash: fresh.reportHash })).toMatchObject({ added: 2, changed: 0 });
  });

  it.each([
    ['a picture', new File([Buffer.from('89504e470d0a1a0a00', 'hex')], 'x.gift')],
    ['a broken archive', new File([Buffer.from('504b030400', 'hex')], 'x.zip')],
    ['nothing', new File([''], 'x.gift')],
  ])('of %s gets a clear answer', async (_, file) => {
    const { bankId } = await mintBank(tenant);
    const envelope = await call(admin, UPLOAD, { bankId, file });
    if (envelope.code === 200) {
      const { id } = envelope.data as unknown as { id: string };
      expect((await ok(admin, REPORT, { id })).counts.add).toBe(0);
    } else expect([415, 422]).toContain(envelope.code);
  });
});
