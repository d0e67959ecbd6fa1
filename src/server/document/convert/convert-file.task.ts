import { type Conversion, type ConversionJob, type ConvertedPage, DocumentError, MAX_PAGES } from './conversion.ts';

/** Converts a document. What the readers of the formats report are damaged files: they get nothing but the bytes. */
export const run = (job: ConversionJob): Promise<Conversion> =>
  convert(job).catch((error: unknown) => ({ problem: error instanceof DocumentError ? error.problem : 'broken' }));

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
