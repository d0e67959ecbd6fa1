import { and, eq } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { replaceCertificate } from './certificate/replace-certificate.ts';
import { userCertificate } from './tables.ts';

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
