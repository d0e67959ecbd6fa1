import { and, eq, inArray, isNull, sql, getTableColumns } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context, RequestContext, Viewer } from '#src/server/core/context.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { fileWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import { requireBank, requireQuestions } from '../bank/access.ts';
import { question, questionVersion } from '../tables.ts';
import { isCurrentVersion } from '../write-questions.ts';
import type { run } from './find-similar.task.ts';

const FIND = defineTask<typeof run>('#src/server/question/similar/find-similar.task.ts', {
  slow: 'questionFileTooSlow',
  large: 'questionFileTooMuch',
});
/** Questions of a bank that are compared: its newest. */
const MOST = 20_000;

/**
 * Lists pairs of questions of a bank that say nearly the same, the most similar first, without those that somebody keeps.
 * @returns `isPartial`: there may be more than are found, because the bank is large or very much of it is alike
 * @throws AppError 404, 409 as `requireBank`; 422, 429
 */
export async function pageSimilar(
  ctx: RequestContext & { viewer: Viewer },
  input: OperationInput<'POST /exam/auth/question/similar/page'>,
) {
  const { tenant } = ctx;
  const { bankId, ids = null } = input;
  const { bank, count } = await withTenant(tenant.id, async (db) => {
    await requireBank({ ...ctx, db }, bankId);
    const { rows } = await db.execute<{ bank: Buffer; count: number }>(sql`
      select convert_to(coalesce(json_agg(json_build_array(x.id, x.distinct_from, x.said)), '[]')::text, 'UTF8') as bank,
             count(*)::int as count
      from (
        select q.id, q.distinct_from, left(t.said ->> 'stem', 1000) || ' ' || coalesce(
                 (select string_agg(left(o ->> 'text', 300), ' ') from jsonb_array_elements(t.said -> 'options') o), '') as said
        from question q
        join question_version v on v.enterprise_id = q.enterprise_id and v.question_id = q.id and v.number = q.version
        cross join lateral (select coalesce(v.texts -> 'zh', v.texts -> 'en') as said) t
        where q.enterprise_id = ${tenant.id} and q.bank_id = ${bankId} and q.deleted_at is null
        order by q.id desc limit ${MOST}
      ) x`);
    return rows[0]!;
  });
  const bytes = new Uint8Array(bank);
  const options = { owner: tenant.id, signal: ctx.signal(), transfer: [bytes.buffer] };
  const { pairs, isPartial } = await fileWork.run(FIND, { bank: bytes, ids }, options);
  const { limit, offset } = slice(input);
  const shown = pairs.slice(offset, offset + limit);
  const sides = await withTenant(tenant.id, (db) =>
    readSides(
      { ...ctx, db },
      shown.flatMap(({ a, b }) => [a, b]),
    ),
  );
  const list = shown.flatMap(({ a, b, percent }) => {
    const [one, other] = [sides.get(a), sides.get(b)];
    // One of them may have been deleted meanwhile.
    return one && other ? [{ percent, one, other }] : [];
  });
  return { ...paging(input, pairs.length, list), isPartial: isPartial || count >= MOST };
}

async function readSides({ db, tenant }: Context, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const { texts, answer } = questionVersion;
  const rows = await db
    .select({
      ...getTableColumns(question),
      ...{ texts, answer },
      paperCount: sql<number>`(select count(*)::int from exam_question x
        where x.enterprise_id = ${question.enterpriseId} and x.question_id = ${question.id})`,
    })
    .from(question)
    .innerJoin(questionVersion, isCurrentVersion)
    .where(and(eq(question.enterpriseId, tenant.id), inArray(question.id, ids), isNull(question.deletedAt)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Notes that two questions are different ones, so that they are not listed as similar again. @throws AppError 404, 409 as `requireBank` */
export async function keepSimilar(ctx: Context, { ids }: OperationInput<'POST /exam/auth/question/similar/keep'>) {
  const { db, tenant } = ctx;
  const [one, other] = ids as [string, string];
  const banks = await requireQuestions(ctx, ids);
  for (const [id, from] of [
    [one, other],
    [other, one],
  ].sort())
    await db
      .update(question)
      .set({
        distinctFrom: sql`(select array_agg(distinct x) from unnest(array_append(${question.distinctFrom}, ${from}::uuid)) x)`,
      })
      .where(and(eq(question.enterpriseId, tenant.id), eq(question.id, id!)));
  await audit(db, ctx, 'question.keptBoth', { ids }, { about: banks });
  return { ids };
}
