import { and, eq, sql } from 'drizzle-orm';
import { userCertificate } from './tables/certificate.ts';
import { certificateTemplateVersion } from './tables/template.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { certificateColumns, ofVersion } from './list-certificates.ts';
import { sheetValues } from './sheet/make-sheet.ts';
import { pictureUrls } from './template/view-template.ts';

/** Returns one certificate of the viewer for printing. @throws AppError 404 also for a certificate of another user */
export async function viewCertificate({ db, tenant, viewer, now, locale, origin }: Context, { id }: { id: string }) {
  const [found] = await db
    .select({
      ...certificateColumns(now(), locale),
      userName: userCertificate.userName,
      enterpriseName: userCertificate.enterpriseName,
      layout: certificateTemplateVersion.layout,
      renewPath: sql<string | null>`(
        select '/test/id?id=' || e.id from exam e
        where e.enterprise_id = user_certificate.enterprise_id and e.certificate_id = user_certificate.certificate_id and e.published
        union all
        select '/knowledge/course/' || k.id from course k
        where k.enterprise_id = user_certificate.enterprise_id and k.certificate_id = user_certificate.certificate_id and k.status = 'published'
        limit 1)`,
    })
    .from(userCertificate)
    .leftJoin(certificateTemplateVersion, ofVersion)
    .where(
      and(
        eq(userCertificate.enterpriseId, tenant.id),
        eq(userCertificate.userId, viewer.userId),
        eq(userCertificate.id, id),
      ),
    );
  if (!found) throw notFound();
  const { layout } = found;
  return {
    ...found,
    sheet: layout && {
      ...{ layout, values: sheetValues(found, { locale, timeZone: tenant.timeZone }) },
      pictures: pictureUrls(tenant.id, layout, now()),
    },
    verifyUrl: `${origin}/certificate/${found.certificateNo}`,
  };
}
