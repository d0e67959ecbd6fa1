import { and, desc, eq } from 'drizzle-orm';
import type { enterpriseUser } from '#src/server/account/tables/account.ts';
import { flowInstance } from '#src/server/flow/tables.ts';
import type { Importing } from '#src/server/pack/importing.ts';
import type { Person } from '#src/server/pack/pack-people.ts';
import { conflictLine } from '#src/server/pack/portal-edits.ts';

/* What was changed in the portal of a member, column by column: a role that was given there must not stop the new department. */

type Member = typeof enterpriseUser.$inferSelect;
type Kept = Partial<Pick<Member, 'userName' | 'userType' | 'isAdmin' | 'status'> & { sex: number }>;

/** What a member is whose role no import has written. */
const PLAIN = { userType: 1, isAdmin: false };
const ACTIVE = { status: 'active' };

/** Names that the enterprise has approved in the portal, by member: the latest of each. */
export async function approvedNames({ db, enterpriseId }: Importing): Promise<Map<string, string>> {
  const rows = await db
    .select({ userId: flowInstance.applicantId, detail: flowInstance.detail })
    .from(flowInstance)
    .where(
      and(
        eq(flowInstance.enterpriseId, enterpriseId),
        eq(flowInstance.flowType, 'nameChange'),
        eq(flowInstance.state, 'approved'),
      ),
    )
    .orderBy(desc(flowInstance.decidedAt), desc(flowInstance.id));
  const names = new Map<string, string>();
  for (const { userId, detail } of rows) if (!names.has(userId)) names.set(userId, String(detail['newName']));
  return names;
}

/**
 * Returns the values of a member that stay although the file has others, and says so: an approved name, the sex, which everybody
 * sets for themselves, role and status that somebody has given in the portal.
 */
export function keepEditsOf(importing: Importing, stored: Member, given: Person, approved: string | undefined): Kept {
  const { edits, tally } = importing;
  const { userId, userName, sex, userType, isAdmin, status } = stored;
  if (edits.overwrites) return {};
  const isEdited = (kind: string, here: object, otherwise: object) =>
    edits.stateOf(kind, userId, { ...here }, { ...otherwise }) === 'edited';
  const kept: Kept = {};
  if (given.userName !== userName && userName === approved) kept.userName = userName;
  if (sex !== null && given.sex !== sex) kept.sex = sex;
  if ((given.userType !== userType || given.isAdmin !== isAdmin) && isEdited('person', { userType, isAdmin }, PLAIN))
    Object.assign(kept, { userType, isAdmin });
  if (given.status !== undefined && given.status !== status && isEdited('person status', { status }, ACTIVE))
    kept.status = status;
  const columns = Object.keys(kept) as (keyof Kept)[];
  if (columns.length === 0) return kept;
  tally.add('person', 'kept', given.userName);
  const file = Object.fromEntries(columns.map((column) => [column, given[column]]));
  edits.keep('person', userId, conflictLine({ kind: 'person', name: given.userName }, stored, file));
  return kept;
}

/** Writes down what this import leaves of a member. @param kept what it does not */
export function stampMember(
  { edits }: Importing,
  userId: string,
  { userType, isAdmin, status }: Pick<Person, 'userType' | 'isAdmin' | 'status'>,
  kept: Kept = {},
): void {
  if (!('isAdmin' in kept)) edits.stamp('person', userId, { userType, isAdmin }, PLAIN);
  if (status !== undefined && !('status' in kept)) edits.stamp('person status', userId, { status }, ACTIVE);
}
