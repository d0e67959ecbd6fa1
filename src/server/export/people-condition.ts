import { sql, type SQL } from 'drizzle-orm';
import { inDepartment } from '#src/server/core/in-department.ts';
import type { AskedExport } from './export-list.ts';

/**
 * SQL condition for the rows that an export may contain. The query names the member of a row `u` (`enterprise_user`).
 * @param organisation condition for rows of the people of an organisation account; without one it sees none
 */
export function ofPeople({ input, userId }: AskedExport, organisation: SQL = sql`false`): SQL {
  const { scope = 'own', department, userId: person } = input;
  if (scope === 'own') return sql`u.user_id = ${userId}`;
  return sql`${scope === 'enterprise' ? sql`true` : organisation}
    ${department === undefined ? sql`` : sql`and ${inDepartment(sql`u.department`, department)}`}
    ${person === undefined ? sql`` : sql`and u.user_id = ${person}`}`;
}

/** SQL condition for a time in the period of an export: whole days in the tenant's time zone. */
export function inPeriod({ input: { from, to }, timeZone }: AskedExport, time: SQL): SQL {
  return sql`(${from ? sql`${time} >= ${from}::date::timestamp at time zone ${timeZone}` : sql`true`}
    and ${to ? sql`${time} < (${to}::date + 1)::timestamp at time zone ${timeZone}` : sql`true`})`;
}
