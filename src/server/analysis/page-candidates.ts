import { sql } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { type AskedPeople, certificateOf, examPeople } from './exam-people.ts';
import { requireExam } from './require-exam.ts';

export type Candidate = {
  userId: string;
  userName: string;
  department: string | null;
  examState: Data<'POST /exam/auth/exam/analysis/candidate/page'>['list'][number]['examState'];
  attempts: number;
  firstScore: number | null;
  bestScore: number | null;
  submittedAt: Date | null;
  certificateNo: string | null;
  certificateRevoked: boolean;
};

type Filter = Pick<
  OperationInput<'POST /exam/auth/exam/analysis/candidate/export'>,
  'department' | 'examState' | 'keyword' | 'certificate'
>;

const CERTIFICATE = {
  none: sql`(c.id is null or c.revoked_at is not null)`,
  held: sql`c.revoked_at is null and c.id is not null`,
  revoked: sql`c.revoked_at is not null`,
};

const BY_DEPARTMENT = [sql`department nulls last`, sql`user_name`, sql`user_id`];
const SORTS = {
  ...{ userName: sql`user_name`, attempts: sql`attempts`, firstScore: sql`first` },
  ...{ bestScore: sql`best`, submittedAt: sql`submitted` },
};

/** SQL of the people of an exam as the list shows them. @param part LIMIT and OFFSET */
export const candidateRows = (which: AskedPeople, filter: Filter, part = sql``, order = BY_DEPARTMENT) => sql`
  select p.user_id as "userId", p.user_name as "userName", p.department, p.state as "examState", p.attempts,
    round(p.first / 100.0, 2) as "firstScore", round(p.best / 100.0, 2) as "bestScore", p."totalCount",
    p.submitted as "submittedAt",
    c.certificate_no as "certificateNo", coalesce(c.revoked_at is not null, false) as "certificateRevoked"
  from (select people.*, count(*) over ()::int as "totalCount", row_number() over (order by ${sql.join(order, sql`, `)}) as place
        from (select p.* from (${examPeople(which, filter)}) p
              ${filter.certificate ? sql`left join ${certificateOf(which)} where ${CERTIFICATE[filter.certificate]}` : sql``}) people
        order by place ${part}) p
  left join ${certificateOf(which)}
  order by p.place`;

/** Returns a page of the people of an exam. @throws AppError 404 for an exam that does not exist here, or that the viewer neither manages nor marks */
export async function pageCandidates(
  ctx: Context,
  { examId, window, from, to, ...input }: OperationInput<'POST /exam/auth/exam/analysis/candidate/page'>,
) {
  await requireExam(ctx, examId);
  const { id: enterpriseId, timeZone } = ctx.tenant;
  const which = { enterpriseId, examId, now: ctx.now(), timeZone, window, from, to };
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await ctx.db.execute<
      Omit<Candidate, 'submittedAt'> & { submittedAt: string | null; totalCount: number }
    >(candidateRows(which, input, sql`limit ${limit} offset ${offset}`, orderOf(input.sort, SORTS, BY_DEPARTMENT)));
    return rows.map((row) => ({ ...row, submittedAt: row.submittedAt === null ? null : new Date(row.submittedAt) }));
  });
}
