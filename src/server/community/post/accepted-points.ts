import { and, eq, isNull, like, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { getT } from '#src/i18n/server.ts';
import { dayOf } from '#src/lib/dates.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { Context } from '#src/server/core/context.ts';
import { postEntry } from '#src/server/record/post-entry.ts';
import { reverseEntry } from '#src/server/record/reverse-entry.ts';
import { readSettings } from '../settings.ts';
import type { Post } from './find-post.ts';

const reversal = alias(ledgerEntry, 'reversal');
const sourceOf = (answerId: string) => `answer:${answerId}:accepted`;
const textOf = ({ tenant }: Context, key: string) => getT(tenant.lang === 'en' ? 'en' : 'zh')(key);

/**
 * Posts the points for an accepted answer to its author: once per answer, and per day of the tenant's calendar no more than
 * the settings allow. The text does not name the question: the answer may be anonymous.
 */
export async function payAccepted(ctx: Context, answer: Post): Promise<void> {
  const { db, tenant } = ctx;
  const at = ctx.now();
  const { acceptedPoints, acceptedPointsPerDay } = await readSettings(db, tenant.id);
  // Two acceptances at the same time must not both count the day's points before either is posted.
  await db.execute(sql`select from ${enterpriseUser}
    where enterprise_id = ${tenant.id} and user_id = ${answer.authorId} for no key update`);
  const { rows } = await db.execute<{ amount: string }>(sql`
    select greatest(0, least(${acceptedPoints}::numeric, ${acceptedPointsPerDay}::numeric - coalesce(sum(amount), 0)))::text as amount
    from ${ledgerEntry}
    where enterprise_id = ${tenant.id} and user_id = ${answer.authorId} and kind = 'points'
      and source like 'answer:%:accepted'
      and (gmt_create at time zone ${tenant.timeZone})::date = ${dayOf(at, tenant.timeZone)}::date`);
  await postEntry(db, {
    enterpriseId: tenant.id,
    userId: answer.authorId,
    kind: 'points',
    amount: rows[0]!.amount,
    source: sourceOf(answer.id),
    title: textOf(ctx, 'record:acceptedAnswer.entry'),
    at,
    timeZone: tenant.timeZone,
  });
}

/** Entries for an accepted answer that are not reversed: at most one. */
const openEntries = ({ db, tenant }: Context, { id, authorId }: Post) =>
  db
    .select({ source: ledgerEntry.source, amount: ledgerEntry.amount })
    .from(ledgerEntry)
    .leftJoin(reversal, and(eq(reversal.enterpriseId, tenant.id), eq(reversal.reversalOf, ledgerEntry.id)))
    .where(
      and(
        eq(ledgerEntry.enterpriseId, tenant.id),
        eq(ledgerEntry.userId, authorId),
        like(ledgerEntry.source, `${sourceOf(id)}%`),
        isNull(reversal.id),
      ),
    );

/** Points that the author has now for an accepted answer, as decimal text. */
export async function readAcceptedPoints(ctx: Context, answer: Post): Promise<string> {
  return (await openEntries(ctx, answer))[0]?.amount ?? '0';
}

/** Takes the points back when the acceptance is withdrawn. */
export async function takeBackAccepted(ctx: Context, answer: Post): Promise<void> {
  for (const { source } of await openEntries(ctx, answer))
    await reverseEntry(ctx.db, {
      enterpriseId: ctx.tenant.id,
      userId: answer.authorId,
      source,
      title: textOf(ctx, 'record:acceptedAnswer.reversal'),
      at: ctx.now(),
    });
}

/**
 * Posts the points again that were taken back because a moderator hid the answer. They are not new: the limit per day does
 * not apply.
 * @param decisionId the decision that hid it
 */
export async function payAcceptedAgain(
  ctx: Context,
  answer: Post,
  { decisionId, amount }: { decisionId: string; amount: string },
): Promise<void> {
  await postEntry(ctx.db, {
    enterpriseId: ctx.tenant.id,
    userId: answer.authorId,
    kind: 'points',
    amount,
    source: `${sourceOf(answer.id)}:${decisionId}`,
    title: textOf(ctx, 'record:acceptedAnswer.entry'),
    at: ctx.now(),
    timeZone: ctx.tenant.timeZone,
  });
}
