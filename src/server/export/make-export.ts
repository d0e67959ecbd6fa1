import { createHash, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { getT } from '#src/i18n/server.ts';
import { EXPORT_FILES, EXPORT_ROWS } from '#src/contract/rules/export.ts';
import { exportRecord } from './tables.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { insertFiles } from '#src/server/file/file-rows.ts';
import { fileStore } from '#src/server/file/store.ts';
import { writeLog } from '#src/server/core/log.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import type { AskedExport, Cell, ExportList, ExportLists } from './export-list.ts';
import { BEING_MADE, FAILED, READY } from './export-status.ts';
import { readRows } from './read-rows.ts';
import { mayExport, readRequester } from './requester.ts';
import { tellRequesters } from './tell-requester.ts';
import { cellText, CSV, writeCsv } from './write-csv.ts';
import { writeSheet, XLSX } from './write-sheet.ts';
import { SIGNED, writeSigned } from './write-signed.ts';
import { ZIP, ZIP_FILES, type ZipFile, writeZip } from './write-zip.ts';

/** Rows of a signed file: each is read as a whole when it is verified. */
const SIGNED_ROWS = 20_000;
const MARKDOWN = 'text/markdown; charset=utf-8';

type Job = { enterpriseId: string; exportId: string };
/** One file of an export, in the store. */
type Part = { id: string; storeKey: string; contentType: string; fileSize: number; sha256: string };

const oneBeingMade = ({ enterpriseId, exportId }: Job) =>
  and(
    eq(exportRecord.enterpriseId, enterpriseId),
    eq(exportRecord.id, exportId),
    eq(exportRecord.exportStatus, BEING_MADE),
  );

/**
 * Generates the files of an export, with the rights that its user has now. More than `rowLimit` rows become several files.
 * Idempotent: of concurrent runs the first to finish wins, and an export that was deleted or is already finished is
 * ignored. An error marks the export as failed.
 * @param rowLimit maximum number of rows of one file
 * @returns the error, if any
 * @throws Error when the failure could not be stored
 */
export async function makeExport(job: Job, lists: ExportLists, now: Date, rowLimit = EXPORT_ROWS): Promise<unknown> {
  const parts: Part[] = [];
  try {
    const found = await withTenant(job.enterpriseId, async (db) => {
      // Those of a run that was ended by a deadlock.
      await deleteParts(parts.splice(0));
      const asked = await readAsked(db, job, now);
      if (!asked) return null;
      const list = lists[asked.exportType];
      if ('whole' in list) {
        const { type, bytes } = await list.whole(asked, db);
        parts.push(await storeFile(asked.enterpriseId, bytes, type));
        return { asked };
      }
      const rows = kept(readRows<never>(db, list.query(asked)), (row) => list.keeps?.(row, asked) ?? true);
      if (asked.input.format === 'zip' && list.file) {
        const limit = Math.min(rowLimit, ZIP_FILES);
        return { asked, archive: { list, limit, rows: await firstOf(rows, limit * EXPORT_FILES + 1) } };
      }
      await writeFiles(asked, list, rows, { rowLimit, parts });
      return { asked };
    });
    // To make thousands of documents takes minutes, in which no transaction stays open.
    if (found?.archive) {
      const { list, limit, rows } = found.archive;
      await writeFiles(
        found.asked,
        list,
        kept(rows, () => true),
        { rowLimit: limit, parts },
      );
    }
    if (!found || !(await storeParts(job, parts, now))) await deleteParts(parts);
    return undefined;
  } catch (error) {
    await deleteParts(parts);
    await withTenant(job.enterpriseId, async (db) => {
      const failed = { exportStatus: FAILED, finishedAt: now };
      const records = await db.update(exportRecord).set(failed).where(oneBeingMade(job)).returning();
      await tellRequesters(db, records, 'failed', now);
    });
    return error;
  }
}

/** @throws Error when the user has lost the rights that the export needs */
async function readAsked(db: TenantDb, job: Job, now: Date): Promise<AskedExport | null> {
  const [record] = await db.select().from(exportRecord).where(oneBeingMade(job));
  if (!record) return null;
  const requester = await readRequester(db, job.enterpriseId, record.userId);
  if (!requester || !mayExport(requester, record.input))
    throw new Error('The user has lost the rights for this export');
  const { key: enterpriseKey, timeZone } = await readEnterprise(db, job.enterpriseId);
  return {
    ...record,
    ...requester,
    exportType: record.exportType as AskedExport['exportType'],
    enterpriseKey,
    timeZone,
    now,
  };
}

/** Writes the files of an export to the store; `parts` grows with each, so that they can be deleted after an error. */
async function writeFiles(
  asked: AskedExport,
  list: ExportList<never>,
  rows: AsyncGenerator<never, void>,
  { rowLimit: most, parts }: { rowLimit: number; parts: Part[] },
): Promise<void> {
  const t = getT(asked.locale);
  const signed = asked.input.format === 'html' ? list.signed : undefined;
  const fileOf = asked.input.format === 'zip' ? list.file : undefined;
  const rowLimit = signed ? Math.min(most, SIGNED_ROWS) : most;
  const columns = list
    .columns(t, asked)
    .map((column) => ({ ...column, header: column.header ?? t(`export:column.${column.name}`) }));
  let next = await rows.next();
  async function* rowsOfFile(): AsyncGenerator<never, void> {
    for (let count = 0; count < rowLimit && !next.done; count++) {
      yield next.value;
      next = await rows.next();
    }
  }
  const cut = () =>
    !next.done && parts.length === EXPORT_FILES - 1 ? t('export:cut', { count: rowLimit * EXPORT_FILES }) : null;
  async function* cells(): AsyncGenerator<Cell[]> {
    for await (const row of rowsOfFile()) yield columns.map(({ value }) => value(row));
    const last = cut();
    if (last) yield [last];
  }
  const name = t(`export:name.${asked.exportType}`);
  const markdown = asked.input.format === 'md' ? list.markdown?.(t, asked) : undefined;
  const writeFile = async () => {
    const sheet = { name, columns, rows: cells(), timeZone: asked.timeZone };
    if (signed) {
      async function* entries() {
        for await (const row of rowsOfFile())
          yield {
            cells: columns.map(({ value }) => cellText(value(row), asked.timeZone)),
            entry: signed!.entry(row, asked),
          };
      }
      const bytes = await writeSigned({
        ...{ title: `${asked.enterpriseKey} · ${name}`, hint: t('export:signed'), locale: asked.locale },
        ...{ headers: columns.map(({ header }) => header), rows: entries() },
        head: (count) => ({
          ...{
            format: signed.format,
            enterprise: asked.enterpriseKey,
            issuedBy: asked.userId,
            madeAt: asked.now.toISOString(),
          },
          ...{ count, part: parts.length + 1, isLast: next.done === true, ...signed.head(asked) },
        }),
      });
      return { type: SIGNED, bytes };
    }
    if (fileOf) {
      async function* files(): AsyncGenerator<ZipFile> {
        for await (const row of rowsOfFile()) yield await fileOf!(row, asked);
      }
      return { type: ZIP, bytes: await writeZip(files(), `${t('export:notMade')}.txt`) };
    }
    if (asked.input.format === 'csv') return { type: CSV, bytes: await writeCsv(sheet) };
    if (!markdown) return { type: XLSX, bytes: await writeSheet(sheet) };
    const texts = [`# ${name}\n`];
    let before: Parameters<typeof markdown>[1] = null;
    for await (const row of rowsOfFile()) {
      texts.push(markdown(row, before));
      before = row;
    }
    return { type: MARKDOWN, bytes: Buffer.from([...texts, cut() ?? ''].join('\n')) };
  };
  do {
    const { type, bytes } = await writeFile();
    parts.push(await storeFile(asked.enterpriseId, bytes, type));
  } while (!next.done && parts.length < EXPORT_FILES);
}

async function* kept<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  keeps: (row: Row) => boolean,
): AsyncGenerator<Row, void> {
  for await (const row of rows) if (keeps(row)) yield row;
}

async function firstOf<Row>(rows: AsyncIterable<Row>, most: number): Promise<Row[]> {
  const first: Row[] = [];
  for await (const row of rows) if (first.push(row) === most) break;
  return first;
}

async function storeFile(enterpriseId: string, bytes: Buffer, contentType: string): Promise<Part> {
  const id = randomUUID();
  const storeKey = `${enterpriseId}/exports/${id}`;
  await (await fileStore()).put(storeKey, bytes, { contentType, contentLength: bytes.length });
  // The id makes hashes of equal exports differ, because each file is private to its owner.
  const sha256 = createHash('sha256').update(id).update(bytes).digest('hex');
  return { id, storeKey, contentType, fileSize: bytes.length, sha256 };
}

/**
 * Stores the rows of the files, which exist already: a file without a row is harmless, a row without its file is not. The
 * files after the first one get their own records.
 * @returns false when the export was deleted concurrently or finished by another run
 */
async function storeParts(job: Job, parts: Part[], now: Date): Promise<boolean> {
  return withTenant(job.enterpriseId, async (db) => {
    const [record] = await db.select().from(exportRecord).where(oneBeingMade(job)).for('update');
    if (!record) return false;
    for (const [index, { id: fileId, ...stored }] of parts.entries()) {
      const fileName = parts.length === 1 ? record.fileName : record.fileName.replace(/(?=\.\w+$)/, `_${index + 1}`);
      await insertFiles(db, [
        {
          enterpriseId: job.enterpriseId,
          id: fileId,
          ...stored,
          fileName,
          visibility: 'private',
          uploadedBy: record.userId,
          gmtCreate: now,
        },
      ]);
      const made = { fileId, fileName, fileSize: stored.fileSize, exportStatus: READY, finishedAt: now };
      if (index === 0) await db.update(exportRecord).set(made).where(oneBeingMade(job));
      else await db.insert(exportRecord).values({ ...record, ...made, id: randomUUID() });
    }
    await tellRequesters(db, [record], 'ready', now);
    return true;
  });
}

async function deleteParts(parts: Part[]): Promise<void> {
  const store = await fileStore();
  for (const { storeKey } of parts) {
    await store.delete(storeKey).catch((error: unknown) => {
      writeLog('warn', { msg: 'a file of an export could not be deleted', storeKey, error: String(error) });
    });
  }
}
