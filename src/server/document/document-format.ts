/** How a document is shown; `text` and `markdown` are plain files, `pdf` is drawn by the browser. */
export type DocumentFormat = 'pdf' | 'docx' | 'xlsx' | 'csv' | 'pptx' | 'text' | 'markdown' | 'picture';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const FORMATS: Record<string, DocumentFormat> = {
  'application/pdf': 'pdf',
  [`${OFFICE}wordprocessingml.document`]: 'docx',
  [`${OFFICE}spreadsheetml.sheet`]: 'xlsx',
  [`${OFFICE}presentationml.presentation`]: 'pptx',
  'text/csv': 'csv',
  'text/plain': 'text',
  'text/markdown': 'markdown',
};

/** Type of the old formats .doc, .xls and .ppt. */
export const OLD_OFFICE = 'application/x-cfb';
/** Types of files of which LibreOffice makes a PDF, where it is installed: slides, and the old formats. */
export const OFFICE_TYPES = [OLD_OFFICE, `${OFFICE}presentationml.presentation`];

/** Returns the format of a document by the type that was determined from its content; null if it cannot be shown. */
export function documentFormat(mime: string): DocumentFormat | null {
  return FORMATS[mime] ?? (mime.startsWith('image/') ? 'picture' : null);
}
