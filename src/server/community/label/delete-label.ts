import { and, eq } from 'drizzle-orm';
import { announceChange } from '#src/server/core/db/changes.ts';
import { audit } from '#src/server/core/audit.ts';
import { label, labelFollow, postLabel } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';

/**
 * Deletes a label that no post has; one that posts have can only be withdrawn.
 * @throws AppError 404, 409
 */
export async function deleteLabel(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const isLabel = and(eq(label.enterpriseId, tenant.id), eq(label.id, id));
  // Locked, so that no post gets it in the same moment.
  const [found] = await db.select().from(label).where(isLabel).for('update');
  if (!found) throw notFound();
  const used = and(eq(postLabel.enterpriseId, tenant.id), eq(postLabel.labelId, id));
  if ((await db.$count(postLabel, used)) > 0) throw new AppError(409, 'labelInUse');
  await db.delete(labelFollow).where(and(eq(labelFollow.enterpriseId, tenant.id), eq(labelFollow.labelId, id)));
  await db.delete(label).where(isLabel);
  await audit(db, ctx, 'community.label.delete', { labelId: id, name: found.name });
  await announceChange(db, { enterpriseId: tenant.id, tags: ['community'] });
  return {};
}
