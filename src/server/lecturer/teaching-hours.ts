import { sql, type SQL } from 'drizzle-orm';
import { inZone } from '#src/lib/dates.ts';
import { lecturer, teachingRecord } from './tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';

/** Annual teaching hours cover the current month and the eleven before it. */
const MONTHS = 12;

/** Returns the months of the annual teaching hours as `2026-05`, oldest first, in the tenant's time zone. */
export function teachingMonths({ tenant, now }: Pick<PublicContext, 'tenant' | 'now'>): string[] {
  const present = inZone(now(), tenant.timeZone).startOf('month');
  return Array.from({ length: MONTHS }, (_, i) => present.subtract(MONTHS - 1 - i, 'month').format('YYYY-MM'));
}

/** Condition for teaching records that count: published and not in the future. */
export const countedRecords = ({ tenant, now }: Pick<PublicContext, 'tenant' | 'now'>) =>
  sql`${teachingRecord.enterpriseId} = ${tenant.id} and ${teachingRecord.published}
    and ${teachingRecord.taughtAt} <= ${now().toISOString()}::timestamptz`;

/**
 * SQL: the annual teaching hours of a member who is a lecturer, as the pages of lecturers show them; null for others.
 * @see rankedLecturers
 */
export function annualHoursOf(ctx: Pick<PublicContext, 'tenant' | 'now'>, userId: string): SQL {
  const { tenant, now } = ctx;
  const begin = sql`(${`${teachingMonths(ctx)[0]!}-01`}::timestamp at time zone ${tenant.timeZone})`;
  return sql`(
    select coalesce((
             select coalesce(sum(r.class_hours) filter (where r.taught_at >= ${begin}), 0) from teaching_record r
             where r.enterprise_id = l.enterprise_id and r.lecturer_id = l.id and r.published
               and r.taught_at <= ${now().toISOString()}::timestamptz
             having count(*) > 0), l.annual_teaching_hours)::text
    from lecturer l where l.enterprise_id = ${tenant.id} and l.user_id = ${userId} order by l.published desc, l.sort, l.id limit 1)`;
}

/**
 * Returns all published lecturers with their annual teaching hours and rank, as a sub-query named `ranked`. The hours
 * are the sum of the records of twelve months; lecturers without any record have the value that the enterprise entered
 * (docs/decisions/022). Equal hours share a rank.
 */
export function rankedLecturers(ctx: PublicContext) {
  const { db, tenant } = ctx;
  const first = `${teachingMonths(ctx)[0]!}-01`;
  const begin = sql`(${first}::timestamp at time zone ${tenant.timeZone})`;
  const annualHours = sql<string>`coalesce(${sql.raw('taught.hours')}, ${lecturer.annualTeachingHours})`;
  return db
    .select({
      id: lecturer.id,
      annualHours: annualHours.as('annual_hours'),
      rank: sql<number>`rank() over (order by ${annualHours} desc)`.mapWith(Number).as('rank'),
    })
    .from(lecturer)
    .leftJoin(
      sql`(select ${teachingRecord.lecturerId} as lecturer_id,
            coalesce(sum(${teachingRecord.classHours}) filter (where ${teachingRecord.taughtAt} >= ${begin}), 0) as hours
          from ${teachingRecord} where ${countedRecords(ctx)} group by ${teachingRecord.lecturerId}) taught`,
      sql`taught.lecturer_id = ${lecturer.id}`,
    )
    .where(sql`${lecturer.enterpriseId} = ${tenant.id} and ${lecturer.published}`)
    .as('ranked');
}
