import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { UpdateUser } from '#src/contract/account.ts';
import { enterpriseUser } from '#src/server/core/db/schema/account.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { forgetUploads, isOwnUpload } from '#src/server/file/own-upload.ts';
import { deleteStored } from '#src/server/file/store.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import { refuseStaffName, requestNameChange } from './name-change.ts';
import { viewCurrentUser } from './view-current-user.ts';

type Change = z.output<typeof UpdateUser>;
type Ctx = RequestContext & { viewer: Viewer };

/**
 * Changes how the enterprise of this host knows the signed-in person (spec section 7, `enterprise/user/info/update`).
 * Another real name only becomes a request, which an administrator decides.
 * A picture that is replaced or taken away is deleted, when it was the person's own upload.
 * @throws AppError 409 at `userName` while one waits, and at `nickname` when it is the name of somebody with a role; 422 at `headPortraitFileId` for a file that is not an avatar which this very person uploaded here
 */
export async function updateEnterpriseUser(ctx: Ctx, change: Change) {
  const leftOver = await withTenant(ctx.tenant.id, (db) => write(db, ctx, change));
  // After the commit: bytes that no row names are harmless, a row without its bytes is not.
  for (const key of leftOver) await deleteStored(key).catch((error: unknown) => logLeft(ctx, key, error));
  return viewCurrentUser(ctx);
}

/** @returns where the bytes of pictures are that nothing shows any more */
async function write(db: TenantDb, ctx: Ctx, change: Change): Promise<string[]> {
  const { enterpriseId, userId } = { enterpriseId: ctx.tenant.id, userId: ctx.viewer.userId };
  const mine = and(eq(enterpriseUser.enterpriseId, enterpriseId), eq(enterpriseUser.userId, userId));
  const [before] = await db.select().from(enterpriseUser).where(mine).for('update');
  if (!before) throw notFound();
  const { userName, ...own } = change;
  if (userName !== undefined && userName !== before.userName)
    await requestNameChange({ ...ctx, db }, { from: before.userName, to: userName });
  const changed = (Object.keys(own) as (keyof typeof own)[]).filter(
    (field) => own[field] !== undefined && own[field] !== before[field],
  );
  if (changed.length === 0) return [];
  if (own.nickname && changed.includes('nickname')) await refuseStaffName({ ...ctx, db }, own.nickname);
  const portrait = changed.includes('headPortraitFileId') ? change.headPortraitFileId : undefined;
  if (portrait && !(await isOwnUpload(db, { enterpriseId, userId, fileId: portrait, use: 'avatar' }))) {
    throw new AppError(422, 'invalid', { fields: [{ field: 'headPortraitFileId', key: 'field.notYourPicture' }] });
  }
  await db
    .update(enterpriseUser)
    .set({ ...own, gmtModified: ctx.now() })
    .where(mine);
  const renamed = changed.includes('nickname') ? { nickname: { from: before.nickname, to: own.nickname } } : {};
  await audit(db, ctx, 'user.updated', { changed, ...renamed });
  return portrait === undefined ? [] : forgetUploads(db, { enterpriseId, userId, use: 'avatar', except: portrait });
}

function logLeft(ctx: Ctx, storeKey: string, error: unknown): void {
  ctx.log('warn', 'a picture could not be deleted', { storeKey, error: String(error) });
}
