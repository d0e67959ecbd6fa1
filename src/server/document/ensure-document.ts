import { and, eq } from 'drizzle-orm';
import { document, documentPage } from './tables.ts';
import { file } from '#src/server/file/tables.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { isMissing, readBytes } from '#src/server/file/store.ts';
import { convertDocument } from './convert/convert-document.ts';
import type { Conversion } from './convert/conversion.ts';
import { type DocumentFormat, documentFormat, OLD_OFFICE } from './document-format.ts';

type File = Pick<typeof file.$inferSelect, 'id' | 'enterpriseId' | 'storeKey' | 'fileSize' | 'contentType'>;
export type StoredDocument = Pick<typeof document.$inferSelect, 'pageCount' | 'problem'>;

/** Maximum size of a file that is read, bytes. */
const MAX_BYTES: Record<DocumentFormat, number> = {
  pdf: 150 * 1024 * 1024,
  docx: 40 * 1024 * 1024,
  xlsx: 40 * 1024 * 1024,
  pptx: 100 * 1024 * 1024,
  csv: 20 * 1024 * 1024,
  text: 5 * 1024 * 1024,
  markdown: 5 * 1024 * 1024,
  picture: Infinity,
};

/** Forgets what is known about a document whose bytes were replaced. */
export async function forgetDocument(db: TenantDb, enterpriseId: string, fileId: string): Promise<void> {
  await db.delete(document).where(and(eq(document.enterpriseId, enterpriseId), eq(document.fileId, fileId)));
}

const inProgress = new Map<string, Promise<StoredDocument>>();

/**
 * Returns what is known about a document; the first time it is read, and converted if the browser cannot show it. Requests
 * for the same file share the work.
 * @throws Error when the file store does not answer, AppError 429 and 503 as `convertDocument`; nothing is stored then, so that it is
 *   tried again
 */
export async function ensureDocument(stored: File): Promise<StoredDocument> {
  const found = await withTenant(stored.enterpriseId, (db) => readDocument(db, stored));
  if (found) return found;
  let making = inProgress.get(stored.id);
  if (!making) {
    making = make(stored).finally(() => inProgress.delete(stored.id));
    inProgress.set(stored.id, making);
  }
  return making;
}

async function readDocument(db: TenantDb, { enterpriseId, id }: File): Promise<StoredDocument | undefined> {
  const [row] = await db
    .select({ pageCount: document.pageCount, problem: document.problem })
    .from(document)
    .where(and(eq(document.enterpriseId, enterpriseId), eq(document.fileId, id)));
  return row;
}

async function make(stored: File): Promise<StoredDocument> {
  const conversion = await convert(stored);
  const { enterpriseId, id: fileId } = stored;
  return withTenant(enterpriseId, async (db) => {
    // The bytes that were read may have been replaced meanwhile.
    const [current] = await db
      .select({ storeKey: file.storeKey })
      .from(file)
      .where(and(eq(file.enterpriseId, enterpriseId), eq(file.id, fileId)))
      .for('share');
    const result =
      'problem' in conversion
        ? { pageCount: null, problem: conversion.problem }
        : { pageCount: conversion.pageCount, problem: null };
    if (current?.storeKey !== stored.storeKey) return result;
    const [row] = await db
      .insert(document)
      .values({ enterpriseId, fileId, ...result })
      .onConflictDoNothing()
      .returning();
    // Another process was faster: its result is kept.
    if (!row) return (await readDocument(db, stored))!;
    for (const [index, page] of ('pages' in conversion ? conversion.pages : []).entries()) {
      await db.insert(documentPage).values({ enterpriseId, fileId, number: index + 1, ...page });
    }
    return result;
  });
}

async function convert({ enterpriseId, storeKey, fileSize, contentType }: File): Promise<Conversion> {
  if (contentType === OLD_OFFICE) return { problem: 'oldFormat' };
  const format = documentFormat(contentType);
  if (!format) return { problem: 'unsupported' };
  if (format === 'picture') return { pageCount: 1, pages: [] };
  if (fileSize > MAX_BYTES[format]) return { problem: 'tooLarge' };
  if (fileSize === 0)
    return isText(format) ? { pageCount: 1, pages: [{ title: null, html: '' }] } : { problem: 'broken' };
  try {
    const bytes = await readBytes(storeKey, 0, fileSize - 1);
    return await convertDocument({ format, bytes }, enterpriseId);
  } catch (error) {
    if (isMissing(error)) return { problem: 'broken' };
    throw error;
  }
}

/** An empty text is a text; an empty Office file is not one. */
const isText = (format: DocumentFormat) => format === 'text' || format === 'markdown' || format === 'csv';
