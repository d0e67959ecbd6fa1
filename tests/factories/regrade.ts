import type { RegradeRule } from '#src/server/exam/tables/regrade.ts';
import { regradeExam } from '#src/server/jobs/regrade-exam.ts';
import { mintExam, type TestExam } from './exam.ts';
import { ok } from './portal.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

export const AS_ON_PAPER: RegradeRule = { key: null, score: null, void: null };
/** The rule that other options of `mintExam` are right, e.g. C. */
export const rightNow = (...letters: string[]): RegradeRule => ({
  ...AS_ON_PAPER,
  key: letters.map((letter) => `选项 ${letter}`),
});

type Rules = Parameters<typeof mintExam>[1];

/** An exam of single choices for 10 points each, of which B is right; one attempt. */
export const mintChoices = (tenant: TestTenant, single: number, rules: Rules = {}): Promise<TestExam> =>
  mintExam(tenant, {
    ...{ counts: { single, multiple: 0, judge: 0, blank: 0, short: 0 }, passScore: '10', maxAttempts: 1 },
    ...rules,
  });

/** Starts an attempt. @returns its id, and a function that submits it with these letters, in the order of the questions */
export async function begin(who: TestPerson, { id, ids }: TestExam) {
  const { attemptId } = await ok(who, 'POST /exam/auth/user/exam/start', { id });
  const submit = async (letters: string) => {
    const answers = [...letters].map((answer, i) => ({ questionId: ids.single[i]!, epoch: 1, revision: 1, answer }));
    await ok(who, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
    return attemptId;
  };
  return { attemptId, submit };
}

/** Sits an exam of `mintChoices`. @returns the id of the attempt */
export const answer = async (who: TestPerson, exam: TestExam, letters: string): Promise<string> =>
  (await begin(who, exam)).submit(letters);

/** The question of an exam that is meant, by default its first choice. */
export const questionOf = ({ id, ids }: TestExam, n = 0) => ({ examId: id, questionId: ids.single[n]!, version: 1 });

type Where = { tenant: TestTenant; lecturer: TestPerson };
type How = { keepPasses?: boolean; question?: ReturnType<typeof questionOf> };

/** Previews and stores a regrade. @returns what the job is given */
export async function storeRegrade(
  { tenant, lecturer: by }: Where,
  exam: TestExam,
  rule: RegradeRule,
  { keepPasses = false, question = questionOf(exam) }: How = {},
) {
  const { fingerprint } = await ok(by, 'POST /exam/auth/exam/regrade/preview', { ...question, rule });
  const input = { ...question, rule, keepPasses, fingerprint, reason: '答案有误' };
  const { id } = await ok(by, 'POST /exam/auth/exam/regrade/save', input);
  return { enterpriseId: tenant.id, regradeId: id };
}

/** Stores a regrade, and applies it as the job does. */
export async function regrade(...asked: Parameters<typeof storeRegrade>): Promise<void> {
  await regradeExam(await storeRegrade(...asked));
}
