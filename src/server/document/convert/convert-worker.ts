import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type Conversion, type ConversionJob, type ConvertedPage, DocumentError, MAX_PAGES } from './conversion.ts';

/*
 * The thread that converts one document and ends: a file that needs too much memory or time ends with it and takes nothing
 * else along. It runs from source in the build too, like the thread that hashes passwords.
 */

/** Lower priority than the threads that serve requests; only Linux has one per thread. */
const NICENESS = 10;
if (process.platform === 'linux') setPriority(NICENESS);

async function convert({ format, bytes: sent }: ConversionJob): Promise<Conversion> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  if (format === 'picture') return { pageCount: 1, pages: [] };
  if (format === 'pdf') {
    const { countPdfPages } = await import('./count-pdf-pages.ts');
    return { pageCount: await countPdfPages(bytes), pages: [] };
  }
  const found = await pagesOf(format, bytes);
  // A document without anything in it is one empty page, not a damaged file.
  const pages = found.length > 0 ? found : [{ title: null, html: '' }];
  if (pages.length > MAX_PAGES.converted) throw new DocumentError('tooLarge');
  return { pageCount: pages.length, pages };
}

async function pagesOf(format: Exclude<ConversionJob['format'], 'pdf' | 'picture'>, bytes: Buffer) {
  switch (format) {
    case 'docx':
      return (await import('./convert-docx.ts')).convertDocx(bytes);
    case 'pptx':
      return (await import('./convert-pptx.ts')).convertPptx(bytes);
    case 'xlsx':
      return (await import('./convert-table.ts')).convertXlsx(bytes);
    case 'csv':
      return (await import('./convert-table.ts')).convertCsv(bytes);
    case 'markdown':
      return (await import('./convert-text.ts')).convertMarkdown(bytes);
    case 'text':
      return (await import('./convert-text.ts')).convertText(bytes) satisfies ConvertedPage[];
  }
}

const conversion = await convert(workerData as ConversionJob).catch((error: unknown): Conversion => {
  // What the readers of the formats report are damaged files: they get nothing but the bytes.
  return { problem: error instanceof DocumentError ? error.problem : 'broken' };
});
parentPort!.postMessage(conversion);
