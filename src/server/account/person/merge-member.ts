import { and, eq, sql } from 'drizzle-orm';
import { AppError } from '#src/server/core/app-error.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { userAccount } from '../tables/account.ts';
import { memberMerge } from '../tables/organisation.ts';
import { disableMember, memberOf } from './member-status.ts';
import { enterpriseUser } from '../tables/account.ts';
import { changeMember, type MemberValues } from './write-member.ts';

export type Merging = { enterpriseId: string; removedId: string; keptId: string; mergedBy: string; at: Date };

/**
 * Notes that a record was merged into another one, and takes it out of use: its sessions end, it is disabled and its employee number is free.
 * Comes before the rows of the domains move.
 */
export async function beginMerge(db: TenantDb, { at, mergedBy, ...pair }: Merging): Promise<void> {
  const { enterpriseId, removedId } = pair;
  await db.insert(memberMerge).values({ ...pair, mergedBy, gmtCreate: at });
  await disableMember(db, { enterpriseId, userId: removedId, now: at, actorId: mergedBy });
  await db
    .update(enterpriseUser)
    .set({ employeeNo: null, superiorId: null })
    .where(memberOf({ enterpriseId, userId: removedId }));
  // Nobody reports to themselves; the superior is set again at the end.
  await db
    .update(enterpriseUser)
    .set({ superiorId: null })
    .where(memberOf({ enterpriseId, userId: pair.keptId }));
}

/** Gives what the account keeps about one record to another one of the same person: identities of providers, and where they belonged before. */
export async function mergeAccountRows(db: TenantDb, { enterpriseId, removedId, keptId }: Merging): Promise<void> {
  const ofRemoved = sql`enterprise_id = ${enterpriseId} and user_id = ${removedId}`;
  await db.execute(sql`
    delete from user_identity r where ${ofRemoved} and exists (
      select from user_identity k where k.enterprise_id = r.enterprise_id and k.user_id = ${keptId} and k.provider = r.provider)`);
  await db.execute(sql`update user_identity set user_id = ${keptId} where ${ofRemoved}`);
  // Later rows would say that the person was at two places at once.
  await db.execute(sql`
    update member_history set user_id = ${keptId} where ${ofRemoved} and since < (
      select min(k.since) from member_history k where k.enterprise_id = ${enterpriseId} and k.user_id = ${keptId})`);
}

/**
 * Gives the kept record the values that were chosen from the other one, after the rows have moved.
 * @param phone the number of the other account, which has none any more then; undefined: it stays
 * @throws AppError 422 when the superior would report to the member
 */
export async function finishMerge(
  db: TenantDb,
  { enterpriseId, removedId, keptId, at }: Merging,
  values: Partial<MemberValues> & { superiorId: string | null },
  phone: string | undefined,
): Promise<void> {
  const key = { enterpriseId, userId: keptId };
  if (phone !== undefined) {
    const [other] = await db.select().from(userAccount).where(eq(userAccount.id, removedId)).for('update');
    if (other?.phone !== phone) throw new AppError(409, 'planChanged');
    await db.update(userAccount).set({ phone: null, phoneUnverified: false }).where(eq(userAccount.id, removedId));
    await db
      .update(userAccount)
      .set({ phone, phoneUnverified: other.phoneUnverified })
      .where(and(eq(userAccount.id, keptId)));
  }
  await changeMember(db, key, values, at);
}
