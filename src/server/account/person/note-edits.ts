import type { PeopleField } from '#src/contract/rules/people-import.ts';
import { memberEdit } from '#src/server/account/tables/organisation.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * Notes which fields of a member somebody has changed in the portal, in the transaction of the change: imports of people keep them
 * (decision 091). Whoever changes a member by hand calls it: the person editor, the profile, decisions about names, commands of operators.
 */
export async function noteEdits(
  db: TenantDb,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
  fields: readonly PeopleField[],
): Promise<void> {
  if (fields.length === 0) return;
  await db
    .insert(memberEdit)
    .values(fields.map((field) => ({ enterpriseId, userId, field })))
    .onConflictDoNothing();
}
