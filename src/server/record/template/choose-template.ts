import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { certificate } from '#src/server/record/tables/certificate.ts';
import { certificateTemplate } from '#src/server/record/tables/template.ts';
import { ownTemplate, publishedVersion } from './template-rows.ts';

/**
 * Sets the template of a kind of certificates, for those that are issued from now on. Content packs do not change this choice, so it can be made for their kinds too.
 * @throws AppError 404; 409 for an earlier revision; 422 at `templateId` for one of which nothing was published
 */
export async function chooseTemplate(
  ctx: Context,
  { id, revision, templateId }: OperationInput<'POST /course/auth/certificate/kind/template/save'>,
) {
  const { db, tenant } = ctx;
  const own = and(eq(certificate.enterpriseId, tenant.id), eq(certificate.id, id));
  const [kind] = await db
    .select({ revision: certificate.revision, before: certificate.templateId, name: certificate.certificateName })
    .from(certificate)
    .where(own)
    .for('update');
  if (!kind) throw notFound();
  if (kind.revision !== revision) throw new AppError(409, 'revisionChanged');
  const [chosen] = templateId
    ? await db
        .select({ name: certificateTemplate.name })
        .from(certificateTemplate)
        .where(and(ownTemplate(tenant.id, templateId), sql`${publishedVersion} is not null`))
        .for('key share')
    : [null];
  if (chosen === undefined)
    throw new AppError(422, 'invalid', { fields: [{ field: 'templateId', key: 'field.invalid' }] });
  await db
    .update(certificate)
    .set({ templateId, revision: revision + 1 })
    .where(own);
  const detail = { id, certificateName: kind.name, template: chosen?.name ?? null };
  await audit(db, ctx, 'certificateKind.template', detail, { about: [id, templateId, kind.before] });
  return { revision: revision + 1 };
}
