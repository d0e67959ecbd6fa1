import { sql, type SQL } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import type { ExportInput } from '#src/contract/export.ts';
import type { ReceiptState } from '#src/contract/rules/announcement.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import type { ExportList } from '#src/server/export/export-list.ts';
import { requestExport } from '#src/server/export/request-export.ts';

type Filter = OperationInput<'POST /system/auth/announcement/receipt/export'>;
type Person = Data<'POST /system/auth/announcement/receipt/page'>['list'][number];

/**
 * What a member `u` has done with an announcement `a`, by the record `r` and the read mark `m`; what must be read has to be opened. Who has
 * confirmed one that need not be confirmed any more has seen it.
 */
const STATE = sql`case
  when a.must_read and r.confirmed_at is not null then 'confirmed'
  when r.read_at is not null then 'seen'
  when not a.must_read and a.published_at <= m.read_until and a.id < portal.first_id(m.read_until) then 'seen'
  when r.reminded_at is not null then 'reminded'
  else 'none' end`;

/** SQL of the members `u` whom an announcement `a` concerns, with what is recorded of them. */
export const concerned = (enterpriseId: string, id: string): SQL => sql`
  from announcement a
  join enterprise_user u on u.enterprise_id = a.enterprise_id and u.status = 'active' and u.user_type <> 3
    and (not a.restricted or exists (select from announcement_recipient t
      where t.enterprise_id = a.enterprise_id and t.user_id = u.user_id and t.announcement_id = a.id))
  left join announcement_user_record r on r.enterprise_id = a.enterprise_id and r.announcement_id = a.id and r.user_id = u.user_id
  left join announcement_read_mark m on m.enterprise_id = a.enterprise_id and m.user_id = u.user_id
  where a.enterprise_id = ${enterpriseId} and a.id = ${id}`;

const filtered = (enterpriseId: string, { id, keyword, departmentId, state }: Filter): SQL => sql`
  ${concerned(enterpriseId, id)}
  ${keyword ? sql`and concat_ws(' ', u.user_name, u.employee_no, u.department) ilike ${likePattern(keyword)}` : sql``}
  ${
    departmentId
      ? sql`and u.department_id in (select b.id from department d
          join department b on b.enterprise_id = d.enterprise_id and (b.id = d.id or starts_with(b.path, d.path || '/'))
          where d.enterprise_id = ${enterpriseId} and d.id = ${departmentId})`
      : sql``
  }
  ${state ? sql`and ${STATE} = ${state}` : sql``}`;

const COLUMNS = sql`u.user_id as "userId", u.user_name as "userName", u.employee_no as "employeeNo", u.department,
  ${STATE} as state, r.read_at as "seenAt", case when a.must_read then r.confirmed_at end as "confirmedAt",
  r.reminded_at as "remindedAt"`;

const orderBy = (sort: Filter['sort']): SQL =>
  sql.join(
    orderOf(
      sort,
      {
        ...{ userName: sql`u.user_name`, department: sql`u.department` },
        ...{ seenAt: sql`r.read_at`, confirmedAt: sql`r.confirmed_at` },
      },
      [sql`u.department nulls last`, sql`u.user_name`, sql`u.user_id`],
    ),
    sql`, `,
  );

type Dates = Record<'seenAt' | 'confirmedAt' | 'remindedAt', string | null>;
const moment = (text: string | null) => (text === null ? null : new Date(text));

/** Lists who has confirmed or seen an announcement, by department and name. @throws AppError 404 */
export async function listReceipts(ctx: Context, input: OperationInput<'POST /system/auth/announcement/receipt/page'>) {
  const { db, tenant } = ctx;
  await totals(ctx, input);
  return readPage(input, async ({ limit, offset }) => {
    type Row = Omit<Person, keyof Dates> & Dates & { totalCount: number };
    const { rows } = await db.execute<Row>(sql`
      select ${COLUMNS}, count(*) over ()::int as "totalCount" ${filtered(tenant.id, input)}
      order by ${orderBy(input.sort)} limit ${limit} offset ${offset}`);
    return rows.map(({ seenAt, confirmedAt, remindedAt, ...row }) => ({
      ...row,
      ...{ seenAt: moment(seenAt), confirmedAt: moment(confirmedAt), remindedAt: moment(remindedAt) },
    }));
  });
}

async function totals({ db, tenant }: Context, { id }: { id: string }) {
  type Row = { title: string; mustRead: boolean; isPublished: boolean } & Record<ReceiptState, number>;
  const count = (state: ReceiptState) => sql`count(*) filter (where s.state = ${state})::int`;
  const { rows } = await db.execute<Row>(sql`
    select a.title, a.must_read as "mustRead", a.published as "isPublished", ${count('confirmed')} as confirmed,
           ${count('seen')} as seen, ${count('reminded')} as reminded, ${count('none')} as none
    from announcement a
    left join (select ${STATE} as state ${concerned(tenant.id, id)}) s on true
    where a.enterprise_id = ${tenant.id} and a.id = ${id}
    group by a.title, a.must_read, a.published`);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Counts whom an announcement concerns by what they have done with it. @throws AppError 404 */
export const countReceipts = (ctx: Context, input: { id: string }) => totals(ctx, input);

/**
 * Reminds those who have not confirmed an announcement that must be read, or not seen another one; each once a day.
 * @returns how many are reminded
 * @throws AppError 404; 409 when nobody sees it
 */
export async function remindReaders(ctx: Context, { id }: { id: string }) {
  const { db, tenant, now } = ctx;
  const { title, mustRead, isPublished, confirmed: _, seen, reminded, none } = await totals(ctx, { id });
  if (!isPublished) throw new AppError(409, 'announcementHidden');
  const count = reminded + none + (mustRead ? seen : 0);
  await sendJob(db, 'remind-readers', { enterpriseId: tenant.id, announcementId: id, at: now().toISOString() });
  await audit(db, ctx, 'announcement.remind', { id, title, count }, { about: [id] });
  return { count };
}

type Row = Omit<Person, keyof Dates> & Record<keyof Dates, Date | null>;

/** Export of who has confirmed or seen an announcement. */
export const receiptExport: ExportList<Row> = {
  query: ({ enterpriseId, input }) => {
    const filter = input as unknown as Filter & ExportInput;
    return sql`select ${COLUMNS} ${filtered(enterpriseId, filter)} order by ${orderBy(filter.sort)}`;
  },
  columns: (t, { input: { mustRead } }) => [
    { name: 'employeeNo', width: 16, type: 'text', value: ({ employeeNo }) => employeeNo },
    { name: 'person', width: 16, type: 'text', value: ({ userName }) => userName },
    { name: 'department', width: 28, type: 'text', value: ({ department }) => department },
    { name: 'state', width: 14, type: 'text', value: ({ state }) => t(`announcement:receipt.${state}`) },
    { name: 'seenAt', width: 18, type: 'time', value: ({ seenAt }) => seenAt },
    ...(mustRead === false
      ? []
      : [{ name: 'confirmedAt', width: 18, type: 'time' as const, value: ({ confirmedAt }: Row) => confirmedAt }]),
  ],
};

/** Requests an export of the receipts of an announcement. @throws AppError 404; 429 like `requestExport` */
export async function exportReceipts(ctx: Context, input: Filter) {
  const { title, mustRead } = await totals(ctx, input);
  const asked = { ...input, mustRead, scope: 'managed' as const, right: 'content.manage' as const };
  return requestExport(ctx, 'announcementReceipts', asked, title);
}
