import { and, eq, like, sql } from 'drizzle-orm';
import { checkInPoints, dayAfter } from '#src/lib/check-in.ts';
import { dayOf } from '#src/lib/dates.ts';
import { getT } from '#src/i18n/server.ts';
import { checkIn } from '#src/server/core/db/schema/ranking.ts';
import { ledgerEntry } from '#src/server/core/db/schema/record.ts';
import { momentOf, type Importing } from '#src/server/content/importing.ts';
import type { History } from '#src/server/content/pack-history.ts';
import { postEntry, type Entry } from '#src/server/record/post-entry.ts';

type Ids = ReadonlyMap<string, string>;

/**
 * What people did before: trainings with what they gave, as lines of the ledger, and check-ins. A line is posted once by
 * the code of its training; check-ins only go to people who have none yet, so that importing again never adds a day.
 */
export async function importHistory(importing: Importing, people: Ids): Promise<void> {
  const known = await knownFacts(importing);
  for (const training of importing.pack.history.trainings) await importTraining(importing, training, people, known);
  for (const { phone, days, until } of importing.pack.history.checkIns) {
    await importCheckIns(importing, people.get(phone)!, days, until);
  }
}

type Training = History['trainings'][number];

/** What earlier imports posted, so that importing again asks once and not for each line. */
async function knownFacts({ db, enterpriseId }: Importing): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ userId: ledgerEntry.userId, source: ledgerEntry.source })
    .from(ledgerEntry)
    .where(and(eq(ledgerEntry.enterpriseId, enterpriseId), like(ledgerEntry.source, '%:pack-%')));
  return new Set(rows.map(({ userId, source }) => `${userId} ${source}`));
}

async function importTraining(importing: Importing, training: Training, people: Ids, known: ReadonlySet<string>) {
  const { code, title, from, hours, hourKind, credits, points } = training;
  const at = momentOf(importing, training.at);
  for (const phone of training.people) {
    // Not the id of a course or exam, so that nobody who completes one here goes without.
    const fact = (kind: string) => `${from}:pack-${code}:${kind}`;
    const line = { userId: people.get(phone)!, title, at };
    for (const entry of [
      { ...line, kind: 'hours', hourKind, amount: hours, source: fact('hours') },
      { ...line, kind: 'credits', amount: credits, source: fact('credits') },
      { ...line, kind: 'points', amount: String(points), source: fact('points') },
    ] as const) {
      if (known.has(`${entry.userId} ${entry.source}`)) importing.counts.unchanged += 1;
      else await post(importing, entry);
    }
  }
}

async function importCheckIns(importing: Importing, userId: string, days: number, until: string): Promise<void> {
  const { db, enterpriseId, pack, counts } = importing;
  const { rows } = await db.execute(
    sql`select 1 from check_in where enterprise_id = ${enterpriseId} and user_id = ${userId} limit 1`,
  );
  if (rows.length > 0) {
    counts.unchanged += 1;
    return;
  }
  const title = getT(pack.site.lang)('record:checkIn.entry');
  const last = dayOf(momentOf(importing, until), pack.site.timeZone);
  const run = Array.from({ length: days }, (_, i) => {
    const day = dayAfter(last, i + 1 - days);
    // Noon in UTC is the same day nearly everywhere; the ledger's year follows from it.
    return {
      enterpriseId,
      userId,
      day,
      streak: i + 1,
      points: String(checkInPoints(i + 1)),
      gmtCreate: new Date(`${day}T12:00:00Z`),
    };
  });
  await db.insert(checkIn).values(run);
  for (const { day, points, gmtCreate } of run) {
    await post(importing, { userId, kind: 'points', amount: points, source: `check-in:${day}`, title, at: gmtCreate });
  }
}

async function post(importing: Importing, entry: Omit<Entry, 'enterpriseId' | 'timeZone'>): Promise<void> {
  const { db, enterpriseId, pack, counts } = importing;
  if (Number(entry.amount) === 0) return;
  const posted = await postEntry(db, { ...entry, enterpriseId, timeZone: pack.site.timeZone });
  counts[posted ? 'created' : 'unchanged'] += 1;
}
