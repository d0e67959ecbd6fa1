import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import { type Layout, picturesOf } from '#src/contract/rules/certificate-layout.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import {
  certificatePicture,
  certificateTemplate,
  certificateTemplatePicture,
  certificateTemplateVersion,
} from '#src/server/record/tables/template.ts';

/** SQL condition: the template of an enterprise. */
export const ownTemplate = (enterpriseId: string, id: string) =>
  and(eq(certificateTemplate.enterpriseId, enterpriseId), eq(certificateTemplate.id, id));

/** SQL: a property of what was published last of a template; null: nothing was. Written out, because Drizzle leaves tables out. */
const published = <T>(column: 'version' | 'layout' | 'id') => sql<T | null>`(
  select v.${sql.raw(column)} from certificate_template_version v
  where v.enterprise_id = certificate_template.enterprise_id and v.template_id = certificate_template.id
  order by v.version desc limit 1)`;

/** SQL: number of the version that was published last. */
export const publishedVersion = published<number>('version');
/** SQL: the draft is not what was published last. */
export const isChanged = sql<boolean>`certificate_template.draft is distinct from ${published('layout')}`;

/** Reads and locks a template. @throws AppError 404; 409 `revisionChanged` for an earlier revision */
export async function lockTemplate({ db, tenant }: Context, { id, revision }: { id: string; revision?: number }) {
  const [found] = await db
    .select({
      ...{ name: certificateTemplate.name, draft: certificateTemplate.draft, code: certificateTemplate.code },
      revision: certificateTemplate.revision,
    })
    .from(certificateTemplate)
    .where(ownTemplate(tenant.id, id))
    .for('update');
  if (!found) throw notFound();
  if (revision !== undefined && found.revision !== revision) throw new AppError(409, 'revisionChanged');
  return found;
}

/** Reads the draft of a template. @throws AppError 404 */
export async function readDraft({ db, tenant }: Context, id: string) {
  const { name, draft: layout, revision } = certificateTemplate;
  const [found] = await db
    .select({ id: certificateTemplate.id, name, layout, revision, isChanged })
    .from(certificateTemplate)
    .where(ownTemplate(tenant.id, id));
  if (!found) throw notFound();
  return found;
}

/** Reads a version of a template. @throws AppError 404 */
export async function readVersion(db: TenantDb, enterpriseId: string, templateId: string, version: number) {
  const [found] = await db
    .select({ id: certificateTemplateVersion.id, layout: certificateTemplateVersion.layout })
    .from(certificateTemplateVersion)
    .where(
      and(
        eq(certificateTemplateVersion.enterpriseId, enterpriseId),
        eq(certificateTemplateVersion.templateId, templateId),
        eq(certificateTemplateVersion.version, version),
      ),
    );
  if (!found) throw notFound();
  return found;
}

/** Reads what was published last of a template; null: nothing was. */
export async function readPublished(db: TenantDb, enterpriseId: string, templateId: string): Promise<Layout | null> {
  const { version, layout } = certificateTemplateVersion;
  const [found] = await db
    .select({ layout })
    .from(certificateTemplateVersion)
    .where(
      and(
        eq(certificateTemplateVersion.enterpriseId, enterpriseId),
        eq(certificateTemplateVersion.templateId, templateId),
      ),
    )
    .orderBy(desc(version))
    .limit(1);
  return found?.layout ?? null;
}

/** Adds what was published of a template as its next version. @returns its number */
export async function addVersion(
  db: TenantDb,
  { enterpriseId, templateId, layout, at }: { enterpriseId: string; templateId: string; layout: Layout; at: Date },
): Promise<number> {
  const [added] = await db
    .insert(certificateTemplateVersion)
    .values({
      ...{ enterpriseId, templateId, layout, publishedAt: at },
      version: sql`(select coalesce(max(v.version), 0) + 1 from certificate_template_version v
        where v.enterprise_id = ${enterpriseId} and v.template_id = ${templateId})`,
    })
    .returning({ version: certificateTemplateVersion.version });
  return added!.version;
}

/**
 * Names the pictures of a draft, besides those of the versions, as pictures of a template, so that they stay.
 * @throws AppError 422 at the fields of pictures that were not uploaded for templates of this enterprise
 */
export async function keepPictures(db: TenantDb, enterpriseId: string, templateId: string, layout: Layout) {
  const named = picturesOf(layout);
  // Locked, so that none is deleted as unused meanwhile.
  const found = await db
    .select({ fileId: certificatePicture.fileId })
    .from(certificatePicture)
    .where(
      and(
        eq(certificatePicture.enterpriseId, enterpriseId),
        sql`${certificatePicture.fileId} = any(${sql.param(named)}::uuid[])`,
      ),
    )
    .for('key share');
  const known = new Set(found.map(({ fileId }) => fileId));
  const isUnknown = (id: string | null) => id !== null && !known.has(id);
  const fields = [
    ...(isUnknown(layout.backgroundFileId) ? ['layout.backgroundFileId'] : []),
    ...layout.elements.flatMap(({ fileId }, n) => (isUnknown(fileId) ? [`layout.elements.${n}.fileId`] : [])),
  ];
  if (fields.length > 0)
    throw new AppError(422, 'invalid', { fields: fields.map((field) => ({ field, key: 'field.pictureUnknown' })) });
  const own = and(
    eq(certificateTemplatePicture.enterpriseId, enterpriseId),
    eq(certificateTemplatePicture.templateId, templateId),
  );
  if (named.length > 0)
    await db
      .insert(certificateTemplatePicture)
      .values(named.map((fileId) => ({ enterpriseId, templateId, fileId })))
      .onConflictDoNothing();
  await db.delete(certificateTemplatePicture).where(
    and(
      own,
      named.length > 0 ? notInArray(certificateTemplatePicture.fileId, named) : undefined,
      sql`not exists (select from certificate_template_version v
        where v.enterprise_id = ${enterpriseId} and v.template_id = ${templateId}
          and v.layout::text like '%' || certificate_template_picture.file_id || '%')`,
    ),
  );
}
