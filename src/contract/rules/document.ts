/** What a document is, for its icon. */
export const DOCUMENT_KINDS = ['pdf', 'word', 'sheet', 'slides', 'text'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

const ENDINGS: Record<string, DocumentKind> = {
  pdf: 'pdf',
  ...{ doc: 'word', docx: 'word', odt: 'word', rtf: 'word' },
  ...{ xls: 'sheet', xlsx: 'sheet', csv: 'sheet', ods: 'sheet' },
  ...{ ppt: 'slides', pptx: 'slides', pps: 'slides', ppsx: 'slides', odp: 'slides' },
  ...{ txt: 'text', md: 'text' },
};

/** Returns what a file is by the ending of its name; null for other files. */
export const documentKind = (fileName: string | null): DocumentKind | null =>
  ENDINGS[fileName?.split('.').at(-1)?.toLowerCase() ?? ''] ?? null;
