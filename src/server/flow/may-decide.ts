import { and, count, eq, ne, or } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/core/db/schema/account.ts';
import type { flowInstance } from '#src/server/core/db/schema/flow.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Viewer } from '#src/server/core/context.ts';

type Instance = Pick<typeof flowInstance.$inferSelect, 'enterpriseId' | 'applicantId' | 'approverId'>;

/** Administrators, and the person asked, decide; nobody decides their own request (docs/decisions/019). */
export function mayDecide(viewer: Viewer, instance: Instance): boolean {
  return viewer.userId !== instance.applicantId && isDecider(viewer, instance);
}

/** Somebody who would decide it, were it not perhaps their own. */
export function isDecider(viewer: Viewer, { approverId }: Instance): boolean {
  return viewer.isAdmin || viewer.userId === approverId;
}

/** Whether anybody but the applicant is there to decide. */
export async function hasDecider(db: TenantDb, { enterpriseId, applicantId, approverId }: Instance): Promise<boolean> {
  const [found] = await db
    .select({ n: count() })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, enterpriseId),
        eq(enterpriseUser.status, 'active'),
        ne(enterpriseUser.userId, applicantId),
        or(eq(enterpriseUser.isAdmin, true), approverId ? eq(enterpriseUser.userId, approverId) : undefined),
      ),
    );
  return found!.n > 0;
}
