import { sql } from 'drizzle-orm';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';

/** The attempts of one user at one exam, by its rules (decision 057). */
export type Progress = {
  used: number;
  /** Result of the attempt that counts. */
  passed: boolean;
  /** The attempt that counts waits for marks. */
  awaiting: boolean;
  /** The closed attempt that counts. */
  countingId: string | null;
  openId: string | null;
  /** Attempts that can be started in the current and later windows; of these, those whose result can count. */
  attemptsLeft: number;
  countingLeft: number;
  /** The window in which the next attempt can be started, else the current or last one; 0, or the number of a resit. */
  windowNumber: number;
  windowStart: Date;
  windowEnd: Date;
  /** End of the last window. */
  lastEnd: Date;
  /** Earliest start of the next attempt by the waiting time of the exam; null before the first attempt. */
  nextStart: Date | null;
};

type Whose = { examId: string; userId: string };

/** $1 enterprise, $4 now. @param of SQL of exams, people and their numbers, from $2 and $3 */
const progressOf = (of: string): string => `
select i.n::int, p.used, p.passed, p.awaiting, p.open_id as "openId", p.counting_id as "countingId",
       p.attempts_left as "attemptsLeft", p.counting_left as "countingLeft", p.window_number as "windowNumber",
       p.window_start as "windowStart", p.window_end as "windowEnd", p.last_end as "lastEnd", p.next_start as "nextStart"
from ${of} as i (exam, person, n)
cross join lateral portal.exam_progress($1, i.exam, i.person, $4) p
order by i.n`;
/** Of one person: PostgreSQL expects ten elements of an array, and would plan the statement at every execution (decision 027). */
const ONE = progressOf('(select $2::uuid, $3::uuid, 1)');
const MANY = progressOf('unnest($2::uuid[], $3::uuid[]) with ordinality');

/** Reads the progress of users in exams that exist, in their order, with one statement. */
export async function readProgressOf(
  db: TenantDb,
  { enterpriseId, whose, now }: { enterpriseId: string; whose: Whose[]; now: Date },
): Promise<Progress[]> {
  if (whose.length === 0) return [];
  const [examIds, userIds] = [whose.map(({ examId }) => examId), whose.map(({ userId }) => userId)];
  const [name, text, of] =
    whose.length === 1
      ? ['exam-progress', ONE, [examIds[0], userIds[0]]]
      : ['exam-progress-of-many', MANY, [examIds, userIds]];
  const { rows } = await pgClientOf(db).query<Progress>({
    ...{ name, text, values: [enterpriseId, ...of, now.toISOString()] },
  });
  return rows;
}

/** Reads the progress of a user in an exam that exists. */
export async function readProgress(
  db: TenantDb,
  { enterpriseId, examId, userId, now }: Whose & { enterpriseId: string; now: Date },
): Promise<Progress> {
  const [progress] = await readProgressOf(db, { enterpriseId, whose: [{ examId, userId }], now });
  return progress!;
}

/** Whether a user belongs to the audience of an exam. */
export async function isAudience(
  db: TenantDb,
  { enterpriseId, examId, userId }: { enterpriseId: string; examId: string; userId: string },
): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(
    sql`select portal.is_exam_audience(${enterpriseId}, ${examId}, ${userId}) as is`,
  );
  return rows[0]!.is;
}
