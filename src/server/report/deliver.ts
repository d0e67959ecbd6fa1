import { sql } from 'drizzle-orm';
import {
  columnsOf,
  DELIVERY_DAYS,
  type Definition,
  definitionProblem,
  type Every,
  type ReportDeliveryReason,
} from '#src/contract/rules/report.ts';
import { reportColumnText, reportValueText } from '#src/i18n/report-text.ts';
import { href, type Locale } from '#src/i18n/locale.ts';
import { getT } from '#src/i18n/server.ts';
import { dayOf } from '#src/lib/dates.ts';
import { workingEmail } from '#src/server/core/confirmed-addresses.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { MailMessage } from '#src/server/core/mail/message.ts';
import { nameInMessages } from '#src/server/core/sender-name.ts';
import { readTexts } from '#src/server/message/texts.ts';
import type { Cell } from '#src/server/export/export-list.ts';
import { readRows } from '#src/server/export/read-rows.ts';
import { readRequester } from '#src/server/export/requester.ts';
import { CSV, writeCsv } from '#src/server/export/write-csv.ts';
import { writeSheet, XLSX } from '#src/server/export/write-sheet.ts';
import { compute, readableScope, readOnly } from './compute.ts';
import { nextTime } from './next-time.ts';
import { fileColumns } from './report-file.ts';
import { allRows, type Report } from './report-sql.ts';
import { instant } from './sources/source.ts';

/** An enterprise, as far as its e-mails need it. */
export type Sender = { id: string; timeZone: string };

/** How long the statements of one report may take. */
const STATEMENT_MS = 240_000;
/** A report that has not been sent after this time: the process was killed. */
const INTERRUPTED_MS = 20 * 60_000;
/** Attempts at a mail server that cannot be reached; the last ones are hours apart. */
const MAX_ATTEMPTS = 8;
/** Rows of the file of an e-mail, and of its text. */
const FILE_ROWS = 50_000;
const TEXT_ROWS = 20;

/** A report that is to be sent to one person. */
export type Delivery = {
  id: string;
  reportId: string;
  userId: string;
  name: string;
  definition: Definition;
  format: 'xlsx' | 'csv';
  attempts: number;
  /** Who set it up. */
  byName: string;
  email: string | null;
  locale: Locale;
  origin: string;
};
export type Outcome =
  { state: 'sent'; rows: number } | { state: 'skipped' | 'failed'; reason: ReportDeliveryReason } | 'unreachable';

/** Adds the e-mails of schedules that have come: those that were missed make one. Several processes may do this at the same time. */
export async function planDeliveries(db: TenantDb, { id, timeZone }: Sender, at: Date): Promise<void> {
  type Due = { reportId: string; every: Every; day: number; hour: number; nextAt: string };
  const { rows } = await db.execute<Due>(sql`
    select report_id as "reportId", every, day, hour, next_at as "nextAt" from report_schedule
    where enterprise_id = ${id} and not is_paused and next_at <= ${instant(at)} for update skip locked`);
  for (const { reportId, nextAt, ...times } of rows) {
    await db.execute(sql`
      insert into report_delivery (enterprise_id, report_id, user_id, due_at, next_at)
      select enterprise_id, report_id, user_id, ${instant(new Date(nextAt))}, ${instant(at)} from report_recipient
      where enterprise_id = ${id} and report_id = ${reportId} on conflict do nothing`);
    await db.execute(sql`
      update report_schedule set next_at = ${instant(nextTime(times, at, timeZone))}
      where enterprise_id = ${id} and report_id = ${reportId}`);
  }
  await db.execute(sql`
    delete from report_delivery where enterprise_id = ${id} and due_at < ${instant(at)} - make_interval(days => ${DELIVERY_DAYS})`);
  // Nobody knows whether what a killed process has begun to send has arrived, so it is not sent again.
  await db.execute(sql`
    update report_delivery set state = 'failed', reason = 'interrupted', done_at = ${instant(at)}
    where enterprise_id = ${id} and state = 'sending' and next_at <= ${instant(at)}`);
}

/** Claims the next e-mail, so that no other process sends it. @returns null when none waits */
export async function claimDelivery(db: TenantDb, { id }: Sender, at: Date): Promise<Delivery | null> {
  const { rows } = await db.execute<Delivery>(sql`
    with next as (
      select d.id from report_delivery d
      where d.enterprise_id = ${id} and d.state = 'queued' and d.next_at <= ${instant(at)}
      order by d.next_at, d.id limit 1 for update skip locked
    ), claimed as (
      update report_delivery d set state = 'sending', attempts = attempts + 1, next_at = ${instant(new Date(at.getTime() + INTERRUPTED_MS))}
      from next n where d.enterprise_id = ${id} and d.id = n.id
      returning d.id, d.report_id, d.user_id, d.attempts
    )
    select c.id, c.report_id as "reportId", c.user_id as "userId", c.attempts, r.name, r.definition, s.format, b.user_name as "byName",
           ${workingEmail} as email, coalesce(p.locale, s.locale) as locale, coalesce(p.origin, s.origin) as origin
    from claimed c
    join report r on r.enterprise_id = ${id} and r.id = c.report_id
    join report_schedule s on s.enterprise_id = ${id} and s.report_id = c.report_id
    join enterprise_user b on b.enterprise_id = ${id} and b.user_id = s.user_id
    left join portal.user_account a on a.id = c.user_id and a.disabled_at is null
    left join reminder_preference p on p.enterprise_id = ${id} and p.user_id = c.user_id`);
  return rows[0] ?? null;
}

/** Writes what became of an e-mail. */
export async function finishDelivery(
  db: TenantDb,
  { id: enterpriseId }: Sender,
  at: Date,
  { id, attempts }: Delivery,
  outcome: Outcome,
): Promise<void> {
  if (outcome === 'unreachable' && attempts < MAX_ATTEMPTS) {
    const next = new Date(at.getTime() + 2 ** attempts * 60_000);
    await db.execute(sql`
      update report_delivery set state = 'queued', next_at = ${instant(next)}
      where enterprise_id = ${enterpriseId} and id = ${id} and state = 'sending'`);
    return;
  }
  const { state, ...more } = outcome === 'unreachable' ? { state: 'failed', reason: 'unreachable' } : outcome;
  const { reason = null, rows = null } = more as { reason?: string; rows?: number };
  await db.execute(sql`
    update report_delivery set state = ${state}, reason = ${reason}, rows = ${rows}, done_at = ${instant(at)}
    where enterprise_id = ${enterpriseId} and id = ${id} and state = 'sending'`);
}

/**
 * Computes a report for its recipient, about the people whom they may see now, and composes the e-mail.
 * @returns the e-mail with the number of rows, or why the person gets none
 */
export async function composeReport(
  db: TenantDb,
  { id: enterpriseId, timeZone }: Sender,
  at: Date,
  { userId, definition, format, name, byName, email, locale, origin, reportId }: Delivery,
): Promise<{ mail: MailMessage; rows: number } | ReportDeliveryReason> {
  await readOnly(db, STATEMENT_MS);
  const person = await readRequester(db, enterpriseId, userId);
  if (!person) return 'gone';
  // Of an earlier version of the portal.
  if (definitionProblem(definition)) return 'invalid';
  const scope = readableScope(person, definition);
  if (scope === undefined) return 'noRight';
  if (!email) return 'noAddress';
  const t = getT(locale);
  const report: Report = { asked: { enterpriseId, timeZone, locale, now: at }, scope, definition };
  const { list, totals, totalCount } = await compute(db, report, { limit: TEXT_ROWS, offset: 0 });
  const columns = fileColumns(t, definition);
  let rows = 0;
  const cells = async function* (): AsyncGenerator<Cell[]> {
    for await (const row of readRows<Record<string, string | number | null>>(db, allRows(report))) {
      if (++rows > FILE_ROWS) return;
      yield columns.map(({ value }) => value(row));
    }
  };
  const sheet = { name, columns, rows: cells(), timeZone };
  const content = format === 'csv' ? await writeCsv(sheet) : await writeSheet(sheet);
  const kept = Math.min(rows, FILE_ROWS);
  const heads = columnsOf(definition);
  const lineOf = (values: Cell[]) =>
    values
      .map((value, n) => (typeof value === 'string' ? reportValueText(heads[n]!, value, t) : (value ?? '–')))
      .join(' · ');
  const site = await nameInMessages(db, enterpriseId, locale);
  const day = dayOf(at, timeZone);
  const table = [
    {
      text: [
        heads.map((head) => reportColumnText(head, t)).join(' · '),
        ...list.map(({ cells: row }) => lineOf(row)),
      ].join('\n'),
    },
    ...(totals
      ? [{ text: `${t('reports:totals')}: ${lineOf(totals.filter((_, n) => n >= definition.groups.length))}` }]
      : []),
  ];
  const texts = await readTexts(db, enterpriseId, locale);
  const mail = texts.mail('mail.report', email, {
    ...{ name, site, day, by: byName, table, count: kept, all: Math.max(kept, totalCount) },
    link: new URL(href(locale, `/admin/reports/view?id=${reportId}`), origin).href,
  });
  const file = `${name.replace(/[\u0000-\u001f\\/:*?"<>|]+/g, ' ').trim()}_${day}.${format}`;
  return {
    mail: { ...mail, attachment: { filename: file, content, contentType: format === 'csv' ? CSV : XLSX } },
    rows: kept,
  };
}
