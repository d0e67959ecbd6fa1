import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { getT } from '#src/i18n/server.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { file } from '#src/server/file/tables.ts';
import { mediaFile, mediaUpload } from '../tables.ts';
import type { Upload } from './find-upload.ts';

/** Lists the uploads of the viewer that are not complete, or wait for a decision, the latest first. */
export async function listUploads(ctx: Context) {
  const { db, tenant, viewer, now } = ctx;
  const uploads = await db
    .select()
    .from(mediaUpload)
    .where(
      and(
        eq(mediaUpload.enterpriseId, tenant.id),
        eq(mediaUpload.userId, viewer.userId),
        inArray(mediaUpload.state, ['receiving', 'checking', 'ready']),
        gt(mediaUpload.expiresAt, now()),
      ),
    )
    .orderBy(desc(mediaUpload.gmtCreate), desc(mediaUpload.id))
    .limit(MAX_ITEMS.mediaUploads);
  return { uploads: await shown(ctx, uploads) };
}

/** Returns the states of uploads of the viewer; those of others are left out. @throws AppError 404 without any */
export async function readStates(ctx: Context, { ids }: OperationInput<'POST /data/auth/media/upload/states'>) {
  const { db, tenant, viewer } = ctx;
  const own = and(eq(mediaUpload.enterpriseId, tenant.id), eq(mediaUpload.userId, viewer.userId));
  const uploads = await db
    .select()
    .from(mediaUpload)
    .where(and(own, inArray(mediaUpload.id, ids)));
  if (uploads.length === 0) throw notFound();
  return { uploads: await shown(ctx, uploads) };
}

async function shown({ db, tenant, locale }: Context, uploads: Upload[]) {
  const t = getT(locale);
  const ids = uploads.flatMap(({ fileId, sameAsId }) => [fileId, sameAsId]).filter((id) => id !== null);
  const files = ids.length
    ? await db
        .select({ id: mediaFile.fileId, name: mediaFile.name, kind: mediaFile.kind, seconds: file.duration })
        .from(mediaFile)
        .innerJoin(file, and(eq(file.enterpriseId, mediaFile.enterpriseId), eq(file.id, mediaFile.fileId)))
        .where(and(eq(mediaFile.enterpriseId, tenant.id), inArray(mediaFile.fileId, ids)))
    : [];
  const named = (id: string | null) => files.find((each) => each.id === id) ?? null;
  return uploads.map(({ fileId, sameAsId, problem, ...upload }) => ({
    ...upload,
    file: named(fileId),
    sameAs: named(sameAsId),
    problem: problem && t(`errors:${problem}`),
  }));
}
