import { randomUUID } from 'node:crypto';
import { exam, examSection } from '#src/server/exam/tables/exam.ts';
import {
  question,
  questionBank,
  questionVersion,
  type QuestionKey,
  type QuestionType,
} from '#src/server/question/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { TestTenant } from './tenant.ts';

const KEYS: Record<QuestionType, QuestionKey> = {
  single: 'A',
  multiple: ['A', 'B'],
  judge: true,
  blank: [['x']],
  short: 'x',
};
const OPTIONS = ['A', 'B', 'C', 'D'].map((key) => ({ key, text: `Option ${key}` }));

/**
 * Inserts an exam that all members can start many times, for tests with many attempts.
 * @param sections number of questions of each type
 * @returns its id
 */
export async function mintExamHall(
  tenant: TestTenant,
  sections: Partial<Record<QuestionType, number>>,
): Promise<string> {
  const enterpriseId = tenant.id;
  const [bankId, examId] = [randomUUID(), randomUUID()];
  const now = Date.now();
  const wanted = Object.entries(sections) as [QuestionType, number][];
  await withTenant(enterpriseId, async (db) => {
    await db.insert(questionBank).values({ enterpriseId, id: bankId, code: bankId, title: 'Bank' });
    const drawn = wanted.flatMap(([type, count]) =>
      Array.from({ length: count }, (_, n) => ({
        enterpriseId,
        id: randomUUID(),
        bankId,
        code: `${type}-${n}`,
        type,
        n,
      })),
    );
    await db.insert(question).values(drawn);
    await db.insert(questionVersion).values(
      drawn.map(({ id, type, n }) => ({
        ...{ enterpriseId, questionId: id, number: 1, answer: KEYS[type] },
        texts: {
          en: {
            stem: type === 'blank' ? `Blank ${n} ____` : `Question ${type} ${n}`,
            options: type === 'single' || type === 'multiple' ? OPTIONS : [],
            analysis: null,
          },
        },
      })),
    );
    await db.insert(exam).values({
      enterpriseId,
      id: examId,
      code: examId,
      title: 'Exam hall',
      limitSeconds: 3600,
      windowStart: new Date(now - 3_600_000),
      windowEnd: new Date(now + 86_400_000),
      // Nobody passes: who has passed cannot start again.
      passScore: '9999',
      maxAttempts: 100_000,
      reviewPolicy: 'immediately',
    });
    await db.insert(examSection).values(
      wanted.map(([type, count], sort) => ({
        enterpriseId,
        id: randomUUID(),
        examId,
        title: type,
        bankId,
        type,
        count,
        scoreEach: '1',
        sort,
      })),
    );
  });
  return examId;
}
