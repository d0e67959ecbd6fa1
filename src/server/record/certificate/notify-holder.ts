import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { type CertificateChange, userCertificate } from '#src/server/record/tables/certificate.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';

type Told = {
  enterpriseId: string;
  id: string;
  change: CertificateChange;
  at: Date;
  /** Instead of that of a revocation. */
  reason?: string;
};

/** Tells the holder of a certificate about a change by hand, by a notice; the dashboard shows it until it is seen. */
export async function notifyHolder(db: TenantDb, { enterpriseId, id, change, at, reason }: Told): Promise<void> {
  const [held] = await db
    .update(userCertificate)
    .set({ unseenChange: change })
    .where(and(eq(userCertificate.enterpriseId, enterpriseId), eq(userCertificate.id, id)))
    .returning({
      userId: userCertificate.userId,
      title: userCertificate.certificateName,
      revokeReason: userCertificate.revokeReason,
    });
  const { userId, title, revokeReason } = held!;
  await sendNotices(db, enterpriseId, [
    {
      userId,
      kind: 'certificate',
      detail: { change, title, reason: reason ?? revokeReason ?? '' },
      path: `/account/certificate?id=${id}`,
      // A certificate may be renewed several times.
      source: `certificate:${id}:${change}:${at.toISOString()}`,
      at,
    },
  ]);
}

/**
 * Marks changes of the viewer's certificates as seen. Certificates of other users are ignored.
 * @returns the number of changes that were unseen
 */
export async function markChangesSeen({ db, tenant, viewer }: Context, ids: string[]) {
  const { rowCount } = await db
    .update(userCertificate)
    .set({ unseenChange: null })
    .where(
      and(
        eq(userCertificate.enterpriseId, tenant.id),
        eq(userCertificate.userId, viewer.userId),
        inArray(userCertificate.id, ids),
        isNotNull(userCertificate.unseenChange),
      ),
    );
  return { count: rowCount ?? 0 };
}
