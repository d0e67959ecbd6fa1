import { sql, type SQL } from 'drizzle-orm';
import type { REPORT_SOURCES, SourceName } from '#src/contract/rules/report.ts';
import type { Locale } from '#src/i18n/locale.ts';

/** Where and when a report is computed. */
export type Asked = {
  enterpriseId: string;
  timeZone: string;
  locale: Locale;
  now: Date;
};

/** A field of a source: its expression, and that of the id of the thing that it names. */
export type FieldSql = SQL | { text: SQL; id: SQL };

type MomentName<K> = K extends `${infer N}Month` ? N : never;
type MomentField<N extends string> = `${N}On` | `${N}Month` | `${N}Year`;
type Fields<S extends SourceName> = keyof (typeof REPORT_SOURCES)[S]['fields'] & string;
type Moments<S extends SourceName> = MomentName<Fields<S>>;

/**
 * The SQL of a source. `from` names the member of a row `u` (`enterprise_user`), unless nobody is meant; every table in it is limited to the
 * enterprise. `moments` are points in time.
 */
export type SourceSql<S extends SourceName> = {
  from: SQL;
  fields: { [F in Exclude<Fields<S>, MomentField<Moments<S>>>]: FieldSql };
  moments: { [N in Moments<S>]: SQL };
};

/** SQL of a moment now. */
export const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** The member `u` of a row, with the tables that `personFields` needs. */
export const member = (enterpriseId: string, userId: SQL): SQL =>
  sql`join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id = ${userId}`;
export const personFields = {
  person: { text: sql`u.user_name`, id: sql`u.user_id` },
  employeeNo: sql`u.employee_no`,
  department: { text: sql`u.department`, id: sql`u.department_id` },
  position: { text: sql`u.post`, id: sql`u.position_id` },
};

/** 100 where a condition holds, 0 where it does not: its mean is a share in percent. */
export const percentOf = (condition: SQL): SQL => sql`case when ${condition} then 100 when not ${condition} then 0 end`;
