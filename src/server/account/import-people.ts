import { and, eq, isNull, sql } from 'drizzle-orm';
import { dayOf } from '#src/lib/dates.ts';
import { plainNumber } from '#src/lib/phone.ts';
import { disableMember, enableMember, hasOtherAdministrator } from '#src/server/account/person/member-status.ts';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { OperatorError } from '#src/server/core/operator-error.ts';
import { identifyPeople } from './identify-people.ts';
import { setSuperiors } from './person/change-members.ts';
import type { InitialPasswords } from './initial-passwords.ts';
import { differs, momentOf, type Importing } from '#src/server/pack/importing.ts';
import type { Person } from '#src/server/pack/pack-people.ts';
import { approvedNames, keepEditsOf, stampMember } from './person-edits.ts';

/** Members per statement: PostgreSQL accepts at most 65,535 parameters. */
const BATCH_SIZE = 1_000;

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
  const added: Added[] = [];
  for (const person of pack.people) {
    const userId = ids.get(person.phone)!;
    const stored = byUser.get(userId);
    if (stored?.erasedAt) {
      log(`people.csv: the data of ${person.userName} were erased on request; the row is ignored. Remove it.`);
      continue;
    }
    if (!stored) {
      added.push({ userId, person });
      continue;
    }
    const isDisabled = await updateMember(importing, stored, person, renamed.get(userId));
    if (stored.isAdmin && isDisabled) disabled.push(userId);
  }
  await addMembers(importing, added);
  await importSuperiors(importing, ids);
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

type Added = { userId: string; person: Person };

/** Adds members. Those with a joining date belong to their department and position since then, as far as it is known. */
async function addMembers(importing: Importing, added: Added[]): Promise<void> {
  const { db, enterpriseId, fileId, now, tally, pack } = importing;
  for (let start = 0; start < added.length; start += BATCH_SIZE) {
    const some = added.slice(start, start + BATCH_SIZE);
    await db.insert(enterpriseUser).values(
      some.map(({ userId, person }) => ({
        ...{ enterpriseId, userId, ...columnsOf(person), joinedOn: joinedOn(importing, person) },
        ...{ email: person.email ?? null, headPortraitFileId: fileId(person.headPortrait, 'public') },
      })),
    );
    const userIds = some.map(({ userId }) => userId);
    await db.execute(sql`
      update member_history h set since = least(h.since, u.joined_on::timestamp at time zone ${pack.site.timeZone})
      from enterprise_user u
      where u.enterprise_id = ${enterpriseId} and u.user_id = any (${sql.param(userIds)}::uuid[]) and u.joined_on is not null
        and h.enterprise_id = u.enterprise_id and h.user_id = u.user_id`);
  }
  for (const { userId, person } of added) {
    if (person.userType !== 1 || person.isAdmin) await auditRole(importing, userId, null, person);
    if (person.status === 'disabled') await disableMember(db, { enterpriseId, userId, now, by: 'import' });
    stampMember(importing, userId, person);
    tally.add('person', 'created', person.userName);
  }
}

/** The joining date of a person; undefined: not known, or relative, which is for new people only. */
function joinedOn(importing: Importing, { joinedOn: given }: Person, isNew = true): string | undefined {
  if (given === undefined || (!isNew && /^[+-]/.test(given))) return undefined;
  return dayOf(momentOf(importing, given), importing.pack.site.timeZone);
}

/** Sets the superiors that the file names; nobody gets above themselves. */
async function importSuperiors(importing: Importing, ids: ReadonlyMap<string, string>): Promise<void> {
  const { db, enterpriseId, pack, now, log } = importing;
  const byName = new Map(
    pack.people.flatMap(({ phone, employeeNo }) => [phone, employeeNo].map((name) => [name, ids.get(phone)!])),
  );
  const members = await db
    .select({ userId: enterpriseUser.userId, superiorId: enterpriseUser.superiorId })
    .from(enterpriseUser)
    .where(and(eq(enterpriseUser.enterpriseId, enterpriseId), isNull(enterpriseUser.erasedAt)));
  const stored = new Map(members.map(({ userId, superiorId }) => [userId, superiorId]));
  const wanted = pack.people.flatMap(({ phone, superior, userName }) => {
    const userId = ids.get(phone)!;
    const superiorId =
      superior === undefined ? undefined : (byName.get(superior) ?? byName.get(plainNumber(superior))!);
    return superiorId === undefined || !stored.has(userId) || stored.get(userId) === superiorId
      ? []
      : [{ userId, superiorId, userName }];
  });
  const refused = await setSuperiors(db, { enterpriseId, now }, wanted);
  for (const { userId, userName } of wanted) {
    if (refused.has(userId)) log(`people.csv: the superior of ${userName} is not set: they would be above themselves.`);
    else importing.tally.add('superior', stored.get(userId) ? 'updated' : 'created', userName);
  }
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
  const joined = joinedOn(importing, person, false);
  const change = {
    ...{ ...columnsOf(person), email: stored.email ?? person.email ?? null, headPortraitFileId },
    ...(joined !== undefined && { joinedOn: joined }),
  };
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
