import { createHash, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { getT } from '#src/i18n/server.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { fileWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import { deleteFileRows, insertFiles } from '#src/server/file/file-rows.ts';
import { deletePlain, fileStore } from '#src/server/file/store.ts';
import type { run } from './read-captions.task.ts';
import { mediaCaption, mediaFile } from './tables.ts';

const READ = defineTask<typeof run>('#src/server/media/read-captions.task.ts', {
  slow: 'captionsNone',
  large: 'captionsNone',
});
const LIMIT = { limit: 300, seconds: 3600 };

const own = (enterpriseId: string, fileId: string, lang: string) =>
  and(eq(mediaCaption.enterpriseId, enterpriseId), eq(mediaCaption.fileId, fileId), eq(mediaCaption.lang, lang));

/**
 * Sets the captions of a video or audio in a language. What is broken in the file is left out and reported.
 * @throws AppError 404; 409 for a file without sound, or too many languages; 413; 422 for a file without captions; 429
 */
export async function uploadCaption(
  ctx: RequestContext & { viewer: Viewer },
  { id, lang, file: sent }: OperationInput<'POST /data/auth/media/caption/upload'>,
) {
  const { tenant, viewer, now, locale } = ctx;
  await takeTry(`caption:${viewer.userId}`, LIMIT);
  const bytes = new Uint8Array(await sent.arrayBuffer());
  const options = { owner: tenant.id, signal: ctx.signal(), transfer: [bytes.buffer] };
  const { vtt, count, endSecond, problems } = await fileWork.run(READ, { bytes }, options);
  const content = Buffer.from(vtt);
  const captionFileId = randomUUID();
  const storeKey = `${tenant.id}/media/${captionFileId}`;
  // Before its row: a stored file without a row is harmless.
  await (await fileStore()).put(storeKey, content, { contentType: 'text/vtt', contentLength: content.length });
  const before = await withTenant(tenant.id, async (db) => {
    const name = await lockTimed(db, tenant.id, id);
    const of = and(eq(mediaCaption.enterpriseId, tenant.id), eq(mediaCaption.fileId, id));
    const captions = await db.select().from(mediaCaption).where(of);
    const former = captions.find((each) => each.lang === lang);
    if (!former && captions.length >= MAX_ITEMS.captions)
      throw new AppError(409, 'tooManyCaptions', { params: { limit: MAX_ITEMS.captions } });
    await insertFiles(db, [
      {
        ...{ enterpriseId: tenant.id, id: captionFileId, storeKey, fileName: `${captionFileId}.${lang}.vtt` },
        ...{ sha256: createHash('sha256').update(content).digest('hex'), contentType: 'text/vtt' },
        ...{ fileSize: content.length, visibility: 'member', uploadedBy: viewer.userId, gmtCreate: now() },
      },
    ]);
    const values = { captionFileId, endSecond, gmtCreate: now() };
    await db
      .insert(mediaCaption)
      .values({ enterpriseId: tenant.id, fileId: id, lang, ...values })
      .onConflictDoUpdate({
        target: [mediaCaption.enterpriseId, mediaCaption.fileId, mediaCaption.lang],
        set: values,
      });
    await audit(db, ctx, 'media.captions', { id, name, lang, count }, { about: [id] });
    return former ? deleteFileRows(db, tenant.id, [former.captionFileId]) : [];
  });
  await deletePlain(before);
  const t = getT(locale);
  return { count, problems: problems.map(({ line, fault }) => ({ line, message: t(`media:captionFault.${fault}`) })) };
}

/** Deletes the captions of a video or audio in a language. @throws AppError 404 */
export async function deleteCaption(
  ctx: RequestContext & { viewer: Viewer },
  { id, lang }: OperationInput<'DELETE /data/auth/media/caption/delete'>,
) {
  const keys = await withTenant(ctx.tenant.id, async (db) => {
    const name = await lockTimed(db, ctx.tenant.id, id);
    const [deleted] = await db
      .delete(mediaCaption)
      .where(own(ctx.tenant.id, id, lang))
      .returning();
    if (!deleted) throw notFound();
    await audit(db, ctx, 'media.captions', { id, name, lang, count: 0 }, { about: [id] });
    return deleteFileRows(db, ctx.tenant.id, [deleted.captionFileId]);
  });
  await deletePlain(keys);
  return null;
}

/** Locks a video or audio of the library. @returns its name @throws AppError 404; 409 for other files */
export async function lockTimed(db: TenantDb, enterpriseId: string, id: string): Promise<string> {
  const [found] = await db
    .select({ name: mediaFile.name, kind: mediaFile.kind })
    .from(mediaFile)
    .where(and(eq(mediaFile.enterpriseId, enterpriseId), eq(mediaFile.fileId, id)))
    .for('update');
  if (!found) throw notFound();
  if (found.kind !== 'video' && found.kind !== 'audio') throw new AppError(409, 'mediaNotTimed');
  return found.name;
}
