import { and, asc, eq } from 'drizzle-orm';
import { examJournal } from '#src/server/core/db/schema/exam-journal.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { JournalRow } from './journal-hash.ts';

/** Returns the journal of an attempt, in order, as it was hashed. */
export async function readJournal(db: TenantDb, enterpriseId: string, attemptId: string): Promise<JournalRow[]> {
  const rows = await db
    .select()
    .from(examJournal)
    .where(and(eq(examJournal.enterpriseId, enterpriseId), eq(examJournal.attemptId, attemptId)))
    .orderBy(asc(examJournal.seq));
  return rows.map(({ seq, kind, at, data, content, prev, hash }) => ({
    ...{ attemptId, seq, kind, at: at.toISOString(), data, content },
    ...{ prev: prev.toString('hex'), hash: hash.toString('hex') },
  }));
}
