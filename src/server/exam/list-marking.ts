import { sql, type SQL } from 'drizzle-orm';
import { paging, slice } from '#src/server/core/db/paging.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { closeExpired } from './close-expired.ts';

type Filter = { pageCurrent: number; pageSize: number; status: 'submitted' | 'marked'; examId?: string };

export type MarkingRow = {
  attemptId: string;
  examId: string;
  title: string;
  userName: string;
  department: string | null;
  number: number;
  submittedAt: Date;
  status: 'submitted' | 'marked';
  shortCount: number;
  unmarkedCount: number;
  lateCount: number;
};

/** Attempts with short answers: those that wait for a mark, longest waiting first, or those marked, newest first. */
export async function listMarking({ db, tenant, now }: Context, input: Filter) {
  const { status, examId } = input;
  await closeExpired(db, { enterpriseId: tenant.id, now: now(), closedBy: 'timer', examId });
  const { limit, offset } = slice(input);
  // `status` in the text of the statement: the planner has to see which index it has.
  const inState = status === 'submitted' ? sql`a.status = 'submitted'` : sql`a.status = 'marked'`;
  const where = sql`${inState} and a.short_count > 0 ${examId ? sql`and a.exam_id = ${examId}` : sql``}`;
  const order =
    status === 'submitted'
      ? sql`a.submitted_at, a.id`
      : sql`a.marked_at desc nulls last, a.submitted_at desc nulls last, a.id`;
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from exam_attempt a where a.enterprise_id = ${tenant.id} and ${where}`,
  );
  const rows = await markingRows(db, tenant.id, sql`${where} order by ${order} limit ${limit} offset ${offset}`);
  return paging(input, counted[0]!.count, rows);
}

/** Attempts as the marker's lists show them. `rest` continues the condition. */
export async function markingRows(db: TenantDb, enterpriseId: string, rest: SQL) {
  const { rows } = await db.execute<Omit<MarkingRow, 'submittedAt'> & { submittedAt: string }>(sql`
    select a.id as "attemptId", a.exam_id as "examId", e.title, u.user_name as "userName", u.department, a.number,
           a.submitted_at as "submittedAt", a.status, a.short_count as "shortCount", a.unmarked_count as "unmarkedCount",
           (select count(*)::int from exam_late_answer l where l.enterprise_id = a.enterprise_id and l.attempt_id = a.id) as "lateCount"
    from exam_attempt a
    join exam e on e.enterprise_id = a.enterprise_id and e.id = a.exam_id
    join enterprise_user u on u.enterprise_id = a.enterprise_id and u.user_id = a.user_id
    where a.enterprise_id = ${enterpriseId} and ${rest}`);
  return rows.map((row): MarkingRow => ({ ...row, submittedAt: new Date(row.submittedAt) }));
}
