import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { LAYOUT_LIMITS, type Layout, picturesOf } from '#src/contract/rules/certificate-layout.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { HistoryKind } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { memberFileUrl } from '#src/server/file/file-url.ts';
import { certificate } from '#src/server/record/tables/certificate.ts';
import { certificateTemplate, certificateTemplateVersion } from '#src/server/record/tables/template.ts';
import { longestValues } from './longest-values.ts';
import { ownTemplate, readDraft } from './template-rows.ts';

/** Returns a template with its draft, its latest versions and the longest values with which it can be shown. @throws AppError 404 */
export async function viewTemplate(ctx: Context, { id }: { id: string }) {
  const { db, tenant, now } = ctx;
  const found = await readDraft(ctx, id);
  const kinds = await db
    .select({ name: certificate.certificateName })
    .from(certificate)
    .where(and(eq(certificate.enterpriseId, tenant.id), eq(certificate.templateId, id)))
    .orderBy(asc(certificate.certificateName))
    .limit(MAX_ITEMS.certificates);
  const versions = await db
    .select({
      id: certificateTemplateVersion.id,
      version: certificateTemplateVersion.version,
      publishedAt: certificateTemplateVersion.publishedAt,
      issuedCount: sql<number>`(select count(*)::int from user_certificate h
        where h.enterprise_id = certificate_template_version.enterprise_id and h.template_version_id = certificate_template_version.id)`,
    })
    .from(certificateTemplateVersion)
    .where(and(eq(certificateTemplateVersion.enterpriseId, tenant.id), eq(certificateTemplateVersion.templateId, id)))
    .orderBy(desc(certificateTemplateVersion.version))
    .limit(LAYOUT_LIMITS.versions);
  return {
    ...found,
    kinds: kinds.map((kind) => kind.name),
    versions,
    pictures: pictureUrls(tenant.id, found.layout, now()),
    longest: { zh: await longestValues(ctx, id, 'zh'), en: await longestValues(ctx, id, 'en') },
  };
}

/** Addresses of the pictures of a layout, for a while. */
export const pictureUrls = (enterpriseId: string, layout: Layout, now: Date) =>
  picturesOf(layout).map((id) => ({ id, url: memberFileUrl(enterpriseId, id, now) }));

/** Those who manage content read the history of templates. */
export const TEMPLATE_HISTORY: HistoryKind = {
  requireReader: async ({ db, tenant }, id) => {
    if ((await db.$count(certificateTemplate, ownTemplate(tenant.id, id))) === 0) throw notFound();
  },
};
