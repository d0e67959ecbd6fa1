import { and, eq, gte, isNull, lt, notExists, sql } from 'drizzle-orm';
import { restorableSince } from '#src/contract/rules/editing.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { audit } from '#src/server/core/audit.ts';
import { label, labelFollow, postLabel } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { requireRoom } from './save-label.ts';

const change = { revision: sql`${label.revision} + 1` };

/**
 * Deletes a label that no post has; one that posts have can only be withdrawn. It can be restored for a while, with those who follow it.
 * @throws AppError 404, 409
 */
export async function deleteLabel(ctx: Context, { id }: { id: string }) {
  const { db, tenant, now } = ctx;
  const isLabel = and(eq(label.enterpriseId, tenant.id), eq(label.id, id));
  // Locked, so that no post gets it in the same moment.
  const [found] = await db
    .select()
    .from(label)
    .where(and(isLabel, isNull(label.deletedAt)))
    .for('update');
  if (!found) throw notFound();
  const used = and(eq(postLabel.enterpriseId, tenant.id), eq(postLabel.labelId, id));
  if ((await db.$count(postLabel, used)) > 0) throw new AppError(409, 'labelInUse');
  await db
    .update(label)
    .set({ ...change, published: false, deletedAt: now(), gmtModified: now() })
    .where(isLabel);
  await audit(db, ctx, 'community.label.delete', { labelId: id, name: found.name }, { about: [id, tenant.id] });
  await announceChange(db, { enterpriseId: tenant.id, tags: ['community'] });
  return {};
}

/** Restores a label: withdrawn. @throws AppError 404, also when it was deleted too long ago; 409 as `requireRoom` */
export async function restoreLabel(ctx: Context, { id }: { id: string }) {
  const { db, tenant, now } = ctx;
  const [restored] = await db
    .update(label)
    .set({ ...change, deletedAt: null, gmtModified: now() })
    .where(and(eq(label.enterpriseId, tenant.id), eq(label.id, id), gte(label.deletedAt, restorableSince(now()))))
    .returning({ name: label.name });
  if (!restored) throw notFound();
  await requireRoom(ctx, 1);
  await audit(db, ctx, 'community.label.restore', { labelId: id, name: restored.name }, { about: [id, tenant.id] });
  return {};
}

/** Removes labels that cannot be restored any more. */
export async function removeDeletedLabels(enterpriseId: string, now: Date): Promise<void> {
  await withTenant(enterpriseId, async (db) => {
    const gone = and(
      ...[eq(label.enterpriseId, enterpriseId), lt(label.deletedAt, restorableSince(now))],
      notExists(
        db
          .select({ one: sql`1` })
          .from(postLabel)
          .where(and(eq(postLabel.enterpriseId, label.enterpriseId), eq(postLabel.labelId, label.id))),
      ),
    );
    const rows = await db.select({ id: label.id }).from(label).where(gone).for('update');
    for (const { id } of rows) {
      await db.delete(labelFollow).where(and(eq(labelFollow.enterpriseId, enterpriseId), eq(labelFollow.labelId, id)));
      await db.delete(label).where(and(eq(label.enterpriseId, enterpriseId), eq(label.id, id)));
    }
  });
}
