import { examAttempt, type PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { TestExam } from './exam.ts';
import { mintPerson, type TestPerson, type TestTenant } from './tenant.ts';

/** The option that a candidate chose, as the bank names it; null for none. The right one is always B. */
export type Choice = 'A' | 'B' | 'C' | 'D' | null;

/** Options of the paper in this order; its letters are A to D. */
const ORDERS = [
  ['A', 'B', 'C', 'D'],
  ['C', 'D', 'A', 'B'],
] as const;
const LETTERS = ['A', 'B', 'C', 'D'];

type Sat = {
  exam: TestExam;
  person: TestPerson;
  choices: Choice[];
  number?: number;
  at: Date;
  /** Of all questions; the stem says which. */
  version?: number;
};

/**
 * Inserts a marked attempt: single choices for 10 points each, without points for those that are not right. Every other
 * attempt has its options in another order.
 */
export async function sit(
  tenant: TestTenant,
  { exam, person, choices, number = 1, at, version }: Sat,
): Promise<string> {
  const order = ORDERS[at.getUTCMinutes() % 2]!;
  const letterOf = (key: Exclude<Choice, null>) => LETTERS[order.indexOf(key)]!;
  const ids = exam.ids.single;
  const paper = ids.map((questionId, i): PaperQuestion => {
    const options = order.map((key) => ({ key: letterOf(key), text: `选项 ${key}` }));
    const shown = {
      section: 'single',
      stem: `题目 single ${i}${version ? ` v${version}` : ''}`,
      options,
      analysis: null,
    };
    return { questionId, type: 'single', blanks: 0, score: 10, answer: letterOf('B'), version, ...shown };
  });
  const score = choices.filter((choice) => choice === 'B').length * 10;
  const [stored] = await withTenant(tenant.id, (db) =>
    db
      .insert(examAttempt)
      .values({
        enterpriseId: tenant.id,
        examId: exam.id,
        userId: person.userId,
        number,
        paper,
        ...{ status: 'marked', closedBy: 'person', passed: score >= 30, answerCount: choices.filter(Boolean).length },
        ...{ startedAt: new Date(at.getTime() - 600_000), deadlineAt: at, submittedAt: at },
        submittedAnswers: Object.fromEntries(
          choices.flatMap((choice, i) => (choice === null ? [] : [[ids[i]!, letterOf(choice)]])),
        ),
        marks: Object.fromEntries(choices.map((choice, i) => [ids[i]!, choice === 'B' ? 10 : 0])),
        ...{ totalScore: String(ids.length * 10), objectiveScore: String(score), subjectiveScore: '0' },
      })
      .returning({ id: examAttempt.id }),
  );
  return stored!.id;
}

/** Mints a person for each row of choices, who sit the exam one after another, a minute apart from `start` on. */
export async function sitAll(tenant: TestTenant, exam: TestExam, rows: Choice[][], start: Date) {
  const people: { person: TestPerson; attemptId: string }[] = [];
  for (const [i, choices] of rows.entries()) {
    const person = await mintPerson(tenant);
    const at = new Date(start.getTime() + i * 60_000);
    people.push({ person, attemptId: await sit(tenant, { exam, person, choices, at }) });
  }
  return people;
}
