import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

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

/** Reads the progress of a user in an exam that exists. */
export async function readProgress(
  db: TenantDb,
  { enterpriseId, examId, userId, now }: { enterpriseId: string; examId: string; userId: string; now: Date },
): Promise<Progress> {
  const { rows } = await db.execute<{
    [K in keyof Progress]: Progress[K] extends Date | null ? string : Progress[K];
  }>(sql`
    select used, passed, awaiting, open_id as "openId", counting_id as "countingId", attempts_left as "attemptsLeft", counting_left as "countingLeft", window_number as "windowNumber",
           window_start as "windowStart", window_end as "windowEnd", last_end as "lastEnd", next_start as "nextStart"
    from portal.exam_progress(${enterpriseId}, ${examId}, ${userId}, ${now.toISOString()}::timestamptz)`);
  const row = rows[0]!;
  return {
    ...row,
    windowStart: new Date(row.windowStart),
    windowEnd: new Date(row.windowEnd),
    lastEnd: new Date(row.lastEnd),
    nextStart: row.nextStart === null ? null : new Date(row.nextStart),
  };
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
