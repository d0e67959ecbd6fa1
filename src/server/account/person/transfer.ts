import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { memberHistory, plannedTransfer } from '../tables/organisation.ts';
import { enterpriseUser } from '../tables/account.ts';
import { memberOf } from './member-status.ts';
import { changeMember } from './write-member.ts';

type Key = { enterpriseId: string; userId: string };
type Place = Pick<typeof plannedTransfer.$inferSelect, 'departmentId' | 'positionId' | 'superiorId'>;

/**
 * Gives a member another place in the organisation.
 * @param since null: from now; else the moment from which it was valid, for questions about past dates
 * @throws AppError 422 when the member has been transferred after that moment, and as `changeMember`
 */
export async function transferMember(
  db: TenantDb,
  key: Key,
  place: Place,
  since: Date | null,
  now: Date,
): Promise<void> {
  const own = and(eq(memberHistory.enterpriseId, key.enterpriseId), eq(memberHistory.userId, key.userId));
  const last = async () =>
    (
      await db
        .select({ id: memberHistory.id, since: memberHistory.since })
        .from(memberHistory)
        .where(own)
        .orderBy(sql`${memberHistory.since} desc, ${memberHistory.id} desc`)
        .limit(1)
    )[0];
  const before = await last();
  if (since && before && before.since >= since)
    throw new AppError(422, 'invalid', { fields: [{ field: 'onDay', key: 'field.transferredLater' }] });
  await changeMember(db, key, place, now);
  const after = await last();
  if (since && after && after.id !== before?.id)
    await db
      .update(memberHistory)
      .set({ since })
      .where(and(own, eq(memberHistory.id, after.id)));
}

/** Plans a transfer; it replaces the planned one of the member. */
export async function planTransfer(
  db: TenantDb,
  values: Omit<typeof plannedTransfer.$inferInsert, 'id'>,
): Promise<void> {
  await db
    .delete(plannedTransfer)
    .where(and(eq(plannedTransfer.enterpriseId, values.enterpriseId), eq(plannedTransfer.userId, values.userId)));
  await db.insert(plannedTransfer).values(values);
}

/** Deletes a planned transfer. @returns whose it was; null: there is none */
export async function cancelTransfer(db: TenantDb, enterpriseId: string, id: string): Promise<string | null> {
  const [removed] = await db
    .delete(plannedTransfer)
    .where(and(eq(plannedTransfer.enterpriseId, enterpriseId), eq(plannedTransfer.id, id)))
    .returning({ userId: plannedTransfer.userId });
  return removed?.userId ?? null;
}

/**
 * Applies the transfers that are due. One to a department that was closed is dropped, a superior who left is left out; the audit log says
 * so.
 * @param today in the time zone of the enterprise, `2026-03-01`
 * @returns how many were applied or dropped
 */
export async function applyTransfers(db: TenantDb, enterpriseId: string, today: string, now: Date): Promise<number> {
  const due = await db
    .select()
    .from(plannedTransfer)
    .where(and(eq(plannedTransfer.enterpriseId, enterpriseId), sql`${plannedTransfer.onDay} <= ${today}`))
    .orderBy(asc(plannedTransfer.onDay), asc(plannedTransfer.id))
    .limit(500)
    .for('update', { skipLocked: true });
  for (const { id, userId, reason, plannedBy, onDay, ...place } of due) {
    const key = { enterpriseId, userId };
    const { departmentId, positionId, superiorId } = place;
    const { rows: closed } = await db.execute(sql`
      select from department where enterprise_id = ${enterpriseId} and id = ${departmentId} and closed_at is not null`);
    const [member] = await db
      .select({ erasedAt: enterpriseUser.erasedAt })
      .from(enterpriseUser)
      .where(and(memberOf(key), isNull(enterpriseUser.erasedAt)));
    let problem: string | null = !member ? 'erased' : closed.length > 0 ? 'departmentClosed' : null;
    if (problem === null) {
      try {
        await changeMember(db, key, { departmentId, positionId, superiorId }, now);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        problem = error.fields[0]?.key ?? error.key;
        await changeMember(db, key, { departmentId, positionId }, now);
      }
    }
    await db
      .delete(plannedTransfer)
      .where(and(eq(plannedTransfer.enterpriseId, enterpriseId), eq(plannedTransfer.id, id)));
    await auditWithoutRequest(db, {
      ...{ enterpriseId, userId: plannedBy, action: 'member.transferred', about: [userId] },
      detail: { memberId: userId, onDay, departmentId, positionId, superiorId, reason, problem },
    });
  }
  return due.length;
}
