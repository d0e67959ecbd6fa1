import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { audit } from '#src/server/core/audit.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { trainingCost, trainingSeat, trainingSession } from './tables.ts';
import { findRunSession, lockSession } from './select-sessions.ts';

/** Returns whom a cancellation concerns. @throws AppError 404 */
export async function viewEffects(
  ctx: Context,
  { id, following }: OperationInput<'POST /course/auth/calendar/effects'>,
) {
  const { db, tenant } = ctx;
  const { session } = await findRunSession(ctx, id);
  const seats = (status: string) =>
    sql<number>`(select count(*) from ${trainingSeat} x where x.enterprise_id = ${trainingSession.enterpriseId}
      and x.session_id = ${trainingSession.id} and x.status = ${status})`;
  const series = following && session.seriesId;
  const [sums] = await db
    .select({
      sessionCount: sql<number>`count(*)`.mapWith(Number),
      bookedCount: sql<number>`coalesce(sum(${seats('booked')}), 0)`.mapWith(Number),
      waitingCount: sql<number>`coalesce(sum(${seats('waiting')}), 0)`.mapWith(Number),
    })
    .from(trainingSession)
    .where(
      and(
        eq(trainingSession.enterpriseId, tenant.id),
        eq(trainingSession.status, 'planned'),
        series
          ? sql`(${trainingSession.id} = ${id} or (${trainingSession.seriesId} = ${series}
              and ${trainingSession.startAt} > ${session.startAt.toISOString()}::timestamptz))`
          : eq(trainingSession.id, id),
      ),
    );
  return sums!;
}

const costsOf = ({ tenant }: Context, id: string) =>
  and(eq(trainingCost.enterpriseId, tenant.id), eq(trainingCost.sessionId, id));

/** Returns what a session costs. @throws AppError 404 */
export async function listCosts(ctx: Context, { id }: OperationInput<'POST /course/auth/calendar/cost/list'>) {
  await findRunSession(ctx, id);
  return ctx.db
    .select({ id: trainingCost.id, kind: trainingCost.kind, amount: trainingCost.amount, note: trainingCost.note })
    .from(trainingCost)
    .where(costsOf(ctx, id))
    .orderBy(trainingCost.id)
    .limit(MAX_ITEMS.sessionCosts);
}

/** Replaces what a session costs. @throws AppError 404; 409 when it is not what was shown */
export async function saveCosts(
  ctx: Context,
  { id, costs, was }: OperationInput<'POST /course/auth/calendar/cost/save'>,
) {
  const { db, tenant } = ctx;
  await findRunSession(ctx, id);
  await lockSession(ctx, id);
  const said = (list: { kind: string; amount: number | string; note: string | null }[]) =>
    JSON.stringify(list.map(({ kind, amount, note }) => [kind, Number(amount), note ?? '']));
  if (said(was) !== said(await listCosts(ctx, { id }))) throw new AppError(409, 'revisionChanged');
  await db.delete(trainingCost).where(costsOf(ctx, id));
  const rows = costs.map(({ kind, amount, note }) => ({ kind, amount: amount.toFixed(2), note: note || null }));
  if (rows.length > 0)
    await db.insert(trainingCost).values(rows.map((row) => ({ ...row, enterpriseId: tenant.id, sessionId: id })));
  const sum = costs.reduce((total, { amount }) => total + Math.round(amount * 100), 0) / 100;
  await audit(db, ctx, 'training.costs', { sessionId: id, sum }, { about: [id] });
  return { sum };
}
