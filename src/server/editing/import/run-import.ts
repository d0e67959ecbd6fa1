import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import {
  cleanNames,
  commonFolder,
  courseTree,
  importedItem,
  type ImportedItem,
  NEW_COURSE,
  nameWithoutEnding,
  outlineTree,
} from '#src/contract/rules/course-tree.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { mediaWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import { file } from '#src/server/file/tables.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { addDraft } from '../add-draft.ts';
import { courseImport, type ImportEntry, type ImportResult } from '../tables.ts';
import type { run as list } from './list-archive.task.ts';
import { outlineFormat, readOutline } from './outline-format.ts';
import { isOurs, type Run, unpackEntry } from './unpack-entry.ts';

const LIST = defineTask<typeof list>('#src/server/editing/import/list-archive.task.ts', {
  slow: 'importBrokenArchive',
  large: 'importBrokenArchive',
});
/** A run ends after this time and another one goes on: several imports take turns, ms. */
const LONGEST_MS = 20_000;
/** How long after its last sign of life a run is given up, ms. The largest file of an archive takes less. */
const LOST_MS = 120_000;

type Key = { enterpriseId: string; id: string };
type Row = typeof courseImport.$inferSelect;

const at = ({ enterpriseId, id }: Key) => and(eq(courseImport.enterpriseId, enterpriseId), eq(courseImport.id, id));

/**
 * Goes on with an import: lists the archive, takes its files into the library one by one, and makes the draft of a course. May run at any
 * time, also twice at once. What was done before the process was killed is kept.
 * @throws Error when it has to be tried again, e.g. while storage is full
 */
export async function runImport(key: Key, clock: () => Date): Promise<void> {
  const began = clock();
  const run = { ...key, runId: randomUUID() };
  const row = await withTenant(key.enterpriseId, (db) => claim(db, run, began));
  if (!row) return;
  const stop = (values: Partial<Row>) =>
    withTenant(key.enterpriseId, (db) =>
      db
        .update(courseImport)
        .set({ busyAt: null, ...values })
        .where(isOurs(run)),
    );
  try {
    const archive = await withTenant(key.enterpriseId, (db) => readFile(db, row));
    if (outlineFormat(archive.contentType)) return await importOutline(run, row, archive, clock());
    const { entries, results } = row.entries ? { ...row, entries: row.entries } : await listEntries(run, archive);
    const seen = new Set(results.map(({ index }) => index));
    for (const entry of entries) {
      if (seen.has(entry.index)) continue;
      if (clock().getTime() - began.getTime() > LONGEST_MS) {
        await stop({});
        return withTenant(key.enterpriseId, (db) => sendJob(db, 'import-course', key));
      }
      if (!(await unpackEntry({ run, row, archive, entry }, clock()))) return;
    }
    await withTenant(key.enterpriseId, (db) => finish(db, run, clock()));
  } catch (error) {
    const isFinal = error instanceof AppError && error.code !== 503 && error.code !== 429;
    if (!isFinal) {
      await stop({});
      throw error;
    }
    await withTenant(key.enterpriseId, async (db) => {
      const failed = { state: 'failed' as const, busyAt: null, problem: error.key };
      const { rowCount } = await db.update(courseImport).set(failed).where(isOurs(run));
      if (rowCount) await tellImporter(db, row, 'courseFailed', clock());
    });
  }
}

async function claim(db: TenantDb, run: Run, now: Date): Promise<Row | undefined> {
  const isFree = or(isNull(courseImport.busyAt), lt(courseImport.busyAt, new Date(now.getTime() - LOST_MS)));
  const [row] = await db
    .update(courseImport)
    .set({ runId: run.runId, busyAt: now })
    .where(and(at(run), eq(courseImport.state, 'running'), isFree))
    .returning();
  return row;
}

async function readFile(db: TenantDb, { enterpriseId, fileId }: Row) {
  const [found] = await db
    .select({ storeKey: file.storeKey, fileSize: file.fileSize, contentType: file.contentType })
    .from(file)
    .where(and(eq(file.enterpriseId, enterpriseId), eq(file.id, fileId)));
  return found!;
}

/** @throws AppError 422 for an archive that cannot be read, or has more files than a course */
async function listEntries(run: Run, archive: { storeKey: string; fileSize: number }) {
  const listed = await mediaWork.run(LIST, archive, { owner: run.enterpriseId });
  if ('problem' in listed) throw new AppError(422, listed.problem);
  const { entries } = listed;
  const results = entries.flatMap(({ index, problem }) => (problem ? [{ index, problem }] : []));
  const wanted = entries.filter(({ problem }) => problem === null);
  requireFitting(courseTree(wanted.map(({ path }) => ({ path, type: 'document' as const, fileId: '', fileName: '' }))));
  await withTenant(run.enterpriseId, (db) => db.update(courseImport).set({ entries, results }).where(isOurs(run)));
  return { entries, results: results as ImportResult[] };
}

function requireFitting(items: readonly ImportedItem[]): void {
  if (items.length > MAX_ITEMS.resources)
    throw new AppError(422, 'importTooMany', { params: { limit: MAX_ITEMS.resources } });
}

/** @throws AppError 422 when nothing of the archive is left */
async function finish(db: TenantDb, run: Run, now: Date): Promise<void> {
  const [row] = await db.select().from(courseImport).where(isOurs(run)).for('update');
  if (!row) return;
  const pathOf = new Map((row.entries ?? []).map(({ index, path }: ImportEntry) => [index, path]));
  const files = row.results.flatMap((result) =>
    'fileId' in result
      ? [
          {
            ...{ path: pathOf.get(result.index)!, fileId: result.fileId, fileName: result.fileName },
            type: result.kind === 'picture' ? ('image' as const) : result.kind,
          },
        ]
      : [],
  );
  if (files.length === 0) throw new AppError(422, 'importNothing');
  const name = commonFolder(files.map(({ path }) => path)) ?? nameWithoutEnding(row.fileName);
  await addCourse(db, row, { title: cleanNames([name])[0]!, items: courseTree(files) }, now);
}

/** Makes a course of the outline in a document, whose first item is the document itself. @throws AppError 422 */
async function importOutline(run: Run, row: Row, document: Awaited<ReturnType<typeof readFile>>, now: Date) {
  const { title, headings, leftOut } = await readOutline(document, run.enterpriseId);
  const name = cleanNames([nameWithoutEnding(row.fileName)])[0]!;
  const file = { type: 'document' as const, fileId: row.fileId, fileName: row.fileName };
  const items = [importedItem({ parentId: null, name, ...file }), ...outlineTree(headings)];
  requireFitting(items);
  await withTenant(run.enterpriseId, async (db) => {
    const [ours] = await db.select({ id: courseImport.id }).from(courseImport).where(isOurs(run)).for('update');
    if (!ours) return;
    const entries = leftOut.map(({ slide, problem }) => ({ index: slide, path: `#${slide}`, problem }));
    const results = entries.map(({ index, problem }) => ({ index, problem }));
    await db.update(courseImport).set({ entries, results }).where(isOurs(run));
    await addCourse(db, row, { title: title ?? name, items }, now);
  });
}

/** Adds the draft that an import has made, and ends the import. */
async function addCourse(
  db: TenantDb,
  { enterpriseId, id, userId, fileId, fileName }: Row,
  { title, items }: { title: string; items: ImportedItem[] },
  now: Date,
): Promise<void> {
  const document = { ...NEW_COURSE, title, items };
  const courseId = await addDraft({ db, enterpriseId, now }, 'course', document, { userId, from: fileId });
  await db.update(courseImport).set({ state: 'done', busyAt: null, courseId }).where(at({ enterpriseId, id }));
  await tellImporter(db, { enterpriseId, id, userId, fileName }, 'courseDone', now);
}

/** Tells whoever has begun an import how it has ended. */
async function tellImporter(
  db: TenantDb,
  { enterpriseId, id, userId, fileName }: Pick<Row, 'enterpriseId' | 'id' | 'userId' | 'fileName'>,
  event: 'courseDone' | 'courseFailed',
  at: Date,
): Promise<void> {
  const path = `/admin/courses/import?id=${id}`;
  const notice = { userId, kind: 'import' as const, detail: { event, title: fileName }, path, at };
  await sendNotices(db, enterpriseId, [{ ...notice, source: `course-import:${id}` }]);
}

/** Ids of imports of a tenant whose process was killed, or whose job was lost. */
export async function lostImports(db: TenantDb, enterpriseId: string): Promise<string[]> {
  const rows = await db
    .select({ id: courseImport.id })
    .from(courseImport)
    .where(
      and(
        ...[eq(courseImport.enterpriseId, enterpriseId), eq(courseImport.state, 'running')],
        sql`coalesce(${courseImport.busyAt}, ${courseImport.gmtCreate}) < now() - ${`${LOST_MS} milliseconds`}::interval`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** Days for which the result of an import is kept. */
const KEPT_DAYS = 30;

/** Deletes imports that are over; their courses and files stay. */
export async function deleteOldImports(db: TenantDb, enterpriseId: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await db
    .delete(courseImport)
    .where(and(eq(courseImport.enterpriseId, enterpriseId), lt(courseImport.gmtCreate, until)));
}
