import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Drawn } from './compose-paper.ts';
import { readParts, type Exam } from './draw-paper.ts';
import { examCache } from './exam-cache.ts';

/** Questions of all exams in memory; a question is a few KB. */
const MAX_QUESTIONS = 20_000;

const cached = examCache<Drawn[]>({
  max: MAX_QUESTIONS,
  size: (parts) => 1 + parts.reduce((sum, { bank }) => sum + bank.length, 0),
});

/**
 * Returns what the paper of an exam is drawn from, like `readParts`, from memory if it has not changed. The rules of the exam
 * itself are read at every start.
 */
export const paperParts = (db: TenantDb, exam: Exam): Promise<Drawn[]> =>
  cached(`${exam.enterpriseId} ${exam.id} ${exam.paperKind}`, () => readParts(db, exam));
