import { and, eq } from 'drizzle-orm';
import { disableMember, enableMember, hasOtherAdministrator } from '#src/server/account/person/member-status.ts';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { OperatorError } from '#src/server/core/operator-error.ts';
import { identifyPeople } from './identify-people.ts';
import type { InitialPasswords } from './initial-passwords.ts';
import { differs, type Importing } from '#src/server/pack/importing.ts';
import type { Person } from '#src/server/pack/pack-people.ts';
import { approvedNames, keepEditsOf, stampMember } from './person-edits.ts';

type Member = typeof enterpriseUser.$inferSelect;

/**
 * Imports accounts and memberships. Existing accounts keep their password, and a phone number that its owner has verified.
 * Users who were removed from the pack remain members, because the pack does not contain those who joined since.
 * @returns account ids by phone of the file
 * @throws OperatorError when the file contradicts the members, or disables the last administrator
 */
export async function importPeople(importing: Importing, passwords: InitialPasswords): Promise<Map<string, string>> {
  const { db, enterpriseId, pack, log, tally } = importing;
  if (pack.people.length === 0) return new Map();
  const ids = await identifyPeople(importing, passwords);
  const members = await db.select().from(enterpriseUser).where(eq(enterpriseUser.enterpriseId, enterpriseId));
  const byUser = new Map(members.map((member) => [member.userId, member]));
  const renamed = await approvedNames(importing);
  const disabled: string[] = [];
  for (const person of pack.people) {
    const userId = ids.get(person.phone)!;
    const stored = byUser.get(userId);
    if (stored?.erasedAt) {
      log(`people.csv: the data of ${person.userName} were erased on request; the row is ignored. Remove it.`);
      continue;
    }
    if (!stored) {
      await addMember(importing, userId, person);
      continue;
    }
    const isDisabled = await updateMember(importing, stored, person, renamed.get(userId));
    if (stored.isAdmin && isDisabled) disabled.push(userId);
  }
  const listed = new Set(ids.values());
  for (const { userId, userName, status } of members) {
    if (status === 'active' && !listed.has(userId)) tally.add('person', 'absent', userName);
  }
  if (disabled[0] && !(await hasOtherAdministrator(db, { enterpriseId, userId: disabled[0] })))
    throw new OperatorError(
      'people.csv disables the last administrator of the enterprise; keep or appoint another one. Nothing was imported.',
    );
  return ids;
}

/** Columns that a row of the file sets; those that it leaves empty keep their value. */
const columnsOf = ({ userName, userType, isAdmin, sex, department, post, employeeNo }: Person) => ({
  userName,
  userType,
  isAdmin,
  sex,
  department,
  post,
  ...(employeeNo !== undefined && { employeeNo }),
});

async function addMember(importing: Importing, userId: string, person: Person): Promise<void> {
  const { db, enterpriseId, fileId, now, tally } = importing;
  const row = columnsOf(person);
  const headPortraitFileId = fileId(person.headPortrait, 'public');
  await db
    .insert(enterpriseUser)
    .values({ enterpriseId, userId, ...row, email: person.email ?? null, headPortraitFileId });
  if (person.userType !== 1 || person.isAdmin) await auditRole(importing, userId, null, row);
  if (person.status === 'disabled') await disableMember(db, { enterpriseId, userId, now, by: 'import' });
  stampMember(importing, userId, person);
  tally.add('person', 'created', person.userName);
}

/** @param approvedName the name that the enterprise has approved in the portal @returns whether the member is disabled by this import */
async function updateMember(
  importing: Importing,
  stored: Member,
  given: Person,
  approvedName: string | undefined,
): Promise<boolean> {
  const { db, enterpriseId, fileId, now, tally } = importing;
  const { userId } = stored;
  const kept = keepEditsOf(importing, stored, given, approvedName);
  const person = { ...given, ...kept };
  stampMember(importing, userId, given, kept);
  // A portrait or contact address that the user has chosen is kept.
  const headPortraitFileId = stored.headPortraitFileId ?? fileId(person.headPortrait, 'public');
  const change = { ...columnsOf(person), email: stored.email ?? person.email ?? null, headPortraitFileId };
  const changesStatus = person.status !== undefined && person.status !== stored.status;
  if (!differs(stored, change) && !changesStatus) {
    if (Object.keys(kept).length === 0) tally.add('person', 'unchanged', person.userName);
    return false;
  }
  await db
    .update(enterpriseUser)
    .set({ ...change, gmtModified: now })
    .where(and(eq(enterpriseUser.enterpriseId, enterpriseId), eq(enterpriseUser.userId, userId)));
  if (stored.userType !== person.userType || stored.isAdmin !== person.isAdmin)
    await auditRole(importing, userId, stored, person);
  const target = { enterpriseId, userId, now, by: 'import' } as const;
  if (changesStatus) await (person.status === 'disabled' ? disableMember(db, target) : enableMember(db, target));
  tally.add('person', 'updated', person.userName);
  return changesStatus && person.status === 'disabled';
}

type Role = { userType: number; isAdmin: boolean };

/** Records a change of a role in the audit log. */
async function auditRole(
  { db, enterpriseId }: Importing,
  userId: string,
  before: Role | null,
  { userType, isAdmin }: Role,
): Promise<void> {
  await auditWithoutRequest(db, {
    enterpriseId,
    userId,
    action: 'member.role',
    about: [userId],
    detail: {
      by: 'import',
      before: before && { userType: before.userType, isAdmin: before.isAdmin },
      after: { userType, isAdmin },
    },
  });
}
