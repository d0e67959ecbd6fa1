import { and, asc, count, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { examAttempt } from './tables/attempt.ts';
import { examSwitch } from './tables/switch.ts';
import { examSwitchAppeal } from './tables/journal.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { isMarkerOf } from './marker-of.ts';

/**
 * Returns a page of the switches of an attempt with their appeals, oldest first.
 * @throws AppError 404 when the attempt does not exist here, or is another member's and the viewer does not mark its exam
 */
export async function listSwitches(
  ctx: Context,
  { attemptId, ...page }: OperationInput<'POST /exam/auth/exam/switch/page'>,
) {
  const { db, tenant, viewer } = ctx;
  const [attempt] = await db
    .select({ userId: examAttempt.userId, examId: examAttempt.examId })
    .from(examAttempt)
    .where(and(eq(examAttempt.enterpriseId, tenant.id), eq(examAttempt.id, attemptId)));
  const own = attempt?.userId === viewer.userId;
  if (!attempt || (!own && !(await isMarkerOf(ctx, attempt.examId)))) throw notFound();
  const ofAttempt = and(eq(examSwitch.enterpriseId, tenant.id), eq(examSwitch.attemptId, attemptId));
  const [total] = await db.select({ n: count() }).from(examSwitch).where(ofAttempt);
  const { limit, offset } = slice(page);
  const rows = await db
    .select({ row: examSwitch, appeal: examSwitchAppeal })
    .from(examSwitch)
    .leftJoin(
      examSwitchAppeal,
      and(eq(examSwitchAppeal.enterpriseId, examSwitch.enterpriseId), eq(examSwitchAppeal.switchId, examSwitch.id)),
    )
    .where(ofAttempt)
    .orderBy(asc(examSwitch.leftAt), asc(examSwitch.id))
    .limit(limit)
    .offset(offset);
  const list = rows.map(({ row: { id, kind, leftAt, dwellSeconds, counted }, appeal }) => ({
    ...{ id, kind, leftAt, dwellSeconds, counted, appeal },
  }));
  return { ...paging(page, total!.n, list), own };
}
