import { and, eq, isNull } from 'drizzle-orm';
import { hashPassword } from '#src/server/account/password/password.ts';
import { randomPassword } from '#src/server/account/password/initial-password.ts';
import { endSessions } from '#src/server/account/session/open-session.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { OperatorError } from '#src/server/core/operator-error.ts';
import { lockMember } from './change-member.ts';
import type { NamedMember } from './find-member.ts';
import { auditMember, type By } from './member-status.ts';

/**
 * Replaces the password of a member's account by a random one, which opens nothing until its owner has replaced it. All
 * sessions of the account end, also those in other enterprises.
 * @returns the password, which is stored nowhere
 * @throws OperatorError for a disabled or erased member
 */
export async function resetPassword(member: NamedMember, now: Date, by: By = { by: 'operator' }): Promise<string> {
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  await withTenant(member.enterpriseId, async (db) => {
    const { status } = await lockMember(db, member, { losesAdmin: false });
    const changed = await db
      .update(userAccount)
      .set({ passwordHash, passwordChangedAt: now, mustChangePassword: true })
      .where(and(eq(userAccount.id, member.userId), isNull(userAccount.disabledAt)))
      .returning({ id: userAccount.id });
    if (status !== 'active' || changed.length === 0)
      throw new OperatorError(`${member.userName} is disabled: enable the member first.`);
    await endSessions(db, member.userId, { now });
    const { enterpriseId, userId } = member;
    await auditMember(db, { enterpriseId, userId, ...by }, 'password.reset');
  });
  return password;
}
