import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { changeDurations } from '#src/server/course/session-resource.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { forgetDocument } from '#src/server/document/ensure-document.ts';
import { type FileBytes, replaceBytes, takeVersion } from '#src/server/file/replace-file.ts';
import { file, fileVersion } from '#src/server/file/tables.ts';
import { resourceQuestion } from '#src/server/study/tables/media.ts';
import { resourceProgress } from '#src/server/study/tables/study.ts';
import { mediaCaption, mediaFile, mediaUpload } from './tables.ts';
import { countPlaces } from './uses.ts';

type Former = typeof fileVersion.$inferSelect;

/** Says what replacing a file by an upload changes. @throws AppError 404 */
export async function viewReplacement(
  ctx: Context,
  { uploadId }: OperationInput<'GET /data/auth/media/replacement/view'>,
) {
  const { replacesId, stored } = await readyUpload(ctx, uploadId);
  return consequences(ctx, replacesId, stored);
}

/** Replaces a file by an upload. @throws AppError 404; 409 when that changes something else than was said */
export async function applyReplacement(ctx: Context, input: OperationInput<'POST /data/auth/media/replacement/apply'>) {
  const { replacesId, stored } = await readyUpload(ctx, input.uploadId);
  await replace(ctx, replacesId, stored, input.plan);
  await ctx.db.delete(mediaUpload).where(ownUpload(ctx, input.uploadId));
  return { id: replacesId };
}

/** Says what going back to a former version changes. @throws AppError 404 */
export async function viewVersion(ctx: Context, { id, version }: OperationInput<'GET /data/auth/media/version/view'>) {
  const [former] = await ctx.db
    .select()
    .from(fileVersion)
    .where(
      and(eq(fileVersion.enterpriseId, ctx.tenant.id), eq(fileVersion.fileId, id), eq(fileVersion.version, version)),
    );
  if (!former) throw notFound();
  return consequences(ctx, id, former);
}

/** Goes back to a former version. @throws AppError 404; 409 when that changes something else than was said */
export async function restoreVersion(ctx: Context, input: OperationInput<'POST /data/auth/media/version/restore'>) {
  const { id, version, plan } = input;
  // The row of the file first, as a replacement locks it.
  await lockFile(ctx, id);
  const former = await takeVersion(ctx.db, { enterpriseId: ctx.tenant.id, fileId: id, version });
  if (!former) throw notFound();
  await replace(ctx, id, former, plan);
  return { id };
}

async function replace(ctx: Context, id: string, bytes: FileBytes | Former, plan: string): Promise<void> {
  const { db, tenant, now } = ctx;
  const before = await lockFile(ctx, id);
  const planned = await consequences(ctx, id, bytes);
  if (planned.plan !== plan) throw new AppError(409, 'planChanged');
  const { storeKey, sha256, contentType, fileSize, duration, width, height } = bytes;
  const rendition = 'rendition' in bytes ? bytes.rendition : null;
  await replaceBytes(
    db,
    before,
    { storeKey, sha256, contentType, fileSize, duration, width, height },
    { now: now(), rendition },
  );
  await forgetDocument(db, tenant.id, id);
  if (duration !== null && before.duration !== duration)
    await changeDurations(db, tenant.id, id, { from: before.duration, to: duration });
  await db
    .update(mediaFile)
    .set({ bytes: fileSize, revision: sql`${mediaFile.revision} + 1`, gmtModified: now() })
    .where(and(eq(mediaFile.enterpriseId, tenant.id), eq(mediaFile.fileId, id)));
  const [was, is] = [planned.before, planned.after];
  await audit(db, ctx, 'media.replace', { id, name: planned.name, before: was, after: is }, { about: [id] });
}

/** What new bytes of a file change for those who study it. @throws AppError 404 */
async function consequences(
  { db, tenant }: Context,
  id: string,
  after: Pick<FileBytes, 'fileSize' | 'duration' | 'sha256'>,
) {
  const enterpriseId = tenant.id;
  const [found] = await db
    .select({ name: mediaFile.name, file })
    .from(mediaFile)
    .innerJoin(file, and(eq(file.enterpriseId, mediaFile.enterpriseId), eq(file.id, mediaFile.fileId)))
    .where(and(eq(mediaFile.enterpriseId, enterpriseId), eq(mediaFile.fileId, id), isNull(mediaFile.deletedAt)));
  if (!found) throw notFound();
  const end = after.duration ?? 2_147_483_647;
  const { rows } = await db.execute<{ studying: number; completed: number; beyond: number; questions: number }>(sql`
    with r as materialized (
      select x.id from ${courseResource} x where x.enterprise_id = ${enterpriseId} and x.file_id = ${id}
    )
    select count(*) filter (where p.completed_at is null)::int as studying,
           count(*) filter (where p.completed_at is not null)::int as completed,
           count(*) filter (where p.position > ${end})::int as beyond,
           (select count(*)::int from ${resourceQuestion} q where q.enterprise_id = ${enterpriseId} and q.published
             and q.resource_id in (select id from r) and q.at_second >= ${end}) as questions
    from ${resourceProgress} p where p.enterprise_id = ${enterpriseId} and p.resource_id in (select id from r)`);
  const { studying, completed, beyond, questions } = rows[0]!;
  const captions = await db
    .select()
    .from(mediaCaption)
    .where(and(eq(mediaCaption.enterpriseId, enterpriseId), eq(mediaCaption.fileId, id)));
  const late = captions.filter(({ endSecond }) => endSecond > end + 1).map(({ lang }) => lang);
  // Those who study go on meanwhile: their numbers are not part of it.
  const plan = createHash('sha256')
    .update(JSON.stringify([id, found.file.version, after.sha256, questions, late]))
    .digest('hex');
  return {
    ...{ id, name: found.name, plan },
    before: { bytes: found.file.fileSize, seconds: found.file.duration },
    after: { bytes: after.fileSize, seconds: after.duration },
    placeCount: (await countPlaces(db, enterpriseId, [id])).get(id) ?? 0,
    ...{ studyingCount: studying, completedCount: completed, beyondCount: beyond },
    ...{ lateQuestions: questions, lateCaptions: late },
  };
}

const ownUpload = ({ tenant, viewer }: Context, id: string) =>
  and(eq(mediaUpload.enterpriseId, tenant.id), eq(mediaUpload.id, id), eq(mediaUpload.userId, viewer.userId));

/** @throws AppError 404 for uploads of others, and those that replace nothing or are not complete */
async function readyUpload(ctx: Context, id: string) {
  const [found] = await ctx.db
    .select()
    .from(mediaUpload)
    .where(and(ownUpload(ctx, id), eq(mediaUpload.state, 'ready')))
    .for('update');
  if (!found?.replacesId || !found.stored) throw notFound();
  return { replacesId: found.replacesId, stored: found.stored };
}

/** @throws AppError 404 */
async function lockFile({ db, tenant }: Context, id: string) {
  const [found] = await db
    .select()
    .from(file)
    .where(and(eq(file.enterpriseId, tenant.id), eq(file.id, id)))
    .for('update');
  if (!found) throw notFound();
  return found;
}
