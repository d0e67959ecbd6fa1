import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { document } from '#src/server/document/tables.ts';
import type { file } from '#src/server/file/tables.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { errorText } from '#src/server/core/operator-error.ts';
import { readable } from '#src/server/file/make-rendition.ts';
import { PDF, renditionKey } from '#src/server/file/rendition.ts';
import {
  failRendition,
  finishRendition,
  MAX_ATTEMPTS,
  type RenditionKey,
  startRendition,
} from '#src/server/file/rendition-row.ts';
import { fileStore } from '#src/server/file/store.ts';
import { convertDocument } from '../convert/convert-document.ts';
import { ensureDocument } from '../ensure-document.ts';
import { officePath, type OfficeLimits, runOffice } from './run-office.ts';

/** Largest file that is converted, bytes; and limits of the conversion, the last one also of the PDF. */
const MAX_BYTES = 100 * 1024 * 1024;
const LIMITS: OfficeLimits = { seconds: 240, memoryMb: 4_096, fileMb: 150 };
/** Ending of the input, by which LibreOffice chooses how to read it; others count as a document of Word. */
const ENDING = /\.(docx?|xlsx?|pptx?|ppsx?)$/i;

/** A file of which no PDF can be made, however often it is tried. */
class Refused extends Error {}

/**
 * Makes a PDF of an Office file of a course and shows that from now on, page by page; the file itself is not changed. May run
 * again at any time, also twice at once.
 * @returns null when there is nothing to do or it is done; otherwise why it failed
 */
export async function makePdf(key: RenditionKey, now: Date, limits = LIMITS): Promise<string | null> {
  const office = officePath();
  if (!office) return null;
  const source = await withTenant(key.enterpriseId, (db) => startRendition(db, key));
  if (!source) return null;
  const folder = await mkdtemp(join(tmpdir(), 'zhixing-office-'));
  try {
    const { bytes, pageCount } = await convert(office, source, folder, limits);
    const name = randomUUID();
    const store = await fileStore();
    await store.put(renditionKey(source.storeKey, name, PDF), bytes, { contentType: 'application/pdf' });
    await withTenant(key.enterpriseId, async (db) => {
      const isCurrent = await finishRendition(db, key, { folder: name, storeKey: source.storeKey }, now);
      if (isCurrent) await showPdf(db, key, pageCount);
    });
    return null;
  } catch (error) {
    const text = errorText(error);
    const attempts = error instanceof Refused ? MAX_ATTEMPTS : source.attempts;
    await withTenant(key.enterpriseId, (db) => failRendition(db, key, { ...source, attempts }, text));
    return text;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Source = typeof file.$inferSelect;

async function convert(office: string, source: Source, folder: string, limits: OfficeLimits) {
  if (source.fileSize > MAX_BYTES) throw new Refused(`the file is larger than ${MAX_BYTES / 1024 ** 2} MB`);
  // What the portal does not open is not given to another program either: bombs, files with a password, damaged ones.
  const { problem } = await ensureDocument(source);
  if (problem !== null && problem !== 'oldFormat') throw new Refused(`the file is not shown: ${problem}`);
  const input = join(folder, `input${ENDING.exec(source.fileName)?.[0].toLowerCase() ?? '.doc'}`);
  const path = await readable(source.storeKey, input);
  if (path !== input) await copyFile(path, input);
  const { code, messages } = await runOffice(office, { input, folder }, limits);
  if (code !== 0) throw new Error(`LibreOffice ${code === null ? 'was killed' : `ended with ${code}`}: ${messages}`);
  const made = join(folder, 'out', 'input.pdf');
  const size = await stat(made).then(
    (found) => (found.isFile() ? found.size : 0),
    () => 0,
  );
  // It also ends with 0 when it could not read the file.
  if (size === 0) throw new Error(`LibreOffice made no PDF: ${messages}`);
  if (size > limits.fileMb * 1024 ** 2) throw new Refused('the PDF is too large');
  const bytes = await readFile(made);
  const counted = await convertDocument({ format: 'pdf', bytes: new Uint8Array(bytes) }, source.enterpriseId);
  if ('problem' in counted) throw new Refused(`the PDF cannot be shown: ${counted.problem}`);
  return { bytes, pageCount: counted.pageCount };
}

/** What the portal read from the file itself stays stored, for those who are reading it at this moment. */
async function showPdf(db: TenantDb, { enterpriseId, fileId }: RenditionKey, pageCount: number): Promise<void> {
  await db
    .insert(document)
    .values({ enterpriseId, fileId, pageCount, problem: null })
    .onConflictDoUpdate({ target: [document.enterpriseId, document.fileId], set: { pageCount, problem: null } });
}
