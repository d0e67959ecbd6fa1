import { and, eq, isNull } from 'drizzle-orm';
import { label, labelFollow } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';

/**
 * Follows a label, or stops following it. A trigger counts the followers. A withdrawn label can only be left.
 * @throws AppError 404
 */
export async function followLabel(ctx: Context, { id, on }: { id: string; on: boolean }) {
  const { db, tenant, viewer } = ctx;
  const isLabel = and(eq(label.enterpriseId, tenant.id), eq(label.id, id), isNull(label.deletedAt));
  // Locked: the label is neither withdrawn nor deleted in the same moment.
  const [found] = await db.select().from(label).where(isLabel).for('no key update');
  if (!found || (on && !found.published)) throw notFound();
  const follow = { enterpriseId: tenant.id, labelId: id, userId: viewer.userId };
  if (on) await db.insert(labelFollow).values(follow).onConflictDoNothing();
  else
    await db
      .delete(labelFollow)
      .where(
        and(
          eq(labelFollow.enterpriseId, tenant.id),
          eq(labelFollow.labelId, id),
          eq(labelFollow.userId, viewer.userId),
        ),
      );
  const [counted] = await db.select({ followerCount: label.followerCount }).from(label).where(isLabel);
  return { followed: on, followerCount: counted!.followerCount };
}
