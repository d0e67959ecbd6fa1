import { and, eq } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { nextNumber } from '../issue-certificate.ts';

type Issued = typeof userCertificate.$inferSelect;
type Replaced = {
  at: Date;
  reason: string;
  /** What the new one says instead of the earlier one. */
  says: Partial<Pick<Issued, 'userName' | 'issuedAt' | 'expiresAt'>>;
};

/**
 * Revokes a certificate with the reason and issues one with another number instead, which takes over the event that earned it, so that a
 * changed result of an exam concerns the valid one (docs/specification.md, section "Certificates").
 */
export async function replaceCertificate(
  db: TenantDb,
  earlier: Issued,
  { at, reason, says }: Replaced,
): Promise<Issued> {
  const { enterpriseId } = earlier;
  await db
    .update(userCertificate)
    .set({
      source: `${earlier.source}:corrected:${earlier.id}`,
      revokedAt: at,
      revokeReason: reason,
      unseenChange: null,
    })
    .where(and(eq(userCertificate.enterpriseId, enterpriseId), eq(userCertificate.id, earlier.id)));
  const { key, timeZone } = await readEnterprise(db, enterpriseId);
  const { id: _id, ...kept } = earlier;
  const certificateNo = await nextNumber(db, { enterpriseId, at, key, timeZone });
  const [issued] = await db
    .insert(userCertificate)
    .values({ ...kept, ...says, certificateNo, replacesId: earlier.id })
    .returning();
  return issued!;
}

/** What became of an imported certificate: it was taken back, or corrected with the present name of its holder. */
export type ImportedEnd = {
  userId: string;
  source: string;
  how: 'revoked' | 'corrected';
  at: Date;
  reason: string;
  /** Of the holder. */
  userName: string;
};

/** Revokes and corrects certificates that an import has issued, as a decision does, but without notices. */
export async function endImported(db: TenantDb, enterpriseId: string, ends: ImportedEnd[]): Promise<void> {
  for (const { userId, source, how, at, reason, userName } of ends) {
    const which = and(
      eq(userCertificate.enterpriseId, enterpriseId),
      eq(userCertificate.userId, userId),
      eq(userCertificate.source, source),
    );
    const [issued] = await db.select().from(userCertificate).where(which);
    if (!issued) throw new Error(`No certificate was imported for ${source}`);
    if (how === 'corrected') await replaceCertificate(db, issued, { at, reason, says: { userName } });
    else await db.update(userCertificate).set({ revokedAt: at, revokeReason: reason }).where(which);
  }
}
