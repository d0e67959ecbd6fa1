import { and, eq, like, sql } from 'drizzle-orm';
import { checkInPoints, dayAfter } from '#src/contract/rules/check-in.ts';
import { dayOf } from '#src/lib/dates.ts';
import { getT } from '#src/i18n/server.ts';
import { certificate } from '#src/server/record/tables/certificate.ts';
import { checkIn, ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { momentOf, type Importing, syncByCode } from '#src/server/pack/importing.ts';
import type { History } from '#src/server/pack/pack-history.ts';
import { postEntry, type Entry } from '#src/server/record/post-entry.ts';

type Ids = ReadonlyMap<string, string>;

/**
 * Imports history from before the portal: trainings as ledger entries, and check-ins. An entry is posted once, identified by
 * the code of its training. Check-ins are imported only for users without any, so that a repeated import adds none.
 */
export async function importHistory(importing: Importing, people: Ids): Promise<void> {
  const known = await postedSources(importing);
  for (const training of importing.pack.history.trainings) await importTraining(importing, training, people, known);
  for (const { phone, days, until } of importing.pack.history.checkIns) {
    await importCheckIns(importing, { phone, userId: people.get(phone)! }, days, until);
  }
}

type Training = History['trainings'][number];

/** Returns the entries posted by earlier imports, so that a repeated import needs one query and not one per entry. */
async function postedSources({ db, enterpriseId }: Importing): Promise<ReadonlySet<string>> {
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
    // Differs from the sources of courses and exams, so that completing one later is still credited.
    const source = (kind: string) => `${from}:pack-${code}:${kind}`;
    const line = { userId: people.get(phone)!, title, at };
    for (const entry of [
      { ...line, kind: 'hours', hourKind, amount: hours, source: source('hours') },
      { ...line, kind: 'credits', amount: credits, source: source('credits') },
      { ...line, kind: 'points', amount: String(points), source: source('points') },
    ] as const) {
      if (known.has(`${entry.userId} ${entry.source}`)) importing.tally.add('ledger entry', 'unchanged', title);
      else await post(importing, entry);
    }
  }
}

async function importCheckIns(
  importing: Importing,
  { phone, userId }: { phone: string; userId: string },
  days: number,
  until: string,
): Promise<void> {
  const { db, enterpriseId, pack, tally } = importing;
  const { rows } = await db.execute(
    sql`select 1 from check_in where enterprise_id = ${enterpriseId} and user_id = ${userId} limit 1`,
  );
  if (rows.length > 0) {
    tally.add('check-ins', 'unchanged', phone);
    return;
  }
  const title = getT(pack.site.lang)('record:checkIn.entry');
  const last = dayOf(momentOf(importing, until), pack.site.timeZone);
  const run = Array.from({ length: days }, (_, i) => {
    const day = dayAfter(last, i + 1 - days);
    // Noon in UTC is the same day in nearly all time zones; it determines the year of the ledger entry.
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
  const { db, enterpriseId, pack, tally } = importing;
  if (Number(entry.amount) === 0) return;
  const posted = await postEntry(db, { ...entry, enterpriseId, timeZone: pack.site.timeZone });
  tally.add('ledger entry', posted ? 'created' : 'unchanged', entry.title);
}

/** Imports the kinds of certificates. @param templates ids by code @returns ids by code */
export function importCertificates(
  importing: Importing,
  templates: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  return syncByCode(
    importing,
    'certificate',
    certificate,
    importing.pack.certificates.map(({ code, certificateName, issuer, validMonths = null, template }) => ({
      ...{ code, certificateName, issuer, validMonths },
      // Without it the choice of the portal stays.
      ...(template !== undefined && { templateId: templates.get(template) ?? null }),
    })),
    { hidden: null },
  );
}
