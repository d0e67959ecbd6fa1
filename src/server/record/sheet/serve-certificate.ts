import { and, eq } from 'drizzle-orm';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { hasRight } from '#src/contract/rules/rights.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { certificate, userCertificate } from '#src/server/record/tables/certificate.ts';
import { certificateTemplateVersion } from '#src/server/record/tables/template.ts';
import { manageable } from '../certificate/manageable.ts';
import { certificateColumns, ofCertificate, ofVersion } from '../list-certificates.ts';
import { longestValues } from '../template/longest-values.ts';
import { readDraft } from '../template/template-rows.ts';
import { signCredential } from './credential.ts';
import { makeSample, makeSheet } from './make-sheet.ts';
import { attachment, PER_MEMBER, sendOr } from './serve-file.ts';

/**
 * `GET /account/certificate/{id}.pdf`: sends a certificate as PDF to its holder, and to those who manage its kind. It is as it was when
 * it was read: one that is revoked while it is sent has no stamp, and its page says so from then on.
 * `GET /account/certificate/{id}.jwt`: the same as a signed credential, to its holder only.
 */
export const serveCertificate = (request: RequestContext, file: string): Promise<Response> =>
  sendOr(request, () => send(request, file));

/**
 * `GET /admin/certificate-preview/{id}.pdf`: sends the stored draft of a template as PDF with the longest names of the enterprise, to those who manage content.
 * It says that it is no certificate.
 */
export const serveSample = (request: RequestContext, file: string): Promise<Response> =>
  sendOr(request, async () => {
    const { tenant, viewer, locale, origin, now, signal } = request;
    const [, id] = /^([0-9a-f-]{36})\.pdf$/.exec(file) ?? [];
    if (!viewer?.enterpriseId || !hasRight(viewer, 'content.manage') || !id || !isUuid(id)) throw notFound();
    await takeTry(`certificateFile:${tenant.id}:${viewer.userId}`, PER_MEMBER);
    const { layout, values } = await withTenant(tenant.id, async (db) => {
      const ctx = { ...request, viewer, db };
      const { layout: draft } = await readDraft(ctx, id);
      return { layout: draft, values: await longestValues(ctx, id, locale) };
    });
    const asked = { locale, origin, owner: tenant.id, signal: signal() };
    const pdf = await makeSample({ layout, values, at: now() }, asked);
    return attachment(pdf as Uint8Array<ArrayBuffer>, 'application/pdf', `${values.number}.pdf`, 'inline');
  });

async function send(request: RequestContext, file: string): Promise<Response> {
  const { tenant, viewer, locale, origin, now, signal } = request;
  const [, id, format] = /^([0-9a-f-]{36})\.(pdf|jwt)$/.exec(file) ?? [];
  if (!viewer?.enterpriseId || !id || !isUuid(id)) throw notFound();
  await takeTry(`certificateFile:${tenant.id}:${viewer.userId}`, PER_MEMBER);
  const found = await withTenant(tenant.id, async (db) => {
    const [row] = await db
      .select({
        ...certificateColumns(now(), locale),
        userId: userCertificate.userId,
        certificateId: userCertificate.certificateId,
        userName: userCertificate.userName,
        enterpriseName: userCertificate.enterpriseName,
        layout: certificateTemplateVersion.layout,
        managed: manageable({ ...request, viewer, db })!
          .mapWith(Boolean)
          .as('managed'),
      })
      .from(userCertificate)
      .innerJoin(certificate, ofCertificate)
      .leftJoin(certificateTemplateVersion, ofVersion)
      .where(and(eq(userCertificate.enterpriseId, tenant.id), eq(userCertificate.id, id)));
    return row;
  });
  const isManaged = found?.managed && (viewer.isAdmin || viewer.userType === USER_TYPE.lecturer);
  if (!found || (found.userId !== viewer.userId && !isManaged)) throw notFound();
  if (format === 'jwt') {
    if (found.userId !== viewer.userId) throw notFound();
    return attachment(signCredential(found, request), 'application/vc+jwt', `${found.certificateNo}.jwt`);
  }
  const pdf = await makeSheet(found, {
    ...{ locale, timeZone: tenant.timeZone, origin },
    ...{ owner: tenant.id, signal: signal() },
  });
  return attachment(pdf as Uint8Array<ArrayBuffer>, 'application/pdf', `${found.certificateNo}.pdf`);
}
