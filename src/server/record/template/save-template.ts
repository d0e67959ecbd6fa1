import { eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { LAYOUT_LIMITS, missingPictures } from '#src/contract/rules/certificate-layout.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit, changesBetween } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { databaseErrorOf } from '#src/server/core/db/database-error.ts';
import { certificateTemplate } from '#src/server/record/tables/template.ts';
import { builtInLayout } from './built-in-layout.ts';
import { addVersion, keepPictures, lockTemplate, ownTemplate, readVersion } from './template-rows.ts';

/**
 * Adds a template as a draft: with the layout of the portal, or as another template with its pictures.
 * @throws AppError 404 for another template that there is not; 422 `tooManyTemplates`
 */
export async function addTemplate(ctx: Context, input: OperationInput<'POST /course/auth/certificate/template/add'>) {
  const { db, tenant } = ctx;
  const { name, orientation, templateOf } = input;
  if (
    (await db.$count(certificateTemplate, eq(certificateTemplate.enterpriseId, tenant.id))) >= LAYOUT_LIMITS.templates
  )
    throw new AppError(422, 'tooManyTemplates', { params: { count: LAYOUT_LIMITS.templates } });
  const draft = templateOf ? (await lockTemplate(ctx, { id: templateOf })).draft : builtInLayout(orientation);
  const now = ctx.now();
  const [added] = await db
    .insert(certificateTemplate)
    .values({ enterpriseId: tenant.id, name, draft, gmtCreate: now, gmtModified: now })
    .returning({ id: certificateTemplate.id });
  const { id } = added!;
  await keepPictures(db, tenant.id, id, draft);
  await audit(db, ctx, 'certificateTemplate.add', { id, name }, { about: [id] });
  return { id };
}

/** Stores the draft of a template. @throws AppError 404; 409 for an earlier revision; 422 for pictures that are not of this enterprise */
export async function saveTemplate(ctx: Context, input: OperationInput<'POST /course/auth/certificate/template/save'>) {
  const { db, tenant } = ctx;
  const { id, revision, name, layout } = input;
  const stored = await lockTemplate(ctx, { id, revision });
  await keepPictures(db, tenant.id, id, layout);
  const next = await write(ctx, id, { name, draft: layout, revision: revision + 1 });
  const before = { name: stored.name, layout: stored.draft };
  const changes = changesBetween(before, { name, layout }, ['name', 'layout']);
  await audit(db, ctx, 'certificateTemplate.change', { id, changes }, { about: [id] });
  return { revision: next };
}

/**
 * Publishes the draft of a template: certificates of its kinds are issued with it from now on.
 * @throws AppError 404; 409 for an earlier revision; 422 at the fields of pictures that were not chosen
 */
export async function publishTemplate(
  ctx: Context,
  { id, revision }: OperationInput<'POST /course/auth/certificate/template/publish'>,
) {
  const { db, tenant } = ctx;
  const { draft, name } = await lockTemplate(ctx, { id, revision });
  const missing = missingPictures(draft);
  if (missing.length > 0)
    throw new AppError(422, 'invalid', {
      fields: missing.map((path) => ({ field: ['layout', ...path].join('.'), key: 'field.pictureMissing' })),
    });
  const version = await addVersion(db, { enterpriseId: tenant.id, templateId: id, layout: draft, at: ctx.now() });
  const next = await write(ctx, id, { revision: revision + 1 });
  await audit(db, ctx, 'certificateTemplate.publish', { id, name, version }, { about: [id] });
  return { version, revision: next };
}

/** Makes the draft what a version is; the version stays. @throws AppError 404; 409 for an earlier revision */
export async function restoreTemplate(
  ctx: Context,
  { id, revision, version }: OperationInput<'POST /course/auth/certificate/template/restore'>,
) {
  const { db, tenant } = ctx;
  const { name } = await lockTemplate(ctx, { id, revision });
  const { layout } = await readVersion(db, tenant.id, id, version);
  await keepPictures(db, tenant.id, id, layout);
  const next = await write(ctx, id, { draft: layout, revision: revision + 1 });
  await audit(db, ctx, 'certificateTemplate.restore', { id, name, version }, { about: [id] });
  return { revision: next };
}

/** Removes a template with its versions. @throws AppError 404; 409 when certificates were issued with it, or it is of a kind */
export async function deleteTemplate(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const { name } = await lockTemplate(ctx, { id });
  try {
    await db.delete(certificateTemplate).where(ownTemplate(tenant.id, id));
  } catch (error) {
    if (databaseErrorOf(error)?.code === '23503') throw new AppError(409, 'certificateTemplateUsed');
    throw error;
  }
  await audit(db, ctx, 'certificateTemplate.delete', { id, name }, { about: [id] });
  return null;
}

async function write(
  { db, tenant, now }: Context,
  id: string,
  values: Partial<typeof certificateTemplate.$inferInsert> & { revision: number },
): Promise<number> {
  await db
    .update(certificateTemplate)
    .set({ ...values, gmtModified: now() })
    .where(ownTemplate(tenant.id, id));
  return values.revision;
}
