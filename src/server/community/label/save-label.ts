import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { audit } from '#src/server/core/audit.ts';
import { label } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';

/**
 * Adds or changes a label of the community.
 * @throws AppError 404; 409 when there are as many labels as a list shows
 */
export async function saveLabel(
  ctx: Context,
  { id: given, ...values }: OperationInput<'POST /community/auth/label/save'>,
) {
  const { db, tenant } = ctx;
  const ofTenant = eq(label.enterpriseId, tenant.id);
  const id = given ?? randomUUID();
  const row = { ...values, gmtModified: ctx.now() };
  if (given) {
    const changed = await db
      .update(label)
      .set(row)
      .where(and(ofTenant, eq(label.id, id)))
      .returning({ id: label.id });
    if (changed.length === 0) throw notFound();
  } else {
    if ((await db.$count(label, ofTenant)) >= MAX_ITEMS.labels)
      throw new AppError(409, 'tooManyLabels', { params: { limit: MAX_ITEMS.labels } });
    await db.insert(label).values({ ...row, enterpriseId: tenant.id, id, code: id });
  }
  await audit(db, ctx, 'community.label.save', { labelId: id });
  await announceChange(db, { enterpriseId: tenant.id, tags: ['community'] });
  return { id };
}
