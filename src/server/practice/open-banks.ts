import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { withheldFromPractice } from '#src/server/exam/withheld-questions.ts';
import { isOpenBank } from './is-open-bank.ts';
import { readBook } from './visible-mistakes.ts';
import { type PracticeUser, practiceUser } from './practice-user.ts';

/** A question that can be chosen for a practice. */
export type Choosable = { id: string; topic: string | null; difficulty: number };

/** SQL of the questions that a user has practised. */
const seenBy = ({ enterpriseId, userId }: PracticeUser) => sql`
  select distinct a.question_id from practice_run r
  join practice_answer a on a.enterprise_id = r.enterprise_id and a.run_id = r.id and a.checked_at is not null
  where r.enterprise_id = ${enterpriseId} and r.user_id = ${userId}`;

/** Lists the banks that the user may practise, by title. */
export function pageBanks(ctx: Context, input: OperationInput<'POST /exam/auth/user/practice/bank/page'>) {
  const who = practiceUser(ctx);
  const named = input.keyword ? sql`and b.title ilike ${likePattern(input.keyword)}` : sql``;
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await ctx.db.execute<{
      id: string;
      title: string;
      questionCount: number;
      seenCount: number;
      totalCount: number;
    }>(sql`
      with seen as (${seenBy(who)})
      select b.id, b.title, (count(*) over ())::int as "totalCount",
        (select count(*)::int from question q
         where q.enterprise_id = b.enterprise_id and q.bank_id = b.id and q.published) as "questionCount",
        (select count(*)::int from question q
         where q.enterprise_id = b.enterprise_id and q.bank_id = b.id and q.published
           and q.id in (select question_id from seen)) as "seenCount"
      from question_bank b
      where b.enterprise_id = ${who.enterpriseId} and ${isOpenBank(who.userId)} ${named}
      order by b.title, b.id limit ${limit} offset ${offset}`);
    return rows;
  });
}

/** Returns what the user can choose from a bank. @throws AppError 404 for a bank that is not open to the user */
export async function viewBank(ctx: Context, { id }: { id: string }) {
  const who = practiceUser(ctx);
  const { title, pool, withheldCount } = await readPool(ctx.db, who, id);
  const { seen, mistakes } = await readKnown(ctx.db, who);
  const byTopic = new Map<string, number>();
  for (const { topic } of pool) if (topic !== null) byTopic.set(topic, (byTopic.get(topic) ?? 0) + 1);
  return {
    id,
    title,
    questionCount: pool.length,
    newCount: pool.filter((each) => !seen.has(each.id)).length,
    mistakeCount: pool.filter((each) => mistakes.has(each.id)).length,
    withheldCount,
    topics: [...byTopic].map(([topic, count]) => ({ topic, count })).slice(0, MAX_ITEMS.practiceTopics),
    difficulties: [...new Set(pool.map(({ difficulty }) => difficulty))].sort(),
  };
}

/**
 * Returns the questions of a bank that the user may practise now.
 * @throws AppError 404 for a bank that is not open to the user
 */
export async function readPool(db: TenantDb, who: PracticeUser, bankId: string) {
  const { enterpriseId, userId } = who;
  const { rows: banks } = await db.execute<{ title: string }>(sql`
    select b.title from question_bank b where b.enterprise_id = ${enterpriseId} and b.id = ${bankId} and ${isOpenBank(userId)}`);
  const [bank] = banks;
  if (!bank) throw notFound();
  const { rows } = await db.execute<Choosable>(sql`
    select id, topic, difficulty from question
    where enterprise_id = ${enterpriseId} and bank_id = ${bankId} and published order by topic, id`);
  const withheld = await withheldFromPractice(db, { ...who, questionIds: rows.map(({ id }) => id) });
  return {
    title: bank.title,
    pool: rows.filter(({ id }) => !withheld.has(id)),
    withheldCount: withheld.size,
  };
}

/** Returns the questions that the user has practised, and those in the book of mistakes. */
export async function readKnown(db: TenantDb, who: PracticeUser) {
  const { rows } = await db.execute<{ question_id: string }>(seenBy(who));
  return { seen: new Set(rows.map((row) => row.question_id)), mistakes: new Set(await readBook(db, who)) };
}
