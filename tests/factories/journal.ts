import { readJournal } from '#src/server/exam/read-journal.ts';
import { receiptOf } from '#src/server/exam/receipt.ts';
import { verifyJournal } from '#src/server/exam/verify-journal.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { readAttempt } from './exam.ts';
import type { TestTenant } from './tenant.ts';

/** The journal of an attempt, and whether it proves what is stored about it. */
export async function journalOf(tenant: TestTenant, attemptId: string) {
  const attempt = await readAttempt(tenant, attemptId);
  const rows = await withTenant(tenant.id, (db) => readJournal(db, tenant.id, attemptId));
  const { hmac, answerCount, serverTime } = receiptOf(attempt);
  const receipt = attempt.status === 'open' ? null : { hmac, answerCount, serverTime: serverTime.toISOString() };
  const paper = attempt.paper.map((question) => ({ ...question }));
  const verified = verifyJournal({ attempt: { id: attemptId }, paper, receipt, rows });
  return { rows, kinds: rows.map((row) => row.kind), paper, receipt, attempt, ...verified };
}
