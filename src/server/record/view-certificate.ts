import { and, eq } from 'drizzle-orm';
import { userCertificate } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { certificateColumns } from './list-certificates.ts';

/** Returns one certificate of the viewer for printing. @throws AppError 404 also for a certificate of another user */
export async function viewCertificate({ db, tenant, viewer, now, locale }: Context, { id }: { id: string }) {
  const [found] = await db
    .select({
      ...certificateColumns(now(), locale),
      userName: userCertificate.userName,
      enterpriseName: userCertificate.enterpriseName,
    })
    .from(userCertificate)
    .where(
      and(
        eq(userCertificate.enterpriseId, tenant.id),
        eq(userCertificate.userId, viewer.userId),
        eq(userCertificate.id, id),
      ),
    );
  if (!found) throw notFound();
  return found;
}
