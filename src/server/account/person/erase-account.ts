import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { deleteTriesOf } from '#src/server/core/rate-limit.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { enterpriseUser, userAccount, userSession } from '../tables/account.ts';
import { pendingSignIn } from '../tables/factor.ts';
import { deleteFactors } from '../factor/own-factor.ts';
import { sessionHandoff, verificationCode } from '../tables/sign-in.ts';
import type { NamedMember } from './find-member.ts';
import { memberOf } from './member-status.ts';

/** Erases what the enterprise stores about a member, who becomes a former member with this name. */
export async function eraseMember(db: TenantDb, member: NamedMember, name: string, now: Date): Promise<void> {
  await db
    .update(enterpriseUser)
    .set({
      // The department stays: its totals are made of its members.
      ...{ userName: name, nickname: null, employeeNo: null, headPortraitFileId: null, email: null, post: null },
      ...{ sex: 1, isAdmin: false, status: 'disabled', disabledAt: now, erasedAt: now, gmtModified: now },
    })
    .where(memberOf(member));
}

/** Erases what the portal stores about the account itself; it can no longer be used. */
export async function eraseAccount(
  db: TenantDb,
  client: pg.ClientBase,
  { userId, phone }: NamedMember,
  now: Date,
): Promise<void> {
  const [account] = await db.select({ email: userAccount.email }).from(userAccount).where(eq(userAccount.id, userId));
  await db
    .update(userAccount)
    .set({
      ...{ phone: null, phoneUnverified: false, email: null, passwordHash: null, passwordChangedAt: null },
      ...{ mustChangePassword: false, disabledAt: now },
    })
    .where(eq(userAccount.id, userId));
  await db.delete(userSession).where(eq(userSession.userId, userId));
  await deleteFactors(db, userId);
  await db.delete(pendingSignIn).where(eq(pendingSignIn.userId, userId));
  await db.delete(sessionHandoff).where(eq(sessionHandoff.userId, userId));
  for (const recipient of [phone, account?.email]) {
    if (!recipient) continue;
    await db.delete(verificationCode).where(eq(verificationCode.recipient, recipient));
    await deleteTriesOf(client, recipient);
  }
}
