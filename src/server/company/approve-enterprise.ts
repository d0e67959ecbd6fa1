import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { enterpriseInfo } from './tables.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { OperatorError } from '#src/server/core/operator-error.ts';

/** An enterprise that registered itself, as the operator sees it. */
type Registered = {
  key: string;
  name: string;
  creditCode: string | null;
  contactName: string;
  contactPhone: string;
  /** Phone number of the account that registered it; null: it has none. */
  registeredByPhone: string | null;
  registeredAt: Date;
  approvedAt: Date | null;
};

/** Returns the enterprises that registered themselves, the oldest first. */
export async function listRegistered(): Promise<Registered[]> {
  const tenants = await withPortal((db) =>
    db
      .select({ id: enterprise.id, key: enterprise.key, name: enterprise.name })
      .from(enterprise)
      .where(isNotNull(enterprise.registeredName))
      .orderBy(asc(enterprise.gmtCreate), asc(enterprise.id)),
  );
  const found: Registered[] = [];
  for (const { id, key, name } of tenants) {
    const [info] = await withTenant(id, (db) =>
      db
        .select({ info: enterpriseInfo, phone: userAccount.phone })
        .from(enterpriseInfo)
        .leftJoin(userAccount, eq(userAccount.id, enterpriseInfo.registeredBy))
        .where(eq(enterpriseInfo.enterpriseId, id)),
    );
    if (!info) continue;
    const { creditCode, contactName, contactPhone, gmtCreate: registeredAt, approvedAt } = info.info;
    found.push({
      key,
      name,
      creditCode,
      contactName,
      contactPhone,
      registeredByPhone: info.phone,
      registeredAt,
      approvedAt,
    });
  }
  return found;
}

/**
 * Approves an enterprise that registered itself, or withdraws that: its name in messages, and messages to people who are no
 * members (decision 078).
 * @returns whether something changed
 * @throws OperatorError when there is no such enterprise, or an operator has imported it
 */
export async function setApproved(key: string, approved: boolean, now: Date): Promise<boolean> {
  const [tenant] = await withPortal((db) => db.select().from(enterprise).where(eq(enterprise.key, key)));
  if (!tenant)
    throw new OperatorError(`There is no enterprise "${key}": give its key, the first label of its host name.`);
  return withTenant(tenant.id, async (db) => {
    const own = eq(enterpriseInfo.enterpriseId, tenant.id);
    const [info] = await db.select().from(enterpriseInfo).where(own);
    if (!info) throw new OperatorError(`${tenant.name} did not register itself: it needs no approval.`);
    const changed = await db
      .update(enterpriseInfo)
      .set({ approvedAt: approved ? now : null })
      .where(and(own, approved ? isNull(enterpriseInfo.approvedAt) : isNotNull(enterpriseInfo.approvedAt)))
      .returning({ id: enterpriseInfo.enterpriseId });
    if (changed.length === 0) return false;
    const entry = approved ? { action: 'enterprise.approved' } : { action: 'enterprise.approvalWithdrawn' };
    await auditWithoutRequest(db, { enterpriseId: tenant.id, userId: null, ...entry, detail: { by: 'operator' } });
    return true;
  });
}
