import { sql, type SQL } from 'drizzle-orm';
import { dayOf } from '#src/lib/dates.ts';
import type { AskedExport, Column } from './export-list.ts';

type Studied = { gmtModified: Date; completedAt: Date | null };

const isOwn = ({ input: { scope = 'own' } }: AskedExport) => scope === 'own';

/**
 * Column of when somebody studied or completed something: to the minute in one's own list, to the day in lists of other people.
 * An exact time would tell whose the newest answers to an anonymous questionnaire are (decision 053).
 */
export const studiedColumn = <Row>(
  asked: AskedExport,
  name: 'studiedAt' | 'completedAt',
  at: (row: Row) => Date | null,
): Column<Row> =>
  isOwn(asked)
    ? { name, width: 18, type: 'time', value: at }
    : {
        ...{ name, width: 18, type: 'text' },
        value: (row) => {
          const moment = at(row);
          return moment && dayOf(moment, asked.timeZone);
        },
      };

/** When somebody has studied last, and has completed something, as `studiedColumn`. */
export const studiedColumns = (asked: AskedExport): Column<Studied>[] => [
  studiedColumn(asked, 'studiedAt', ({ gmtModified }) => gmtModified),
  studiedColumn(asked, 'completedAt', ({ completedAt }) => completedAt),
];

/** SQL by which such a list is ordered, last studied first. @param at moment of the row */
export const studiedOrder = (asked: AskedExport, at: SQL): SQL =>
  isOwn(asked) ? at : sql`(${at} at time zone ${asked.timeZone})::date`;

/** Minutes with one decimal, as exports show durations. */
export const toMinutes = (seconds: number) => Math.round(seconds / 6) / 10;
