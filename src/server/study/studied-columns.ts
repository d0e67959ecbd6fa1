import { dayOf } from '#src/lib/dates.ts';
import type { AskedExport, Column } from '#src/server/export/export-list.ts';
import { sql, type SQL } from 'drizzle-orm';

type Studied = { gmtModified: Date; completedAt: Date | null };

const isOwn = ({ input: { scope = 'own' } }: AskedExport) => scope === 'own';

/**
 * When somebody has studied last, and has completed something: to the minute in one's own list, to the day in lists of other
 * people. An exact time would tell whose the newest answers to an anonymous questionnaire are (decision 053).
 */
export const studiedColumns = (asked: AskedExport): Column<Studied>[] =>
  isOwn(asked)
    ? [
        { name: 'studiedAt', width: 18, type: 'time', value: ({ gmtModified }) => gmtModified },
        { name: 'completedAt', width: 18, type: 'time', value: ({ completedAt }) => completedAt },
      ]
    : [
        { name: 'studiedAt', width: 18, type: 'text', value: ({ gmtModified }) => dayOf(gmtModified, asked.timeZone) },
        {
          name: 'completedAt',
          width: 18,
          type: 'text',
          value: ({ completedAt }) => completedAt && dayOf(completedAt, asked.timeZone),
        },
      ];

/** SQL by which such a list is ordered, last studied first. @param at moment of the row */
export const studiedOrder = (asked: AskedExport, at: SQL): SQL =>
  isOwn(asked) ? at : sql`(${at} at time zone ${asked.timeZone})::date`;
