import { and, eq } from 'drizzle-orm';
import { notFound } from '#src/server/core/app-error.ts';
import type { HistoryKind } from '#src/server/core/audit.ts';
import { certificate, userCertificate } from '#src/server/record/tables/certificate.ts';
import { ofCertificate } from '../list-certificates.ts';
import { manageable } from './manageable.ts';

/** Those who manage a kind of certificates read the history of each. */
export const CERTIFICATE_HISTORY: HistoryKind = {
  requireReader: async (ctx, id) => {
    const [found] = await ctx.db
      .select({ id: userCertificate.id })
      .from(userCertificate)
      .innerJoin(certificate, ofCertificate)
      .where(and(eq(userCertificate.enterpriseId, ctx.tenant.id), eq(userCertificate.id, id), manageable(ctx)));
    if (!found) throw notFound();
  },
};
