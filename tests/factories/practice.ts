import { and, eq } from 'drizzle-orm';
import { questionBank } from '#src/server/question/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintExam, right, type TestExam } from './exam.ts';
import { ok } from './portal.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

type Practice = 'none' | 'members' | 'audience';

/** Says who may practise the questions of a bank. */
export async function openBank(tenant: TestTenant, bankId: string, practice: Practice = 'members'): Promise<void> {
  await withTenant(tenant.id, (db) =>
    db
      .update(questionBank)
      .set({ practice })
      .where(and(eq(questionBank.enterpriseId, tenant.id), eq(questionBank.id, bankId))),
  );
}

/** Inserts a mock exam, which is not published, with its bank open for practice. */
export async function mintMockExam(
  tenant: TestTenant,
  options: Parameters<typeof mintExam>[1] & { practice?: boolean } = {},
): Promise<TestExam> {
  const exam = await mintExam(tenant, { published: false, practice: true, ...options });
  await openBank(tenant, exam.bankId);
  return exam;
}

/** Starts a practice with all questions of a bank. @returns its id */
export async function startBank(person: TestPerson, bankId: string): Promise<string> {
  const { id } = await ok(person, 'POST /exam/auth/user/practice/start', { kind: 'bank', bankId, count: 100 });
  return id;
}

/** Practises a bank and answers its first true-or-false question wrongly. @returns the practice */
export async function makeMistake(person: TestPerson, { bankId, ids }: TestExam) {
  const id = await startBank(person, bankId);
  const questionId = ids.judge[0]!;
  await ok(person, 'POST /exam/auth/user/practice/answer/check', { id, questionId, answer: !right.judge });
  return { id, questionId };
}
