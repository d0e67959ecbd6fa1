import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { examSection } from '#src/server/exam/tables/exam.ts';
import { removeDeletedQuestions } from '#src/server/question/edit/change-questions.ts';
import { question, questionBank } from '#src/server/question/tables.ts';
import { mintExam } from '../factories/exam.ts';
import { call, ok } from '../factories/portal.ts';
import { openBank, startBank } from '../factories/practice.ts';
import { mintBank } from '../factories/question.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Question banks that are deleted with their questions, and restored within 30 days (docs/decisions/134). */

const DELETE = 'PUT /exam/auth/question/bank/delete';
const USES = 'GET /exam/auth/question/bank/uses';
const BANKS = 'POST /exam/auth/question/bank/page';

let tenant: TestTenant;
let admin: TestPerson;
let lecturer: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  [admin, lecturer] = await Promise.all([mintPerson(tenant, { isAdmin: true }), mintPerson(tenant, { userType: 2 })]);
});

const listed = async (deleted = false) =>
  (await ok(admin, BANKS, { ...(deleted && { deleted }), pageSize: 100 })).list.map(({ id }) => id);
const setDays = (bankId: string, days: number) =>
  withTenant(tenant.id, (db) =>
    db
      .update(questionBank)
      .set({ deletedAt: new Date(Date.now() - days * 86_400_000) })
      .where(and(eq(questionBank.enterpriseId, tenant.id), eq(questionBank.id, bankId))),
  );
const examOf = async (bankId: string) => {
  const exam = await mintExam(tenant, { published: false });
  await withTenant(tenant.id, (db) =>
    db
      .update(examSection)
      .set({ bankId })
      .where(and(eq(examSection.enterpriseId, tenant.id), eq(examSection.examId, exam.id))),
  );
  return exam;
};

describe('a deleted bank', () => {
  it('leaves lists, choices, practices and every call with its questions, and comes back as it was', async () => {
    const { bankId, questionId } = await mintBank(tenant, [lecturer], 'Goes');
    await openBank(tenant, bankId);
    const learner = await mintPerson(tenant);
    const run = await startBank(learner, bankId);
    expect(await ok(lecturer, USES, { id: bankId })).toEqual({
      ...{ questions: 1, exams: 0, examTitles: [], drawn: 0, practised: 1 },
    });
    const { revision } = await ok(admin, 'GET /exam/auth/question/bank/view', { id: bankId });
    expect(await ok(lecturer, DELETE, { id: bankId, deleted: true })).toEqual({ deleted: true });
    expect(await listed()).not.toContain(bankId);
    expect(await listed(true)).toContain(bankId);
    const choices = await ok(admin, 'GET /exam/auth/exam/admin/choices', {});
    expect(choices.banks.map(({ id }) => id)).not.toContain(bankId);
    const open = await ok(learner, 'POST /exam/auth/user/practice/bank/page', {});
    expect(open.list.map(({ id }) => id)).not.toContain(bankId);
    expect(
      await call(learner, 'POST /exam/auth/user/practice/answer/check', { id: run, questionId, answer: 'B' }),
    ).toMatchObject({ code: 409 });
    for (const [name, input] of [
      ['GET /exam/auth/question/bank/view', { id: bankId }],
      ['POST /exam/auth/question/bank/save', { id: bankId, revision: revision + 1, title: 'Renamed' }],
      ['POST /exam/auth/question/page', { bankId }],
      ['GET /exam/auth/question/view', { id: questionId }],
      ['POST /exam/auth/question/bulk/save', { action: 'withdraw', ids: [questionId] }],
      ['POST /exam/auth/question/download', { bankId, format: 'gift' }],
      ['POST /data/auth/history/page', { kind: 'questionBank', id: bankId }],
      [USES, { id: bankId }],
      [DELETE, { id: bankId, deleted: true }],
    ] as const)
      expect([name, (await call(admin, name, input as never)).code]).toEqual([name, 404]);

    expect(await ok(lecturer, DELETE, { id: bankId, deleted: false })).toEqual({ deleted: false });
    expect(await ok(admin, 'GET /exam/auth/question/bank/view', { id: bankId })).toMatchObject({
      ...{ title: 'Goes', practice: 'members', questionCount: 1, publishedCount: 1, revision: revision + 2 },
      ...{ editors: [{ userId: lecturer.userId }], deletedAt: null },
    });
    const again = await ok(learner, 'POST /exam/auth/user/practice/answer/check', { id: run, questionId, answer: 'B' });
    // Its options are shuffled, so B may be another one.
    expect(again).toMatchObject({ right: expect.any(Boolean) as boolean });
    const { list } = await ok(admin, 'POST /data/auth/history/page', { kind: 'questionBank', id: bankId });
    expect(list.map(({ action }) => action)).toEqual(['question.bank.restored', 'question.bank.deleted']);
    expect(await call(lecturer, DELETE, { id: bankId, deleted: false })).toMatchObject({ code: 404 });
  });

  it('is none while an exam takes questions of it, also a deleted one that can be restored', async () => {
    const { bankId, questionId } = await mintBank(tenant);
    const exam = await examOf(bankId);
    expect(await ok(admin, USES, { id: bankId })).toMatchObject({ exams: 1, examTitles: [expect.any(String)] });
    await ok(admin, 'PUT /exam/auth/exam/admin/delete', { id: exam.id, deleted: true });
    expect(await call(admin, DELETE, { id: bankId, deleted: true })).toMatchObject({ code: 409 });
    expect(await listed()).toContain(bankId);

    // A fixed paper.
    const settings = await ok(admin, 'GET /exam/auth/exam/admin/view', { id: (await mintExam(tenant)).id });
    const { id: _, revision: _r, published: _p, ...rest } = settings;
    const fixed = {
      ...{ ...rest, title: 'Fixed', paperKind: 'fixed' as const, sections: [], passScore: 1 },
      questions: [{ questionId, section: 'One', score: 1 }],
    };
    const other = await mintBank(tenant);
    const made = await ok(admin, 'POST /exam/auth/exam/admin/save', {
      ...fixed,
      questions: [{ ...fixed.questions[0]!, questionId: other.questionId }],
    } as never);
    expect(await call(admin, DELETE, { id: other.bankId, deleted: true })).toMatchObject({ code: 409 });
    expect(made).toMatchObject({ title: 'Fixed' });
  });

  it('is not chosen for an exam, by no way', async () => {
    const { bankId, questionId } = await mintBank(tenant);
    await ok(admin, DELETE, { id: bankId, deleted: true });
    const {
      id: _,
      revision: _r,
      published: _p,
      ...rest
    } = await ok(admin, 'GET /exam/auth/exam/admin/view', {
      id: (await mintExam(tenant)).id,
    });
    const drawn = {
      ...rest,
      sections: rest.sections.slice(0, 1).map((section) => ({ ...section, bankId })),
      passScore: 1,
    };
    const fixed = {
      ...{ ...rest, paperKind: 'fixed' as const, sections: [], passScore: 1 },
      questions: [{ questionId, section: 'One', score: 1 }],
    };
    for (const [input, field] of [
      [drawn, 'sections.0.bankId'],
      [fixed, 'questions.0.questionId'],
    ] as const)
      expect(await call(admin, 'POST /exam/auth/exam/admin/save', input as never)).toMatchObject({
        code: 422,
        data: [{ field }],
      });
  });

  it('cannot be restored after 30 days; its questions are removed then, unless a paper has them', async () => {
    const { bankId } = await mintBank(tenant);
    const drawn = await mintBank(tenant);
    await withTenant(tenant.id, (db) =>
      db.update(question).set({ drawn: true }).where(eq(question.id, drawn.questionId)),
    );
    const left = (id: string) => withTenant(tenant.id, (db) => db.$count(question, eq(question.bankId, id)));
    for (const id of [bankId, drawn.bankId]) {
      await ok(admin, DELETE, { id, deleted: true });
      await setDays(id, 29);
    }
    await removeDeletedQuestions(tenant.id, new Date());
    expect([await left(bankId), await left(drawn.bankId)]).toEqual([1, 1]);
    for (const id of [bankId, drawn.bankId]) await setDays(id, 31);
    expect(await listed(true)).not.toContain(bankId);
    expect(await call(admin, DELETE, { id: bankId, deleted: false })).toMatchObject({ code: 404 });
    await removeDeletedQuestions(tenant.id, new Date());
    expect([await left(bankId), await left(drawn.bankId)]).toEqual([0, 1]);
  });

  it('and its restoration are for those who may edit it', async () => {
    const { bankId } = await mintBank(tenant);
    expect(await call(lecturer, DELETE, { id: bankId, deleted: true })).toMatchObject({ code: 404 });
    await ok(admin, DELETE, { id: bankId, deleted: true });
    expect(await call(lecturer, DELETE, { id: bankId, deleted: false })).toMatchObject({ code: 404 });
    expect((await ok(lecturer, BANKS, { deleted: true })).list.map(({ id }) => id)).not.toContain(bankId);
  });
});
