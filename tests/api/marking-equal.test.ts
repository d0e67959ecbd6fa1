import { beforeAll, expect, it } from 'vitest';
import { mintExam, readAttempt, type TestExam } from '../factories/exam.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const OPEN = 'POST /exam/auth/exam/marking/answer/open';
const SAVE = 'POST /exam/auth/exam/marking/answer/save';
const EQUAL = 'GET /exam/auth/exam/marking/answer/equal';

let tenant: TestTenant;
let anna: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  [anna, ben] = [await mintPerson(tenant, { userType: 2 }), await mintPerson(tenant, { userType: 2 })];
});

/** Submits a paper with an answer to its short question. */
async function handIn(person: TestPerson, { id, ids }: TestExam, answer: string) {
  const { attemptId } = await ok(person, 'POST /exam/auth/user/exam/start', { id });
  const answers = [{ questionId: ids.short[0]!, epoch: 1, revision: 1, answer }];
  await ok(person, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
  return attemptId;
}

const SHORT = { single: 0, multiple: 0, judge: 0, blank: 0, short: 1 };

it('gives equal answers the same mark at once, except those that another marker holds, and the own one', async () => {
  const exam = await mintExam(tenant, { counts: SHORT, passScore: '5', maxAttempts: 1 });
  const questionId = exam.ids.short[0]!;
  const held = await handIn(await mintPerson(tenant), exam, '关阀门');
  await ok(ben, OPEN, { examId: exam.id });
  const [first, same, other] = [
    await handIn(await mintPerson(tenant), exam, '关 阀门'),
    await handIn(await mintPerson(tenant), exam, '关阀门\n'),
    await handIn(await mintPerson(tenant), exam, '开阀门'),
  ];
  const own = await handIn(anna, exam, '关阀门');
  expect(await ok(anna, EQUAL, { attemptId: first, questionId })).toEqual({ count: 1, isMore: false });
  const saved = await ok(anna, SAVE, { attemptId: first, questionId, score: 7, remark: 'Right', equal: true });
  expect(saved).toMatchObject({ outcome: 'final', equalCount: 1 });
  const marks = async (id: string) => (await readAttempt(tenant, id)).marks?.[questionId];
  expect([await marks(first), await marks(same), await marks(other), await marks(held), await marks(own)]).toEqual([
    ...[7, 7],
    ...[undefined, undefined, undefined],
  ]);
  expect(await readAttempt(tenant, same)).toMatchObject({
    status: 'marked',
    passed: true,
    remarks: { [questionId]: 'Right' },
  });
  expect((await call(await mintPerson(tenant), EQUAL, { attemptId: other, questionId })).code).toBe(403);
});

it('counts equal answers of the same round of two markers', async () => {
  const exam = await mintExam(tenant, { counts: SHORT, markers: 2, markTolerance: '4', markStep: '0.5' });
  const questionId = exam.ids.short[0]!;
  const [one, two] = [
    await handIn(await mintPerson(tenant), exam, '停机'),
    await handIn(await mintPerson(tenant), exam, '停机'),
  ];
  await ok(ben, SAVE, { attemptId: one, questionId, score: 8 });
  // The first answer has a mark already, the second none.
  expect(await ok(anna, EQUAL, { attemptId: one, questionId })).toMatchObject({ count: 0 });
  expect(await ok(anna, SAVE, { attemptId: two, questionId, score: 8, equal: true })).toMatchObject({
    outcome: 'waiting',
    equalCount: 0,
  });
});
