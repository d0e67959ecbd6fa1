import type { JournalRow } from '#src/server/exam/journal-hash.ts';
import { readJournal } from '#src/server/exam/read-journal.ts';
import { receiptOf } from '#src/server/exam/receipt.ts';
import { verifyJournal } from '#src/server/exam/verify-journal.ts';
import { readAttempt } from './exam.ts';
import { download, ok, type Caller } from './portal.ts';
import type { TestTenant } from './tenant.ts';

/** Of `integer`. */
const MAX_SEQ = 2 ** 31 - 1;

/** Asks for the dispute file of an attempt, and downloads it. */
export async function disputeFileOf(caller: Caller, attemptId: string): Promise<string> {
  const { url } = await ok(caller, 'GET /exam/auth/exam/evidence/pack', { attemptId });
  const response = await download(caller, url.replace(/^\/en\//, '/'));
  if (response.status !== 200) throw new Error(`pack: ${response.status} ${await response.text()}`);
  return response.text();
}

/** The journal of an attempt, and whether it proves what is stored about it. */
export async function journalOf(tenant: TestTenant, attemptId: string) {
  const attempt = await readAttempt(tenant, attemptId);
  const rows: JournalRow[] = [];
  for await (const row of readJournal(tenant.id, attemptId, MAX_SEQ)) rows.push(row);
  const { hmac, answerCount, serverTime } = receiptOf(attempt);
  const receipt = attempt.status === 'open' ? null : { hmac, answerCount, serverTime: serverTime.toISOString() };
  const paper = attempt.paper.map((question) => ({ ...question }));
  const verified = verifyJournal({ attempt: { id: attemptId }, paper, receipt, rows });
  return { rows, kinds: rows.map((row) => row.kind), paper, receipt, attempt, ...verified };
}
