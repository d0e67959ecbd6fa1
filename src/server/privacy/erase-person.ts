import { and, eq, ne } from 'drizzle-orm';
import type pg from 'pg';
import { getT } from '#src/i18n/server.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { enterpriseUser, membership } from '#src/server/account/tables/account.ts';
import { eraseAccount, eraseMember } from '#src/server/account/person/erase-account.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { deleteStored } from '#src/server/file/store.ts';
import { lockMember } from '#src/server/account/person/change-member.ts';
import { eraseElsewhere } from './erase-elsewhere.ts';
import { deletePersonFiles, filesToDelete, uploadParts } from './erase-files.ts';
import type { NamedMember } from '#src/server/account/person/find-member.ts';
import { auditMember, type By, memberOf } from '#src/server/account/person/member-status.ts';
import { PERSON_TABLES, type PersonTable } from './person-tables.ts';

/** Tags of the cached pages that may show the name. */
const TAGS = ['community', 'comments:announcement', 'announcement', 'lecturer', 'course'];

/**
 * Erases the personal data of a member in this enterprise (GDPR article 17, PIPL article 47; docs/operations.md): name,
 * numbers, pictures, free texts, drafts, linked identities and sessions. Results, totals and published posts stay without
 * a name; certificates are revoked. The account is erased too, unless another enterprise has the person as a member.
 * Audited. Cannot be undone.
 * @returns whether the account was erased
 * @throws OperatorError when the member is erased already, or without `force` the last administrator
 */
export async function erasePerson(
  member: NamedMember,
  options: { now: Date; force?: boolean; by?: By },
): Promise<boolean> {
  const { enterpriseId } = member;
  const erasesAccount = !(await isMemberElsewhere(member));
  const storeKeys = await withTenant(enterpriseId, async (db, client) => {
    const stored = await lockMember(db, member, { ...options, losesAdmin: true });
    const t = getT(member.lang);
    const name = t('community:formerMember');
    await eraseElsewhere(client, member, { names: [stored.userName, stored.nickname], name });
    const files = await filesToDelete(client, member);
    const parts = await uploadParts(client, member);
    for (const table of PERSON_TABLES)
      await eraseRows(client, table, [enterpriseId, member.userId, name, t('account:erasedCertificate')]);
    const keys = [...parts, ...(await deletePersonFiles(db, client, member, files))];
    await eraseMember(db, member, name, options.now);
    await client.query('select portal.erase_from_logs($1, $2)', [member.userId, member.phone]);
    await client.query('select portal.erase_exam_journal($1)', [member.userId]);
    if (erasesAccount) await eraseAccount(db, client, member, options.now);
    await auditMember(
      db,
      { enterpriseId, userId: member.userId, ...(options.by ?? { by: 'operator' }) },
      'member.erased',
      { account: erasesAccount },
    );
    await announceChange(db, { enterpriseId, tags: TAGS });
    return keys;
  });
  // After the commit: a file without a row is harmless, a row without its file is not.
  for (const key of storeKeys) await deleteStored(key);
  return erasesAccount;
}

/** Whether the account is used by another enterprise, also by a disabled membership. */
async function isMemberElsewhere({ enterpriseId, userId }: NamedMember): Promise<boolean> {
  const [active, others] = await withPortal(async (db) => [
    await db.$count(membership, and(eq(membership.userId, userId), ne(membership.enterpriseId, enterpriseId))),
    await db.select({ id: enterprise.id }).from(enterprise).where(ne(enterprise.id, enterpriseId)),
  ]);
  if (active > 0) return true;
  // Disabled memberships are known to their enterprise only.
  for (const { id } of others) {
    const rows = await withTenant(id, (db) =>
      db
        .select({ erasedAt: enterpriseUser.erasedAt })
        .from(enterpriseUser)
        .where(memberOf({ enterpriseId: id, userId })),
    );
    if (rows.some(({ erasedAt }) => erasedAt === null)) return true;
  }
  return false;
}

async function eraseRows(client: pg.ClientBase, { table, rows, erase }: PersonTable, values: string[]): Promise<void> {
  if (erase === 'keep' || erase === 'code') return;
  const statement =
    erase === 'delete'
      ? `delete from ${table} t where ${rows}`
      : 'deleteWhere' in erase
        ? `delete from ${table} t where (${rows}) and ${erase.deleteWhere}`
        : `update ${table} t set ${erase.set} where (${rows}) and ${erase.where ?? 'true'}`;
  const count = Math.max(...[...statement.matchAll(/\$(\d)/g)].map(([, digit]) => Number(digit)));
  await client.query(statement, values.slice(0, count));
}
