import { sql, type SQL } from 'drizzle-orm';
import type { LedgerKind } from './tables/ledger.ts';
import {
  type AskedExport,
  type ExportList,
  type OfPerson,
  personColumns,
  personSql,
} from '#src/server/export/export-list.ts';
import { inPeriod, ofPeople } from '#src/server/export/people-condition.ts';
import { boughtSeat } from '#src/server/order/seat-conditions.ts';

type Row = OfPerson & {
  kind: LedgerKind;
  hourKind: string | null;
  title: string;
  amount: string;
  year: number;
  reversal: boolean;
  gmtCreate: Date;
};

/** Whether an event (`course:<id>:…`, `exam:<id>…`) belongs to the course of a seat `s`. */
export const eventOfSeat = (source: SQL) => sql`
  (split_part(${source}, ':', 1) = 'course' and split_part(${source}, ':', 2) = s.course_id::text)
  or (split_part(${source}, ':', 1) = 'exam' and split_part(${source}, ':', 2) in (
    select e.id::text from exam e where e.enterprise_id = s.enterprise_id and e.course_id = s.course_id))`;

/** Export of ledger entries, newest first: of class hours, or of credits and points. */
export const ledgerExport = (kinds: LedgerKind[]): ExportList<Row> => ({
  query: (asked) => sql`
    select ${personSql}, l.kind, l.hour_kind as "hourKind", l.title, l.amount, l.year,
           l.reversal_of is not null as reversal, l.gmt_create as "gmtCreate"
    from ledger_entry l
    join enterprise_user u on u.enterprise_id = l.enterprise_id and u.user_id = l.user_id
    left join ledger_entry o on o.enterprise_id = l.enterprise_id and o.id = l.reversal_of
    where l.enterprise_id = ${asked.enterpriseId} and l.kind = any(${sql.param(kinds)}::text[])
      and ${filterOf(asked)} and ${inPeriod(asked, sql`l.gmt_create`)}
      and ${ofPeople(asked, boughtSeat(asked, eventOfSeat(sql`coalesce(o.source, l.source)`)))}
    order by l.gmt_create desc, l.id desc`,
  columns: (t, asked) => [
    ...personColumns(asked),
    { name: 'time', width: 18, type: 'time', value: ({ gmtCreate }) => gmtCreate },
    { name: 'source', width: 48, type: 'text', value: ({ title }) => title },
    {
      name: 'kind',
      width: 20,
      type: 'text',
      value: ({ kind, hourKind }) =>
        kind === 'hours' ? t(`record:hours.${hourKind ?? 'other'}`) : t(`record:ledger.${kind}`),
    },
    { name: 'amount', width: 12, type: 'number', value: ({ amount }) => Number(amount) },
    { name: 'year', width: 10, type: 'number', value: ({ year }) => year },
    {
      name: 'remark',
      width: 20,
      type: 'text',
      value: ({ reversal }) => (reversal ? t('record:ledger.reversal') : null),
    },
  ],
});

function filterOf({ input: { kind, hourKind, year } }: AskedExport): SQL {
  return sql`${kind ? sql`l.kind = ${kind}` : sql`true`} and ${hourKind ? sql`l.hour_kind = ${hourKind}` : sql`true`}
    and ${year ? sql`l.year = ${year}` : sql`true`}`;
}
