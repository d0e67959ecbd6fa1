import { asc } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { certificate } from '#src/server/record/tables/certificate.ts';
import type { Context } from '#src/server/core/context.ts';
import { manageable } from './manageable.ts';

/** Lists the kinds of certificates that the viewer may issue by hand. */
export const listKinds = (ctx: Context) =>
  ctx.db
    .select({
      id: certificate.id,
      certificateName: certificate.certificateName,
      issuer: certificate.issuer,
      validMonths: certificate.validMonths,
    })
    .from(certificate)
    .where(manageable(ctx))
    .orderBy(asc(certificate.certificateName), asc(certificate.id))
    .limit(MAX_ITEMS.certificates);
