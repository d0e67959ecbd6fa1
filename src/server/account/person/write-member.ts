import { randomUUID } from 'node:crypto';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { PeopleField } from '#src/contract/rules/people-import.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { databaseErrorOf } from '#src/server/core/db/database-error.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { enterpriseUser, membership, userAccount } from '../tables/account.ts';
import { noteEdits } from './note-edits.ts';
import { endMemberSessions, memberOf } from './member-status.ts';

type Key = { enterpriseId: string; userId: string };
/** What the enterprise maintains about a member. */
export type MemberValues = Pick<
  typeof enterpriseUser.$inferSelect,
  'userName' | 'employeeNo' | 'email' | 'sex' | 'userType' | 'departmentId' | 'positionId' | 'superiorId' | 'joinedOn'
>;

const invalid = (field: string, key: string) => new AppError(422, 'invalid', { fields: [{ field, key }] });

/**
 * Makes somebody a member: the account with the phone number, or a new one without password.
 * @param phone null: they sign in through a provider of the enterprise
 * @returns the id of the account
 * @throws AppError 422 when the phone number or employee number is that of a member
 */
export async function addMember(
  db: TenantDb,
  enterpriseId: string,
  { phone, ...values }: MemberValues & { phone: string | null },
): Promise<string> {
  const userId = await accountFor(db, phone);
  const [there] = await db
    .select({ userId: enterpriseUser.userId })
    .from(enterpriseUser)
    .where(memberOf({ enterpriseId, userId }));
  if (there) throw invalid('phone', 'field.phoneOfMember');
  await checkSuperior(db, { enterpriseId, userId }, values.superiorId);
  await rejectTaken(() => db.insert(enterpriseUser).values({ enterpriseId, userId, ...values }));
  return userId;
}

/**
 * Changes what the enterprise maintains about a member; their row is locked.
 * @throws AppError 422 for an employee number of another member, and a superior who is the member or reports to them
 */
export async function changeMember(db: TenantDb, key: Key, values: Partial<MemberValues>, now: Date): Promise<void> {
  if (values.superiorId) await checkSuperior(db, key, values.superiorId);
  await noteChanges(db, key, values);
  await rejectTaken(() =>
    db
      .update(enterpriseUser)
      .set({ ...values, gmtModified: now })
      .where(memberOf(key)),
  );
}

/** Fields of imports by their columns. */
const FIELD_OF: { [C in keyof MemberValues]: PeopleField } = {
  userName: 'userName',
  employeeNo: 'employeeNo',
  email: 'email',
  sex: 'sex',
  userType: 'userType',
  departmentId: 'department',
  positionId: 'position',
  superiorId: 'superior',
  joinedOn: 'joinedOn',
};

/** Imports keep what is changed here (decision 091). */
async function noteChanges(db: TenantDb, key: Key, values: Partial<MemberValues>): Promise<void> {
  const [stored] = await db.select().from(enterpriseUser).where(memberOf(key));
  const columns = Object.keys(FIELD_OF) as (keyof MemberValues)[];
  const changed = columns.filter((column) => values[column] !== undefined && values[column] !== stored?.[column]);
  await noteEdits(
    db,
    key,
    changed.map((column) => FIELD_OF[column]),
  );
}

/**
 * Sets the phone number of a member's account, unless its owner has verified the present one or another enterprise has them as a
 * member. Their sessions here end: whoever signed in with the wrong number is another person.
 * @throws AppError 422 when it cannot be set
 */
export async function setPhone(db: TenantDb, { enterpriseId, userId }: Key, phone: string, now: Date): Promise<void> {
  const [other] = await db.select({ id: userAccount.id }).from(userAccount).where(eq(userAccount.phone, phone));
  if (other) throw invalid('phone', 'field.phoneTaken');
  const changed = await db
    .update(userAccount)
    .set({ phone, phoneUnverified: true })
    .where(
      and(
        eq(userAccount.id, userId),
        or(isNull(userAccount.phone), eq(userAccount.phoneUnverified, true)),
        sql`not exists (select from ${membership} m where m.user_id = ${userId} and m.enterprise_id <> ${enterpriseId})`,
      ),
    )
    .returning({ id: userAccount.id });
  if (changed.length === 0) throw invalid('phone', 'field.phoneOfOwner');
  await noteEdits(db, { enterpriseId, userId }, ['phone']);
  await endMemberSessions(db, { enterpriseId, userId, now });
}

async function accountFor(db: TenantDb, phone: string | null): Promise<string> {
  const id = randomUUID();
  if (phone === null) {
    await db.insert(userAccount).values({ id });
    return id;
  }
  await db
    .insert(userAccount)
    .values({ id, phone, phoneUnverified: true })
    .onConflictDoNothing({ target: userAccount.phone });
  const [account] = await db
    .select({ id: userAccount.id, disabledAt: userAccount.disabledAt })
    .from(userAccount)
    .where(eq(userAccount.phone, phone));
  if (account!.disabledAt) throw invalid('phone', 'field.phoneTaken');
  return account!.id;
}

/** @throws AppError 422 unless the superior is an active member who does not report to the member, directly or not */
async function checkSuperior(db: TenantDb, { enterpriseId, userId }: Key, superiorId: string | null): Promise<void> {
  if (superiorId === null) return;
  // Two who become each other's superior at once: the second one waits here.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`superiors ${enterpriseId}`}, 0))`);
  const { rows } = await db.execute<{ userId: string; isActive: boolean }>(sql`
    with recursive above (user_id, superior_id, status) as (
      select user_id, superior_id, status from ${enterpriseUser} where enterprise_id = ${enterpriseId} and user_id = ${superiorId}
      union
      select u.user_id, u.superior_id, u.status from above a
      join ${enterpriseUser} u on u.enterprise_id = ${enterpriseId} and u.user_id = a.superior_id
    )
    select user_id as "userId", status = 'active' as "isActive" from above`);
  const superior = rows.find((row) => row.userId === superiorId);
  if (!superior?.isActive) throw invalid('superiorId', 'field.noMember');
  if (rows.some((row) => row.userId === userId)) throw invalid('superiorId', 'field.superiorCycle');
}

async function rejectTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (databaseErrorOf(error)?.constraint === 'enterprise_user_employee_no')
      throw invalid('employeeNo', 'field.employeeNoTaken');
    throw error;
  }
}
