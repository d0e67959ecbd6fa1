import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { examQuestion } from '#src/server/exam/tables/rules.ts';
import { mintShortExam } from '../factories/exam-rules.ts';
import { call, ok } from '../factories/portal.ts';
import { mintBank } from '../factories/question.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const PAGE = 'POST /exam/auth/question/similar/page';
const KEEP = 'POST /exam/auth/question/similar/keep';
const REPLACE = 'POST /exam/auth/exam/admin/question/replace';

let tenant: TestTenant;
let admin: TestPerson;
let bankId: string;
let ids: string[];
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  ({ bankId } = await mintBank(tenant, [admin]));
  const more = { options: ['切断电源', '用手拉开'], answer: 'A', analysis: '', difficulty: '', topic: '' };
  const { rows } = await ok(admin, 'POST /exam/auth/question/grid/save', {
    bankId,
    rows: [
      { key: '1', cells: { ...more, type: '单选', stem: '发现有人触电时，首先应当做什么？' } },
      { key: '2', cells: { ...more, type: '单选', stem: '发现有人触电时,首先应做什么' } },
      { key: '3', cells: { ...more, type: '判断', stem: '灭火器每五年检查一次', options: [], answer: '错' } },
    ],
  });
  ids = rows.map(({ id }) => id!);
});

const found = async (more: object = {}) =>
  (await ok(admin, PAGE, { bankId, ...more })).list.map(({ one, other }) => [one.id, other.id].sort());

describe('similar questions of a bank', () => {
  it('are listed with both sides, also for one of them, until both are kept', async () => {
    const { list, isPartial } = await ok(admin, PAGE, { bankId });
    expect(isPartial).toBe(false);
    expect(list).toMatchObject([{ other: { answer: 'A', paperCount: 0 } }]);
    expect(list[0]!.percent).toBeGreaterThan(80);
    expect(await found({ ids: [ids[0]!] })).toEqual([[ids[0], ids[1]].sort()]);
    expect(await found({ ids: [ids[2]!] })).toEqual([]);
    await ok(admin, KEEP, { ids: [ids[0]!, ids[1]!] });
    expect(await found()).toEqual([]);
    await withTenant(tenant.id, (db) => db.execute(sql`update question set distinct_from = '{}'`));
    const lecturer = await mintPerson(tenant, { userType: 2 });
    expect((await call(lecturer, PAGE, { bankId })).code).toBe(404);
    expect((await call(lecturer, KEEP, { ids: [ids[0]!, ids[1]!] })).code).toBe(404);
  });

  it('take the place of each other in papers that nobody has sat', async () => {
    const fixed = async (questions: string[]) => {
      const exam = await mintShortExam(tenant, { paperKind: 'fixed', published: false });
      const rows = questions.map((questionId, sort) => ({
        ...{ enterpriseId: tenant.id, examId: exam.id, questionId },
        section: 'All',
        score: '10',
        sort,
      }));
      await withTenant(tenant.id, (db) => db.insert(examQuestion).values(rows));
      return exam;
    };
    const [free, both, sat] = [await fixed([ids[0]!]), await fixed([ids[0]!, ids[1]!]), await fixed([ids[0]!])];
    await withTenant(tenant.id, (db) => db.execute(sql`update exam set published = true where id = ${sat.id}`));
    const learner = await mintPerson(tenant);
    await ok(learner, 'POST /exam/auth/user/exam/start', { id: sat.id });
    expect(await ok(admin, REPLACE, { questionId: ids[0]!, byId: ids[1]! })).toEqual({ changed: 1, left: 2 });
    const questionsOf = async (id: string) =>
      (await ok(admin, 'GET /exam/auth/exam/admin/view', { id })).questions.map(({ questionId }) => questionId);
    expect(await questionsOf(free.id)).toEqual([ids[1]]);
    expect(await questionsOf(both.id)).toEqual([ids[0], ids[1]]);
    expect(await questionsOf(sat.id)).toEqual([ids[0]]);
    expect((await ok(admin, 'GET /exam/auth/exam/admin/view', { id: free.id })).revision).toBe(2);
    // A trial is no sitting.
    await ok(admin, 'POST /exam/auth/exam/admin/trial/start', { id: free.id });
    expect(await ok(admin, REPLACE, { questionId: ids[1]!, byId: ids[0]! })).toMatchObject({ changed: 1 });
    expect((await call(admin, REPLACE, { questionId: ids[0]!, byId: ids[2]! })).code).toBe(422);
  });
});
