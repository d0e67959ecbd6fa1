import { managesExams } from '#src/contract/rules/rights.ts';
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { questionBank, questionBankEditor } from '#src/server/question/tables.ts';
import { isEditable, isRestorableBank, requireBank } from './access.ts';

type Row = {
  id: string;
  code: string;
  title: string;
  practice: 'none' | 'members' | 'audience';
  questionCount: number;
  publishedCount: number;
  examCount: number;
  editors: { userId: string; userName: string }[];
  revision: number;
  deletedAt: string | null;
  gmtModified: string;
  totalCount: number;
};

const columns = sql`b.id, b.code, b.title, b.practice, b.revision, b.deleted_at as "deletedAt", b.gmt_modified as "gmtModified",
  (select count(*)::int from question q where q.enterprise_id = b.enterprise_id and q.bank_id = b.id and q.deleted_at is null) as "questionCount",
  (select count(*)::int from question q where q.enterprise_id = b.enterprise_id and q.bank_id = b.id and q.published)
    as "publishedCount",
  (select count(distinct s.exam_id)::int from exam_section s where s.enterprise_id = b.enterprise_id and s.bank_id = b.id)
    as "examCount",
  coalesce((select jsonb_agg(jsonb_build_object('userId', u.user_id, 'userName', u.user_name) order by u.user_name, u.user_id)
    from question_bank_editor r
    join enterprise_user u on u.enterprise_id = r.enterprise_id and u.user_id = r.user_id
    where r.enterprise_id = b.enterprise_id and r.bank_id = b.id), '[]') as editors`;

const shown = ({ gmtModified, deletedAt, ...row }: Row) => ({
  ...row,
  ...{ gmtModified: new Date(gmtModified), deletedAt: deletedAt === null ? null : new Date(deletedAt) },
});

/** Lists the banks that the viewer may edit, or those that the viewer may restore, by title. */
export function pageBanks(ctx: Context, input: OperationInput<'POST /exam/auth/question/bank/page'>) {
  const { db, tenant } = ctx;
  const named = input.keyword ? sql`and b.title ilike ${likePattern(input.keyword)}` : sql``;
  const sorts = { title: sql`b.title`, gmtModified: sql`b.gmt_modified` };
  const order = sql.join(orderOf(input.sort, sorts, [sql`b.title`, sql`b.id`]), sql`, `);
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      select ${columns}, (count(*) over ())::int as "totalCount" from question_bank b
      where b.enterprise_id = ${tenant.id} and ${input.deleted ? isRestorableBank(ctx, ctx.now()) : isEditable(ctx)} ${named}
      order by ${order} limit ${limit} offset ${offset}`);
    return rows.map(shown);
  });
}

/** @throws AppError 404, 409 as `requireBank` */
export async function viewBank(ctx: Context, { id }: { id: string }) {
  await requireBank(ctx, id);
  const { db, tenant } = ctx;
  const { rows } = await db.execute<Row>(sql`
    select ${columns}, 1 as "totalCount" from question_bank b where b.enterprise_id = ${tenant.id} and b.id = ${id}`);
  const ofBank = sql`enterprise_id = ${tenant.id} and bank_id = ${id} and deleted_at is null`;
  const { rows: topics } = await db.execute<{ name: string }>(sql`
    select distinct topic as name from question where ${ofBank} and topic is not null
    order by topic limit ${MAX_ITEMS.bankTopics}`);
  const { rows: tags } = await db.execute<{ name: string }>(sql`
    select distinct tag as name from question, unnest(tags) tag where ${ofBank} order by tag limit ${MAX_ITEMS.bankTopics}`);
  return { ...shown(rows[0]!), topics: topics.map(({ name }) => name), tags: tags.map(({ name }) => name) };
}

type Saved = OperationInput<'POST /exam/auth/question/bank/save'>;

/**
 * Creates or changes a bank. A lecturer who creates one may edit it.
 * @throws AppError 403 when a lecturer sends editors; 404; 409 when somebody else has changed it; 422 for editors who are no lecturers here
 */
export async function saveBank(ctx: Context, input: Saved) {
  const { db, tenant, viewer, now } = ctx;
  const { title, editorIds, practice } = input;
  if (editorIds && !managesExams(viewer)) throw new AppError(403, 'notAllowed');
  if (input.id) {
    await requireBank(ctx, input.id);
    // The contract demands it with the id.
    const revision = input.revision!;
    const unchanged = eq(questionBank.revision, revision);
    const [changed] = await db
      .update(questionBank)
      .set({ title, practice, revision: revision + 1, gmtModified: now() })
      .where(and(eq(questionBank.enterpriseId, tenant.id), eq(questionBank.id, input.id), unchanged))
      .returning({ id: questionBank.id });
    if (!changed) throw new AppError(409, 'contentChanged');
  }
  const id = input.id ?? (await createBank(ctx, { title, practice }));
  if (editorIds) await writeEditors(ctx, id, editorIds);
  else if (!input.id && !managesExams(viewer))
    await db.insert(questionBankEditor).values({ enterpriseId: tenant.id, bankId: id, userId: viewer.userId });
  await audit(
    db,
    ctx,
    'question.bank.saved',
    {
      id,
      title,
      ...(practice && { practice }),
      ...(editorIds && { editorIds }),
    },
    { about: [id] },
  );
  return { id };
}

async function createBank({ db, tenant, now }: Context, values: Pick<Saved, 'title' | 'practice'>): Promise<string> {
  const id = randomUUID();
  const [created] = await db
    .insert(questionBank)
    .values({ enterpriseId: tenant.id, id, code: `bank-${id}`, ...values, gmtModified: now() })
    .returning({ id: questionBank.id });
  return created!.id;
}

async function writeEditors({ db, tenant }: Context, bankId: string, editorIds: string[]): Promise<void> {
  const userIds = [...new Set(editorIds)];
  const lecturers = await db.$count(
    enterpriseUser,
    and(
      eq(enterpriseUser.enterpriseId, tenant.id),
      inArray(enterpriseUser.userId, userIds),
      eq(enterpriseUser.userType, USER_TYPE.lecturer),
    ),
  );
  if (lecturers < userIds.length)
    throw new AppError(422, 'invalid', { fields: [{ field: 'editorIds', key: 'field.notLecturer' }] });
  await db
    .delete(questionBankEditor)
    .where(and(eq(questionBankEditor.enterpriseId, tenant.id), eq(questionBankEditor.bankId, bankId)));
  if (userIds.length > 0)
    await db.insert(questionBankEditor).values(userIds.map((userId) => ({ enterpriseId: tenant.id, bankId, userId })));
}
