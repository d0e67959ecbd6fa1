import { sql, type SQL } from 'drizzle-orm';
import { paging, slice } from '#src/server/core/db/paging.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { marksExam } from '#src/server/exam/marker-of.ts';
import { blindOrder } from './blind-order.ts';
import { closeExpired } from '#src/server/exam/attempt/close-expired.ts';

type Filter = { pageCurrent: number; pageSize: number; status: 'submitted' | 'marked'; examId?: string };

type MarkingRow = {
  attemptId: string;
  examId: string;
  title: string;
  userName: string | null;
  department: string | null;
  number: number | null;
  submittedAt: Date | null;
  status: 'submitted' | 'marked';
  shortCount: number;
  unmarkedCount: number;
  lateCount: number;
};

/**
 * Returns a page of attempts with short answers at exams that the viewer marks: unmarked ones, oldest submission first, or marked ones, latest first.
 * With blind marking those that wait are in an order that tells nothing about the time.
 */
export async function listMarking(ctx: Context, input: Filter) {
  const { db, tenant, now } = ctx;
  const { status, examId } = input;
  await closeExpired(db, { enterpriseId: tenant.id, now: now(), closedBy: 'timer', examId });
  const { limit, offset } = slice(input);
  // `status` is a literal, not a parameter, so that the planner can use the partial index.
  const inState = status === 'submitted' ? sql`a.status = 'submitted'` : sql`a.status = 'marked'`;
  // Who marks every exam needs no condition, which would read each row of a large list to count them.
  const { all, blind } = await readMarked(ctx);
  const marked = all
    ? sql``
    : sql`and a.exam_id in (select e.id from exam e where e.enterprise_id = ${tenant.id} and ${marksExam(ctx)})`;
  const where = sql`${inState} and a.short_count > 0 ${status === 'submitted' ? sql`and a.unmarked_count > 0` : sql``} ${examId ? sql`and a.exam_id = ${examId}` : sql``} ${marked}`;
  const order =
    status === 'submitted'
      ? blind
        ? sql`case when e.blind_marking then e.window_start else a.submitted_at end, ${blindOrder(sql`a.id`)}`
        : sql`a.submitted_at, a.id`
      : sql`a.marked_at desc nulls last, a.submitted_at desc nulls last, a.id`;
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from exam_attempt a where a.enterprise_id = ${tenant.id} and ${where}`,
  );
  const rows = await markingRows(db, tenant.id, sql`${where} order by ${order} limit ${limit} offset ${offset}`);
  return paging(input, counted[0]!.count, rows);
}

/**
 * Whether the viewer marks every exam (administrators, and lecturers while all exams have the default marker group), and whether
 * any is marked blind: otherwise an index has the order of the list.
 */
async function readMarked(ctx: Context): Promise<{ all: boolean; blind: boolean }> {
  const { rows } = await ctx.db.execute<{ all: boolean; blind: boolean }>(sql`
    select not exists (select from exam e where e.enterprise_id = ${ctx.tenant.id} and not ${marksExam(ctx)}) as all,
           exists (select from exam e where e.enterprise_id = ${ctx.tenant.id} and e.blind_marking) as blind`);
  return rows[0]!;
}

/** Returns attempts as the marking lists show them. @param rest continues the WHERE clause on `exam_attempt a` */
async function markingRows(db: TenantDb, enterpriseId: string, rest: SQL) {
  const { rows } = await db.execute<Omit<MarkingRow, 'submittedAt'> & { submittedAt: string | null }>(sql`
    select a.id as "attemptId", a.exam_id as "examId", e.title,
           case when s.shown then u.user_name end as "userName", case when s.shown then u.department end as department,
           case when s.shown then a.number end as number, case when s.shown then a.submitted_at end as "submittedAt", a.status, a.short_count as "shortCount", a.unmarked_count as "unmarkedCount",
           (select count(*)::int from exam_late_answer l where l.enterprise_id = a.enterprise_id and l.attempt_id = a.id) as "lateCount"
    from exam_attempt a
    join exam e on e.enterprise_id = a.enterprise_id and e.id = a.exam_id
    cross join lateral (select not e.blind_marking or a.status = 'marked' as shown) s
    join enterprise_user u on u.enterprise_id = a.enterprise_id and u.user_id = a.user_id
    where a.enterprise_id = ${enterpriseId} and ${rest}`);
  return rows.map((row): MarkingRow => ({
    ...row,
    submittedAt: row.submittedAt === null ? null : new Date(row.submittedAt),
  }));
}
