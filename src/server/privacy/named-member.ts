import { and, eq } from 'drizzle-orm';
import type { NamedMember } from '#src/server/account/person/find-member.ts';
import { memberOf } from '#src/server/account/person/member-status.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import type { Tenant } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** A member that is not erased, as commands and jobs name them; null: there is none. */
export async function namedMember(db: TenantDb, tenant: Pick<Tenant, 'id' | 'name' | 'lang'>, userId: string) {
  const { userName, employeeNo, status, isAdmin, erasedAt } = enterpriseUser;
  const [found] = await db
    .select({ userName, employeeNo, status, isAdmin, erasedAt, phone: userAccount.phone })
    .from(enterpriseUser)
    .innerJoin(userAccount, eq(userAccount.id, enterpriseUser.userId))
    .where(and(memberOf({ enterpriseId: tenant.id, userId })));
  if (!found || found.erasedAt) return null;
  const { erasedAt: _, ...member } = found;
  const lang = tenant.lang === 'en' ? 'en' : 'zh';
  const named: NamedMember = { ...member, userId, enterpriseId: tenant.id, enterpriseName: tenant.name, lang };
  return named;
}
