import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { examJournal } from './tables/journal.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { JournalRow } from './journal-hash.ts';

/** Rows in memory at a time: an answer has up to 20,000 characters, and a journal many thousand rows. */
const BATCH = 50;

/**
 * Reads the journal of an attempt, in order, as it was hashed: by parts, each in a transaction of its own, so that a slow
 * reader holds none.
 * @param end number of the last row; later ones are left out
 */
export async function* readJournal(enterpriseId: string, attemptId: string, end: number): AsyncGenerator<JournalRow> {
  for (let after = 0; after < end;) {
    const rows = await withTenant(enterpriseId, (db) =>
      db
        .select()
        .from(examJournal)
        .where(
          and(
            eq(examJournal.enterpriseId, enterpriseId),
            eq(examJournal.attemptId, attemptId),
            gt(examJournal.seq, after),
            lte(examJournal.seq, end),
          ),
        )
        .orderBy(asc(examJournal.seq))
        .limit(BATCH),
    );
    for (const { seq, kind, at, data, content, prev, hash } of rows)
      yield {
        ...{ attemptId, seq, kind, at: at.toISOString(), data, content },
        ...{ prev: prev.toString('hex'), hash: hash.toString('hex') },
      };
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.seq;
  }
}
