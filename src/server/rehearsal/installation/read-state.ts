import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** A transaction, of a tenant or on the global tables. */
type Db = Pick<NodePgDatabase, 'execute'>;
/** A rehearsal that an administrator of any enterprise has asked for. */
export type Asked = { enterpriseId: string; id: string; status: string };

/** A rehearsal must not begin so shortly before the window of a real exam opens, minutes. */
const MINUTES_BEFORE = 60;
const DAY_MS = 86_400_000;

/**
 * Whether somebody of any enterprise is sitting an exam; `any`: that, or the window of an exam opens within an hour.
 * Rehearsals do not count.
 */
export async function examsUnderWay(db: Db, now: Date): Promise<{ sitting: boolean; any: boolean }> {
  const until = new Date(now.getTime() + MINUTES_BEFORE * 60_000);
  const { rows } = await db.execute<{ sitting: boolean; any: boolean }>(sql`
    select coalesce(bool_or(u.sitting), false) as sitting, count(*) > 0 as any
    from portal.exams_under_way(${now.toISOString()}::timestamptz, ${until.toISOString()}::timestamptz) u
    join portal.enterprise e on e.id = u.enterprise_id
    where not e.synthetic`);
  return rows[0]!;
}

/**
 * Rehearsals of all enterprises: those that have not ended, the number of those that were asked for within 24 hours, and
 * whether the enterprise of rehearsals is open, because one runs or its process ended without closing it.
 */
export async function rehearsalsOfAll(db: Db, now: Date): Promise<{ active: Asked[]; today: number; isOpen: boolean }> {
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const { rows } = await db.execute<Asked & { isToday: boolean }>(sql`
    select enterprise_id as "enterpriseId", id, status, asked_at > ${since}::timestamptz as "isToday"
    from portal.rehearsals_since(${since}::timestamptz)`);
  const { rows: opened } = await db.execute(sql`select from portal.enterprise where synthetic and status = 'active'`);
  return {
    active: rows.filter(({ status }) => status === 'waiting' || status === 'running'),
    today: rows.filter(({ isToday }) => isToday).length,
    isOpen: opened.length > 0,
  };
}
