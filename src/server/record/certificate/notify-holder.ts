import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { certificate, type CertificateChange, userCertificate } from '#src/server/record/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { ofCertificate } from '../list-certificates.ts';

/** Tells the holder of a certificate about a change by hand, by a notice; the dashboard shows it until it is seen. */
export async function notifyHolder(
  db: TenantDb,
  { enterpriseId, id, change, at }: { enterpriseId: string; id: string; change: CertificateChange; at: Date },
): Promise<void> {
  const [held] = await db
    .update(userCertificate)
    .set({ unseenChange: change })
    .from(certificate)
    .where(and(eq(userCertificate.enterpriseId, enterpriseId), eq(userCertificate.id, id), ofCertificate))
    .returning({
      userId: userCertificate.userId,
      title: certificate.certificateName,
      reason: userCertificate.revokeReason,
    });
  const { userId, title, reason } = held!;
  await sendNotices(db, enterpriseId, [
    {
      userId,
      kind: 'certificate',
      detail: { change, title, reason: reason ?? '' },
      path: '/account?change=3&recordType=2',
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
