import { and, desc, eq, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { nameWithoutEnding } from '#src/contract/rules/course-tree.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { getT } from '#src/i18n/server.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { file } from '#src/server/file/tables.ts';
import { folderOfPath } from '#src/server/media/folders.ts';
import { mediaFile } from '#src/server/media/tables.ts';
import { courseImport } from '../tables.ts';
import { outlineFormat } from './outline-format.ts';

/** Imports of one user. */
const LIMIT = { limit: 60, seconds: 3600 };

/**
 * Begins to make a course from a file of the library, in a job; the same file twice at once is one import.
 * @throws AppError 404; 415 for a file that is neither an archive nor has an outline; 429
 */
export async function startImport(
  ctx: Context,
  { fileId }: OperationInput<'POST /system/auth/content/course/import/start'>,
) {
  const { db, tenant, viewer, now } = ctx;
  const [found] = await db
    .select({ name: mediaFile.name, kind: mediaFile.kind, contentType: file.contentType })
    .from(mediaFile)
    .innerJoin(file, and(eq(file.enterpriseId, mediaFile.enterpriseId), eq(file.id, mediaFile.fileId)))
    .where(and(eq(mediaFile.enterpriseId, tenant.id), eq(mediaFile.fileId, fileId), isNull(mediaFile.deletedAt)))
    // A second click waits here, and finds the import of the first one.
    .for('update', { of: mediaFile });
  if (!found) throw notFound();
  const isArchive = found.kind === 'archive';
  if (!isArchive && !outlineFormat(found.contentType)) throw new AppError(415, 'importType');
  const [running] = await db
    .select({ id: courseImport.id })
    .from(courseImport)
    .where(
      and(
        eq(courseImport.enterpriseId, tenant.id),
        eq(courseImport.fileId, fileId),
        eq(courseImport.userId, viewer.userId),
        eq(courseImport.state, 'running'),
      ),
    )
    .orderBy(desc(courseImport.gmtCreate))
    .limit(1);
  if (running) return running;
  await takeTry(`course-import:${viewer.userId}`, LIMIT);
  const folderId = isArchive ? await folderOfPath(ctx, null, nameWithoutEnding(found.name).replaceAll('/', ' ')) : null;
  const [made] = await db
    .insert(courseImport)
    .values({
      ...{ enterpriseId: tenant.id, userId: viewer.userId, fileId, fileName: found.name, folderId },
      gmtCreate: now(),
    })
    .returning({ id: courseImport.id });
  await audit(db, ctx, 'media.import', { id: made!.id, name: found.name }, { about: [fileId] });
  await sendJob(db, 'import-course', { enterpriseId: tenant.id, id: made!.id });
  return made!;
}

/** Says how far an import of the viewer is. @throws AppError 404 */
export async function viewImport(
  { db, tenant, viewer, locale }: Context,
  { id }: OperationInput<'GET /system/auth/content/course/import/view'>,
) {
  const [row] = await db
    .select()
    .from(courseImport)
    .where(
      and(eq(courseImport.enterpriseId, tenant.id), eq(courseImport.id, id), eq(courseImport.userId, viewer.userId)),
    );
  if (!row) throw notFound();
  const t = getT(locale);
  const entries = row.entries ?? [];
  const pathOf = new Map(entries.map(({ index, path }) => [index, path]));
  const leftOut = row.results
    .flatMap((result) => ('problem' in result ? [result] : []))
    .map(({ index, problem }) => ({ path: pathOf.get(index) ?? '', message: t(`errors:${problem}`) }));
  return {
    ...{ id, fileName: row.fileName, state: row.state, courseId: row.courseId },
    problem: row.problem && t(`errors:${row.problem}`),
    ...{ total: entries.length, done: row.results.length, leftOut: leftOut.slice(0, MAX_ITEMS.archiveEntries) },
  };
}
