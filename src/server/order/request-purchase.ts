import { sql } from 'drizzle-orm';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { latestInstances } from '#src/server/flow/latest-instances.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import { hasSeat } from './seat-conditions.ts';
import { readPurchaseState } from './purchase-state.ts';

type Course = { id: string; title: string; price: string; currency: string };

/**
 * Asks for a seat of a course for the user. The organisation accounts and the administrators decide; an approval orders the seat
 * (`decidePurchase`). While a request is pending, it is the answer.
 * @returns the pending request
 * @throws AppError 409 with a seat, while one is ordered, and after the second rejection; 422 at `note` for a second request without a reason
 */
export async function requestPurchase(ctx: Context, course: Course, note: string | undefined): Promise<string> {
  const { db, tenant, viewer } = ctx;
  const { rows } = await db.execute<{ has: boolean }>(
    sql`select ${hasSeat(tenant.id, viewer.userId, sql`${course.id}::uuid`)} as has`,
  );
  if (rows[0]!.has) throw new AppError(409, 'hasSeatYourself');
  const { state, instanceId, rejections, mayAskAgain } = await readPurchaseState(ctx, course.id);
  if (state === 'pending') return instanceId!;
  if (state === 'ordered') throw new AppError(409, 'seatOrdered');
  if (!mayAskAgain) throw new AppError(409, 'purchaseFinal');
  if (rejections > 0 && !note)
    throw new AppError(422, 'invalid', { fields: [{ field: 'note', key: 'field.askAgainReason' }] });
  const { id: subjectId, title, price, currency } = course;
  const made = await startFlow(ctx, {
    ...{ flowType: 'purchase' as const, subjectId, title },
    detail: { note: note ?? null, seats: 1, total: price, currency },
  });
  if (made) return made;
  // A request at the same time was first.
  const asked = {
    enterpriseId: tenant.id,
    applicantId: viewer.userId,
    flowType: 'purchase' as const,
    subjectIds: [course.id],
  };
  return (await latestInstances(db, asked)).get(course.id)!.instanceId;
}
