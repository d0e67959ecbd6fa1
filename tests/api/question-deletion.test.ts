import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { examQuestion } from '#src/server/exam/tables/rules.ts';
import { removeDeletedQuestions } from '#src/server/question/edit/change-questions.ts';
import { question } from '#src/server/question/tables.ts';
import { mintExam, readAttempt } from '../factories/exam.ts';
import { call, ok } from '../factories/portal.ts';
import { mintBank, SINGLE } from '../factories/question.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Questions that are deleted, and restored within 30 days (docs/decisions/132). */

const BULK = 'POST /exam/auth/question/bulk/save';
const USES = 'POST /exam/auth/question/bulk/uses';
const SAVE = 'POST /exam/auth/question/save';
const PAGE = 'POST /exam/auth/question/page';
const START = 'POST /exam/auth/user/exam/start';
const ONE_SINGLE = { single: 1, multiple: 0, judge: 0, blank: 0, short: 0 };

let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

const base = { ...SINGLE, difficulty: 2, topic: 'Electricity', tags: ['law'] };
const idsOf = async (bankId: string, more: object = {}) =>
  (await ok(admin, PAGE, { bankId, sort: 'code', ...more })).list.map(({ id }) => id);
const setDays = (ids: string[], days: number) =>
  withTenant(tenant.id, async (db) => {
    for (const id of ids)
      await db
        .update(question)
        .set({ deletedAt: new Date(Date.now() - days * 86_400_000) })
        .where(eq(question.id, id));
  });

describe('a deleted question', () => {
  it('leaves lists, counts, search, grid and exports of its bank, and comes back withdrawn', async () => {
    const { bankId, questionId } = await mintBank(tenant);
    const { id } = await ok(admin, SAVE, { ...base, bankId, code: 'goes', topic: 'Only here', tags: ['only'] });
    expect(await ok(admin, BULK, { action: 'delete', ids: [id] })).toEqual({ changed: 1 });
    expect(await idsOf(bankId)).toEqual([questionId]);
    expect(await idsOf(bankId, { keyword: 'goes' })).toEqual([]);
    expect(await ok(admin, 'GET /exam/auth/question/bank/view', { id: bankId })).toMatchObject({
      ...{ questionCount: 1, publishedCount: 1 },
      topics: expect.not.arrayContaining(['Only here']) as string[],
      tags: expect.not.arrayContaining(['only']) as string[],
    });
    expect((await ok(admin, 'POST /exam/auth/question/grid/page', { bankId })).list).toHaveLength(1);
    expect((await ok(admin, 'POST /exam/auth/question/similar/page', { bankId })).totalCount).toBe(0);
    const { base64 } = await ok(admin, 'POST /exam/auth/question/download', { bankId, format: 'gift' });
    expect(Buffer.from(base64, 'base64').toString()).not.toContain('::goes');
    for (const [name, input] of [
      ['GET /exam/auth/question/view', { id }],
      ['POST /exam/auth/question/version/page', { id }],
      [SAVE, { ...base, bankId, id, version: 1 }],
      [BULK, { action: 'publish', ids: [id] }],
      [BULK, { action: 'delete', ids: [id] }],
      [USES, { ids: [id] }],
    ] as const)
      expect((await call(admin, name, input as never)).code).toBe(404);
    expect(await idsOf(bankId, { deleted: true })).toEqual([id]);
    // One that is not deleted cannot be restored.
    expect((await call(admin, BULK, { action: 'restore', ids: [id, questionId] })).code).toBe(404);
    expect(await ok(admin, BULK, { action: 'restore', ids: [id] })).toEqual({ changed: 1 });
    expect(await ok(admin, 'GET /exam/auth/question/view', { id })).toMatchObject({
      ...{ code: 'goes', published: false, deletedAt: null, version: 1, answer: 'B' },
    });
    expect(await idsOf(bankId, { deleted: true })).toEqual([]);
  });

  it('stays on the papers and in the answers of those who have it, and is drawn for nobody else', async () => {
    const exam = await mintExam(tenant, { counts: { ...ONE_SINGLE, single: 2 } });
    const who = await mintPerson(tenant);
    const { attemptId } = await ok(who, START, { id: exam.id });
    expect(await ok(admin, USES, { ids: exam.ids.single })).toEqual({ count: 2, drawn: 2, papers: 0, exams: 1 });
    await ok(admin, BULK, { action: 'delete', ids: exam.ids.single });
    const { paper } = await readAttempt(tenant, attemptId);
    expect(paper.map(({ questionId }) => questionId).sort()).toEqual([...exam.ids.single].sort());
    const { id } = await ok(admin, SAVE, { ...base, bankId: exam.bankId, code: 'fresh-1' });
    expect((await call(await mintPerson(tenant), START, { id: exam.id })).code).toBe(409);
    const other = await ok(admin, SAVE, {
      ...base,
      ...{ bankId: exam.bankId, code: 'fresh-2', texts: { zh: { ...SINGLE.texts.zh, stem: 'Another one' } } },
    });
    const later = await ok(await mintPerson(tenant), START, { id: exam.id });
    const fresh = await readAttempt(tenant, later.attemptId);
    expect(fresh.paper.map(({ questionId }) => questionId).sort()).toEqual([id, other.id].sort());
    await ok(who, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers: [] });
    await ok(who, 'GET /exam/auth/user/exam/result/view', { attemptId });
  });

  it('is named as part of fixed papers before, and frees its code', async () => {
    const { bankId } = await mintBank(tenant);
    const exam = await mintExam(tenant, { counts: ONE_SINGLE });
    const first = await ok(admin, SAVE, { ...base, bankId, code: 'shared' });
    await withTenant(tenant.id, async (db) => {
      await db.execute(`update exam set paper_kind = 'fixed' where id = '${exam.id}'`);
      await db
        .insert(examQuestion)
        .values({ enterpriseId: tenant.id, examId: exam.id, questionId: first.id, section: 'A', sort: 0, score: '1' });
    });
    expect(await ok(admin, USES, { ids: [first.id] })).toEqual({ count: 1, drawn: 0, papers: 1, exams: 0 });
    await ok(admin, BULK, { action: 'delete', ids: [first.id] });
    const second = await ok(admin, SAVE, { ...base, bankId, code: 'shared' });
    expect(second.id).not.toBe(first.id);
    await ok(admin, BULK, { action: 'delete', ids: [second.id] });
    const third = await ok(admin, SAVE, { ...base, bankId, code: 'shared' });
    await ok(admin, BULK, { action: 'restore', found: { filter: { bankId, deleted: true }, count: 2 } });
    const codes = await withTenant(tenant.id, (db) =>
      db.select({ id: question.id, code: question.code }).from(question).where(eq(question.bankId, bankId)),
    );
    const of = (id: string) => codes.find((each) => each.id === id)!.code;
    expect(of(third.id)).toBe('shared');
    for (const id of [first.id, second.id]) expect(of(id)).toMatch(/^shared-[0-9a-f]{12}$/);
  });

  it('cannot be restored after 30 days, and is removed then unless a paper has it', async () => {
    const exam = await mintExam(tenant, { counts: ONE_SINGLE });
    await ok(await mintPerson(tenant), START, { id: exam.id });
    const { id } = await ok(admin, SAVE, { ...base, bankId: exam.bankId, code: 'unseen' });
    const recent = await ok(admin, SAVE, { ...base, bankId: exam.bankId, code: 'recent' });
    const ids = [...exam.ids.single, id];
    await ok(admin, BULK, { action: 'delete', ids: [...ids, recent.id] });
    await setDays(ids, 31);
    expect(await idsOf(exam.bankId, { deleted: true })).toEqual([recent.id]);
    expect((await call(admin, BULK, { action: 'restore', ids: [id] })).code).toBe(404);
    await removeDeletedQuestions(tenant.id, new Date());
    const left = await withTenant(tenant.id, (db) =>
      db.select({ id: question.id }).from(question).where(eq(question.bankId, exam.bankId)),
    );
    expect(left.map((row) => row.id).sort()).toEqual([...exam.ids.single, recent.id].sort());
  });
});
