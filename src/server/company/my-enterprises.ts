import { and, asc, eq, sql } from 'drizzle-orm';
import { isPortalAuthenticated } from '#src/server/account/login-methods/portal-authentication.ts';
import { enterpriseUser, membership } from '#src/server/account/tables/account.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { website } from '#src/server/site/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { isBareHost } from '#src/server/core/find-tenant.ts';
import { tenantOrigin } from '#src/server/core/tenant-origin.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';

/**
 * Returns the active enterprises of which a user is an active member, by name. `membership` is a global table
 * maintained by a trigger.
 */
export function membershipsOf(userId: string): Promise<{ id: string; key: string; name: string }[]> {
  return withPortal((db) =>
    db
      .select({ id: enterprise.id, key: enterprise.key, name: enterprise.name })
      .from(membership)
      .innerJoin(enterprise, eq(enterprise.id, membership.enterpriseId))
      .where(and(eq(membership.userId, userId), eq(enterprise.status, 'active')))
      .orderBy(asc(enterprise.name), asc(enterprise.id))
      .limit(MAX_ITEMS.enterprises),
  );
}

/**
 * Lists the user's enterprises. The user's data in each is read in a transaction of that tenant, so that no query sees
 * rows of two tenants. A user who was authenticated by this enterprise's provider only gets this enterprise only.
 */
export async function listMyEnterprises({ tenant, viewer, at, origin }: RequestContext & { viewer: Viewer }) {
  const servesAll = isBareHost(at);
  const list = [];
  for (const { id, key, name } of await membershipsOf(viewer.userId)) {
    // Authentication by one enterprise's provider does not count for the others (docs/decisions/014).
    if (!isPortalAuthenticated(viewer.way) && id !== tenant.id) continue;
    const [found] = await withTenant(id, (db) =>
      db
        .select({
          userName: enterpriseUser.userName,
          userType: enterpriseUser.userType,
          isAdmin: enterpriseUser.isAdmin,
          hasLogo: sql<boolean>`coalesce(${website.websiteIcoFileId}, ${website.logoFileId}) is not null`,
        })
        .from(enterpriseUser)
        .leftJoin(website, eq(website.enterpriseId, enterpriseUser.enterpriseId))
        .where(
          and(
            eq(enterpriseUser.enterpriseId, id),
            eq(enterpriseUser.userId, viewer.userId),
            eq(enterpriseUser.status, 'active'),
          ),
        ),
    );
    // The membership ended between the two queries.
    if (!found) continue;
    const { hasLogo, ...person } = found;
    const current = viewer.enterpriseId === id;
    list.push({
      ...person,
      enterpriseId: id,
      enterpriseName: name,
      key,
      logo: hasLogo ? `/logo/${id}` : null,
      current,
      origin: current ? origin : (tenantOrigin(key, origin) ?? (servesAll ? origin : null)),
    });
  }
  return list;
}
