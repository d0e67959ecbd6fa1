import type { DocumentKind } from '#src/contract/rules/document.ts';

const ICONS = {
  pdf: 'file-pdf',
  word: 'file',
  sheet: 'file-sheet',
  slides: 'file-slides',
  text: 'file-plain',
} as const satisfies Record<DocumentKind, string>;

type Resource = {
  contentType: number;
  resourceType: number | null;
  kind: string;
  documentKind?: DocumentKind | null;
};

/** The icon of a document by what it is. */
export const documentIcon = (kind: DocumentKind | null) => (kind === null ? 'file' : ICONS[kind]);

/** The icon of a course resource by contentType and resourceType; a live class has no resourceType. */
export function resourceIcon({ contentType, resourceType, kind, documentKind: document = null }: Resource) {
  if (contentType === 3) return 'exam';
  if (resourceType === 2 || kind === 'live') return 'video';
  if (resourceType === 3) return 'audio';
  if (resourceType === 4) return documentIcon(document);
  if (resourceType === 5 || contentType === 4) return 'image';
  if (resourceType === 6) return 'archive';
  if (resourceType === 7) return 'link';
  return contentType === 2 ? 'folder' : 'task';
}
