import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { audit } from '#src/server/core/audit.ts';
import { label } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';

/**
 * Adds or changes a label of the community.
 * @throws AppError 404; 409 when somebody else has changed it since, or when there are as many labels as a list shows
 */
export async function saveLabel(
  ctx: Context,
  { id: given, revision, ...values }: OperationInput<'POST /community/auth/label/save'>,
) {
  const { db, tenant } = ctx;
  const ofTenant = eq(label.enterpriseId, tenant.id);
  const id = given ?? randomUUID();
  const row = { ...values, gmtModified: ctx.now() };
  const isLabel = and(ofTenant, eq(label.id, id), isNull(label.deletedAt));
  if (given) {
    const [stored] = await db.select({ revision: label.revision }).from(label).where(isLabel).for('update');
    if (!stored) throw notFound();
    if (stored.revision !== revision) throw new AppError(409, 'contentChanged');
    await db
      .update(label)
      .set({ ...row, revision: stored.revision + 1 })
      .where(isLabel);
  } else {
    await requireRoom(ctx);
    await db.insert(label).values({ ...row, enterpriseId: tenant.id, id, code: id });
  }
  await audit(db, ctx, 'community.label.save', { labelId: id, name: values.name }, { about: [id, tenant.id] });
  await announceChange(db, { enterpriseId: tenant.id, tags: ['community'] });
  return { id };
}

/** @param more labels that are stored already, and counted @throws AppError 409 when there are as many labels as a list shows */
export async function requireRoom({ db, tenant }: Context, more = 0): Promise<void> {
  const kept = and(eq(label.enterpriseId, tenant.id), isNull(label.deletedAt));
  if ((await db.$count(label, kept)) >= MAX_ITEMS.labels + more)
    throw new AppError(409, 'tooManyLabels', { params: { limit: MAX_ITEMS.labels } });
}
