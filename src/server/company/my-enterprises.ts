import { and, asc, eq, sql } from 'drizzle-orm';
import { isOwnProof } from '#src/server/account/login-methods/own-proof.ts';
import { enterpriseUser, membership } from '#src/server/core/db/schema/account.ts';
import { enterprise, website } from '#src/server/core/db/schema/site.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { tenantOrigin } from '#src/server/core/tenant-origin.ts';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';

/** The open enterprises that a person is an active member of, by name. Global: `membership` is kept by a trigger. */
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
 * The enterprises of the signed-in person (spec section 7, `enterprise/list`). What each of them says of the person is read
 * in a transaction of that tenant, so that no query ever sees two tenants' rows. Somebody whom only this enterprise's provider
 * vouches for sees this enterprise alone.
 */
export async function listMyEnterprises({ tenant, viewer, origin }: RequestContext & { viewer: Viewer }) {
  const list = [];
  for (const { id, key, name } of await membershipsOf(viewer.userId)) {
    // The word of one enterprise's provider tells nothing of the others (docs/decisions/014).
    if (!isOwnProof(viewer.way) && id !== tenant.id) continue;
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
    // Ended between the two looks.
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
      origin: current ? origin : tenantOrigin(key, origin),
    });
  }
  return list;
}
