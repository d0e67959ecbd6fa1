import { and, eq, isNull, ne } from 'drizzle-orm';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import { enterpriseUser, userSession } from '#src/server/account/tables/account.ts';
import { sessionHandoff } from '#src/server/account/tables/sign-in.ts';
import { noteEdits } from './note-edits.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * A member, and who changes them: `operator` (command line), `import` (people file), or the member with `actorId` in the portal.
 */
export type Target = { enterpriseId: string; userId: string; now: Date } & By;
export type By = { by: 'operator' | 'import' } | { actorId: string };

/**
 * Disables a member: sessions in this enterprise are invalid at once, in every process, and signing in is refused.
 * Memberships of other enterprises are not affected. The caller checks the last administrator.
 */
export async function disableMember(db: TenantDb, target: Target): Promise<void> {
  await db.update(enterpriseUser).set({ status: 'disabled', disabledAt: target.now }).where(memberOf(target));
  await endMemberSessions(db, target);
  if (!isImport(target)) await noteEdits(db, target, ['status']);
  await auditMember(db, target, 'member.disabled');
}

/** Enables a disabled member; ended sessions stay ended. */
export async function enableMember(db: TenantDb, target: Target): Promise<void> {
  await db.update(enterpriseUser).set({ status: 'active', disabledAt: null }).where(memberOf(target));
  if (!isImport(target)) await noteEdits(db, target, ['status']);
  await auditMember(db, target, 'member.enabled');
}

/** Imports keep what others have changed. */
const isImport = (target: Target) => 'by' in target && target.by === 'import';

/** Ends all sessions of a member in this enterprise, also those that are being continued on another host. */
export async function endMemberSessions(
  db: TenantDb,
  { enterpriseId, userId, now }: Omit<Target, keyof By>,
): Promise<void> {
  await db
    .update(userSession)
    .set({ endedAt: now })
    .where(
      and(eq(userSession.userId, userId), eq(userSession.enterpriseId, enterpriseId), isNull(userSession.endedAt)),
    );
  await db
    .delete(sessionHandoff)
    .where(and(eq(sessionHandoff.userId, userId), eq(sessionHandoff.enterpriseId, enterpriseId)));
}

/** Whether the enterprise has an active administrator besides this member. */
export async function hasOtherAdministrator(
  db: TenantDb,
  { enterpriseId, userId }: Pick<Target, 'enterpriseId' | 'userId'>,
): Promise<boolean> {
  const others = await db
    .select({ userId: enterpriseUser.userId })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, enterpriseId),
        eq(enterpriseUser.isAdmin, true),
        eq(enterpriseUser.status, 'active'),
        ne(enterpriseUser.userId, userId),
      ),
    )
    .limit(1);
  return others.length > 0;
}

/** Adds a row about a member to the audit log. */
export async function auditMember(
  db: TenantDb,
  { enterpriseId, userId, ...by }: { enterpriseId: string; userId: string } & By,
  action: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const entry =
    'actorId' in by
      ? { userId: by.actorId, detail: { memberId: userId, ...detail } }
      : { userId, detail: { by: by.by, ...detail } };
  await auditWithoutRequest(db, { enterpriseId, action, ...entry, about: [userId] });
}

export const memberOf = ({ enterpriseId, userId }: Pick<Target, 'enterpriseId' | 'userId'>) =>
  and(eq(enterpriseUser.enterpriseId, enterpriseId), eq(enterpriseUser.userId, userId));
