import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { maskPhone } from '#src/lib/phone.ts';
import { auditMember, endMemberSessions } from '#src/server/account/person/member-status.ts';
import type { InitialPasswords } from './initial-passwords.ts';
import type { Importing } from '#src/server/pack/importing.ts';
import type { Person } from '#src/server/pack/pack-people.ts';
import { OperatorError } from '#src/server/core/operator-error.ts';
import { enterpriseUser, membership, userAccount } from '#src/server/account/tables/account.ts';

/** Accounts per statement: PostgreSQL accepts at most 65,535 parameters. */
const BATCH_SIZE = 5_000;
/** Employee numbers listed in one message. */
const MAX_LISTED = 20;

/** Says how an import identifies the people of a file; printed by `--check`. */
export function describePeople(people: Person[]): string {
  const numbered = people.filter(({ employeeNo }) => employeeNo !== undefined).length;
  return `people.csv: ${people.length} people; ${numbered} identified by employee number (a phone number that such a member has verified is not replaced), ${people.length - numbered} by phone number.`;
}

/**
 * Returns the account of every row of the people file, by the phone number in the file. A row with the employee number of
 * a member is that member, whatever the phone number; any other row is the account with that phone number, which is
 * created if necessary.
 * @param passwords of new accounts
 * @throws OperatorError when two rows are one member, or a phone number belongs to a member with another employee number
 */
export async function identifyPeople(importing: Importing, passwords: InitialPasswords): Promise<Map<string, string>> {
  const { people } = importing.pack;
  const ids = await identifyByNumber(importing, people);
  const byPhone = people.map(({ phone }) => phone).filter((phone) => !ids.has(phone));
  for (const [phone, id] of await accountsOf(importing, byPhone, passwords)) ids.set(phone, id);
  await rejectConflicts(importing, people, ids);
  return ids;
}

async function identifyByNumber(importing: Importing, people: Person[]): Promise<Map<string, string>> {
  const { db, enterpriseId } = importing;
  const numbered = await db
    .select({ userId: enterpriseUser.userId, employeeNo: enterpriseUser.employeeNo, phone: userAccount.phone })
    .from(enterpriseUser)
    .innerJoin(userAccount, eq(userAccount.id, enterpriseUser.userId))
    .where(and(eq(enterpriseUser.enterpriseId, enterpriseId), isNotNull(enterpriseUser.employeeNo)));
  const byNumber = new Map(numbered.map((member) => [member.employeeNo!, member]));
  const ids = new Map<string, string>();
  const kept: string[] = [];
  for (const { employeeNo, phone } of people) {
    const member = employeeNo === undefined ? undefined : byNumber.get(employeeNo);
    if (!member) continue;
    ids.set(phone, member.userId);
    if (member.phone !== phone && !(await correctPhone(importing, member, phone))) kept.push(employeeNo!);
  }
  if (kept.length > 0) {
    const more = kept.length > MAX_LISTED ? ` and ${kept.length - MAX_LISTED} more` : '';
    importing.log(
      `people.csv: other phone numbers than those of the accounts, which are kept: employee numbers ${kept.slice(0, MAX_LISTED).join(', ')}${more}`,
    );
  }
  return ids;
}

/**
 * Sets the phone number of an account to that of the file, unless its owner has verified the present one, the account is
 * also used by another enterprise, or another account has the new number.
 * @returns whether it was changed
 */
async function correctPhone(
  { db, enterpriseId, now, tally }: Importing,
  { userId, phone: before }: { userId: string; phone: string | null },
  phone: string,
): Promise<boolean> {
  const changed = await db
    .update(userAccount)
    .set({ phone, phoneUnverified: true })
    .where(
      and(
        eq(userAccount.id, userId),
        or(isNull(userAccount.phone), eq(userAccount.phoneUnverified, true)),
        sql`not exists (select from ${userAccount} other where other.phone = ${phone})`,
        sql`not exists (select from ${membership} m where m.user_id = ${userId} and m.enterprise_id <> ${enterpriseId})`,
      ),
    )
    .returning({ id: userAccount.id });
  if (changed.length === 0) return false;
  // Whoever signed in with the wrong number is another person.
  await endMemberSessions(db, { enterpriseId, userId, now });
  const detail = { from: before && maskPhone(before), to: maskPhone(phone) };
  await auditMember(db, { enterpriseId, userId, by: 'import' }, 'phone.changed', detail);
  tally.add('phone number', 'updated', maskPhone(phone));
  return true;
}

/** Returns account ids by phone; missing accounts are created. */
async function accountsOf(
  { db }: Importing,
  phones: string[],
  passwords: InitialPasswords,
): Promise<Map<string, string>> {
  // The import of another tenant may add the same account at the same time; the second one uses the existing account.
  const ids = new Map<string, string>();
  const made: string[] = [];
  const sorted = [...phones].sort();
  for (let start = 0; start < sorted.length; start += BATCH_SIZE) {
    const some = sorted.slice(start, start + BATCH_SIZE);
    const inserted = await db
      .insert(userAccount)
      .values(some.map((phone) => ({ id: randomUUID(), phone, phoneUnverified: true, ...passwords.of(phone) })))
      .onConflictDoNothing({ target: userAccount.phone })
      .returning({ phone: userAccount.phone });
    made.push(...inserted.map(({ phone }) => phone!));
    const accounts = await db
      .select({ id: userAccount.id, phone: userAccount.phone })
      .from(userAccount)
      .where(inArray(userAccount.phone, some));
    for (const account of accounts) ids.set(account.phone!, account.id);
  }
  await passwords.issued(made);
  return ids;
}

async function rejectConflicts(
  { db, enterpriseId }: Importing,
  people: Person[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const stored = await db
    .select({ userId: enterpriseUser.userId, employeeNo: enterpriseUser.employeeNo })
    .from(enterpriseUser)
    .where(and(eq(enterpriseUser.enterpriseId, enterpriseId), isNotNull(enterpriseUser.employeeNo)));
  const numbers = new Map(stored.map(({ userId, employeeNo }) => [userId, employeeNo]));
  const rows = new Map<string, string>();
  for (const { phone, employeeNo } of people) {
    const userId = ids.get(phone)!;
    const number = numbers.get(userId);
    if (employeeNo !== undefined && number && number !== employeeNo)
      throw new OperatorError(
        `people.csv: the phone number ${maskPhone(phone)} of employee number ${employeeNo} belongs to the member with employee number ${number}; correct the file. Nothing was imported.`,
      );
    const other = rows.get(userId);
    if (other !== undefined)
      throw new OperatorError(
        `people.csv: the rows with the phone numbers ${maskPhone(other)} and ${maskPhone(phone)} are the same member${number ? ` (employee number ${number})` : ''}; remove one of them. Nothing was imported.`,
      );
    rows.set(userId, phone);
  }
}
