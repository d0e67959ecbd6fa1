import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { UpdateUser } from '#src/contract/account.ts';
import { enterpriseUser } from './tables/account.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { deleteUploads, isOwnUpload } from '#src/server/file/own-upload.ts';
import { deleteStored } from '#src/server/file/store.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import { noteEdits } from './person/note-edits.ts';
import { giveBackNameChange, rejectStaffName, requestNameChange, takeNameChange } from './name-change.ts';
import { viewCurrentUser } from './view-current-user.ts';

type Change = z.output<typeof UpdateUser>;
type Ctx = RequestContext & { viewer: Viewer };

/**
 * Updates the user's profile in the enterprise of this host. A new real name becomes a request, which an administrator
 * decides. A replaced or removed picture is deleted if the user uploaded it.
 * @throws AppError 409 at `userName` while another name is pending, and at `nickname` when it is the name of a member
 *   with a role; 429 after five requested names within a day; 422 at `headPortraitFileId` for a file that this user has
 *   not uploaded here as avatar
 */
export async function updateEnterpriseUser(ctx: Ctx, change: Change) {
  const isOther = change.userName !== undefined && change.userName !== ctx.viewer.userName;
  const counted = isOther && (await takeNameChange(ctx));
  let nameRequested = false;
  let orphanedKeys: string[];
  try {
    ({ nameRequested, orphanedKeys } = await withTenant(ctx.tenant.id, (db) => write(db, ctx, change)));
  } finally {
    if (counted && !nameRequested) await giveBackNameChange(ctx);
  }
  // After the commit: a file without a row is harmless, a row without its file is not.
  for (const key of orphanedKeys) await deleteStored(key).catch((error: unknown) => logOrphan(ctx, key, error));
  return viewCurrentUser(ctx);
}

type Written = {
  nameRequested: boolean;
  /** Store keys of pictures that are no longer used. */
  orphanedKeys: string[];
};

async function write(db: TenantDb, ctx: Ctx, change: Change): Promise<Written> {
  const { enterpriseId, userId } = { enterpriseId: ctx.tenant.id, userId: ctx.viewer.userId };
  const mine = and(eq(enterpriseUser.enterpriseId, enterpriseId), eq(enterpriseUser.userId, userId));
  const [before] = await db.select().from(enterpriseUser).where(mine).for('update');
  if (!before) throw notFound();
  const { userName, ...own } = change;
  const isOther = userName !== undefined && userName !== before.userName;
  const nameRequested = isOther && (await requestNameChange({ ...ctx, db }, { from: before.userName, to: userName }));
  const changed = (Object.keys(own) as (keyof typeof own)[]).filter(
    (field) => own[field] !== undefined && own[field] !== before[field],
  );
  if (changed.length === 0) return { nameRequested, orphanedKeys: [] };
  if (own.nickname && changed.includes('nickname')) await rejectStaffName({ ...ctx, db }, own.nickname);
  const portrait = changed.includes('headPortraitFileId') ? change.headPortraitFileId : undefined;
  if (portrait && !(await isOwnUpload(db, { enterpriseId, userId, fileId: portrait, use: 'avatar' }))) {
    throw new AppError(422, 'invalid', { fields: [{ field: 'headPortraitFileId', key: 'field.notYourPicture' }] });
  }
  await db
    .update(enterpriseUser)
    .set({ ...own, gmtModified: ctx.now() })
    .where(mine);
  await noteEdits(
    db,
    { enterpriseId, userId },
    (['sex', 'email'] as const).filter((field) => changed.includes(field)),
  );
  const renamed = changed.includes('nickname') ? { nickname: { from: before.nickname, to: own.nickname } } : {};
  await audit(db, ctx, 'user.updated', { changed, ...renamed }, { about: [userId] });
  if (portrait === undefined) return { nameRequested, orphanedKeys: [] };
  return {
    nameRequested,
    orphanedKeys: await deleteUploads(db, { enterpriseId, userId, use: 'avatar', except: portrait }),
  };
}

function logOrphan(ctx: Ctx, storeKey: string, error: unknown): void {
  ctx.log('warn', 'a picture could not be deleted', { storeKey, error: String(error) });
}
