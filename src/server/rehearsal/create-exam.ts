import { randomUUID } from 'node:crypto';
import { insertExam } from '#src/server/exam/insert-exam.ts';
import type { QuestionKey, QuestionType } from '#src/server/question/tables.ts';
import { insertBank, insertQuestions } from '#src/server/question/write-questions.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';

const OPTIONS = ['A', 'B', 'C', 'D'].map((key) => ({ key, text: `Option ${key}` }));
/** Short answers are what makes papers and saves large. Nobody marks them: they are closed with the rehearsal. */
const SECTIONS: { type: QuestionType; count: number; answer: QuestionKey }[] = [
  { type: 'single', count: 8, answer: 'A' },
  { type: 'multiple', count: 4, answer: ['A', 'B'] },
  { type: 'judge', count: 4, answer: true },
  { type: 'blank', count: 2, answer: [['An answer']] },
  { type: 'short', count: 2, answer: 'What a marker looks for.' },
];
const LIMIT_SECONDS = 10_800;

/** Creates an exam of 20 questions in the enterprise of rehearsals, open for a day. @returns its id */
export async function createExam(enterpriseId: string, now: Date): Promise<string> {
  const [bankId, examId] = [randomUUID(), randomUUID()];
  const drawn = SECTIONS.flatMap(({ type, count, answer }) =>
    Array.from({ length: count * 2 }, (_, n) => ({ code: `${type}-${n}`, type, answer })),
  );
  await withTenant(enterpriseId, async (db) => {
    await insertBank(db, { enterpriseId, id: bankId, code: bankId, title: 'Rehearsal' });
    await insertQuestions(
      db,
      enterpriseId,
      drawn.map(({ code, type, answer }) => ({
        ...{ bankId, code, type, answer, criteria: [], authorId: null, now },
        texts: { en: { stem: stemOf(type, code), options: type in WITH_OPTIONS ? OPTIONS : [], analysis: null } },
      })),
    );
    await insertExam(
      db,
      {
        ...{ enterpriseId, id: examId, code: examId, title: 'Exam rehearsal', limitSeconds: LIMIT_SECONDS },
        ...{ windowStart: new Date(now.getTime() - 60_000), windowEnd: new Date(now.getTime() + 86_400_000) },
        ...{ passScore: '100', maxAttempts: 1, reviewPolicy: 'never', switchPolicy: 'warn' },
      },
      SECTIONS.map(({ type, count }, sort) => ({
        ...{ title: type, bankId, type, count, sort },
        scoreEach: '5',
      })),
    );
  });
  return examId;
}

const WITH_OPTIONS = { single: true, multiple: true };
const stemOf = (type: string, code: string) =>
  `Question ${code}: which answer would a candidate give on an ordinary exam day?${type === 'blank' ? ' ____' : ''}`;
