import { endSessions } from '#src/server/account/session/open-session.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { deleteFactors } from '../factor/own-factor.ts';
import { lockMember } from './change-member.ts';
import type { NamedMember } from './find-member.ts';
import { auditMember, type By } from './member-status.ts';

/**
 * Removes the second factor of a member's account, for somebody who has lost phone and recovery codes. All sessions of the account end, also
 * those in other enterprises.
 * @returns false when there was none
 */
export async function resetFactor(member: NamedMember, now: Date, by: By = { by: 'operator' }): Promise<boolean> {
  return withTenant(member.enterpriseId, async (db) => {
    await lockMember(db, member, { losesAdmin: false });
    if (!(await deleteFactors(db, member.userId))) return false;
    await endSessions(db, member.userId, { now });
    const { enterpriseId, userId } = member;
    await auditMember(db, { enterpriseId, userId, ...by }, 'factor.reset');
    return true;
  });
}
