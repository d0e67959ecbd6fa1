import { and, eq } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { OperatorError } from '#src/server/core/operator-error.ts';
import type { NamedMember } from './find-member.ts';
import { auditMember, disableMember, enableMember, hasOtherAdministrator, memberOf } from './member-status.ts';

type Options = { now: Date; force?: boolean };

/** Disables or enables a member. @returns whether something changed @throws OperatorError as `lockMember` */
export function setStatus(member: NamedMember, status: 'active' | 'disabled', options: Options): Promise<boolean> {
  return withTenant(member.enterpriseId, async (db) => {
    const stored = await lockMember(db, member, { ...options, losesAdmin: status === 'disabled' });
    if (stored.status === status) return false;
    const target = { ...member, now: options.now, by: 'operator' } as const;
    await (status === 'disabled' ? disableMember(db, target) : enableMember(db, target));
    return true;
  });
}

/** Appoints an administrator, or ends the appointment. @returns whether something changed @throws OperatorError as `lockMember` */
export function setAdministrator(member: NamedMember, isAdmin: boolean, options: Options): Promise<boolean> {
  return withTenant(member.enterpriseId, async (db) => {
    const stored = await lockMember(db, member, { ...options, losesAdmin: !isAdmin });
    if (isAdmin && stored.status !== 'active')
      throw new OperatorError(`${member.userName} is disabled: enable the member first.`);
    if (stored.isAdmin === isAdmin) return false;
    await db.update(enterpriseUser).set({ isAdmin, gmtModified: options.now }).where(memberOf(member));
    const { userType } = stored;
    await auditMember(db, { ...member, by: 'operator' }, 'member.role', {
      before: { userType, isAdmin: !isAdmin },
      after: { userType, isAdmin },
    });
    return true;
  });
}

/**
 * Locks the row of a member for a change.
 * @throws OperatorError for an erased member; without `force`, when the enterprise would lose its last administrator
 */
export async function lockMember(
  db: TenantDb,
  member: NamedMember,
  { losesAdmin, force = false }: { losesAdmin: boolean; force?: boolean },
): Promise<typeof enterpriseUser.$inferSelect> {
  // Two administrators who are removed at the same time: the second one waits here, and is then the last.
  if (losesAdmin)
    await db
      .select({ userId: enterpriseUser.userId })
      .from(enterpriseUser)
      .where(and(eq(enterpriseUser.enterpriseId, member.enterpriseId), eq(enterpriseUser.isAdmin, true)))
      .orderBy(enterpriseUser.userId)
      .for('update');
  const [stored] = await db.select().from(enterpriseUser).where(memberOf(member)).for('update');
  if (!stored || stored.erasedAt) throw new OperatorError('The personal data of this member were erased.');
  const isLast =
    losesAdmin && stored.isAdmin && stored.status === 'active' && !(await hasOtherAdministrator(db, member));
  if (isLast && !force)
    throw new OperatorError(
      `${member.userName} is the last administrator of ${member.enterpriseName}: appoint another one first, or add --force.`,
    );
  return stored;
}
