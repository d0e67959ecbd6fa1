import { and, eq, inArray, isNull, like, not, or } from 'drizzle-orm';
import { file } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';

/** Pictures that the viewer uploaded to this tenant for texts; their avatars and logos are replaced and deleted. */
const isOwnPicture = ({ tenant, viewer }: Context, ids: string[]) =>
  and(
    eq(file.enterpriseId, tenant.id),
    inArray(file.id, ids),
    eq(file.uploadedBy, viewer.userId),
    like(file.contentType, 'image/%'),
    not(or(like(file.fileName, 'avatar-%'), like(file.fileName, 'logo-%'))!),
  );

/** Whether all of them are pictures that the viewer may use. */
export async function areOwnPictures(ctx: Context, ids: string[]): Promise<boolean> {
  return ids.length === 0 || (await ctx.db.$count(file, isOwnPicture(ctx, ids))) === new Set(ids).size;
}

/**
 * Pictures of a post from a content pack have no uploader: they become those of its author, who edits it. The editor shows
 * one's own pictures (serve-file.ts).
 */
export async function takePictures({ db, tenant, viewer }: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(file)
    .set({ uploadedBy: viewer.userId })
    .where(
      and(
        eq(file.enterpriseId, tenant.id),
        inArray(file.id, ids),
        isNull(file.uploadedBy),
        like(file.contentType, 'image/%'),
      ),
    );
}

/** Pictures of a published post are shown by signed addresses only, which whoever may read the post receives. */
export async function protectPictures(ctx: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db.update(file).set({ visibility: 'member' }).where(isOwnPicture(ctx, ids));
}
