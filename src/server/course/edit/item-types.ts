import type { CourseItem } from './course-document.ts';

type Columns = { contentType: number; resourceType: number | null };
type Stored = Columns & { activity: string | null; fileId: string | null };

/** Columns of a resource by its type. */
const COLUMNS: Record<CourseItem['type'], Columns> = {
  folder: { contentType: 2, resourceType: null },
  video: { contentType: 2, resourceType: 2 },
  audio: { contentType: 2, resourceType: 3 },
  document: { contentType: 2, resourceType: 4 },
  image: { contentType: 4, resourceType: 5 },
  archive: { contentType: 2, resourceType: 6 },
  exam: { contentType: 3, resourceType: null },
  questionnaire: { contentType: 5, resourceType: null },
  training: { contentType: 6, resourceType: null },
  practice: { contentType: 7, resourceType: null },
  evaluation: { contentType: 8, resourceType: null },
  live: { contentType: 2, resourceType: null },
  link: { contentType: 2, resourceType: 7 },
};
const BY_CONTENT: Record<number, CourseItem['type']> = {
  ...{ 3: 'exam', 4: 'image', 5: 'questionnaire', 6: 'training', 7: 'practice', 8: 'evaluation' },
};
const BY_RESOURCE: Record<number, CourseItem['type']> = {
  ...{ 2: 'video', 3: 'audio', 4: 'document', 5: 'image', 6: 'archive' },
};

export const columnsOf = (type: CourseItem['type']): Columns => COLUMNS[type];

/** Types whose items are files, with the first part of the content types of their files. */
export const FILE_TYPES: Partial<Record<CourseItem['type'], RegExp>> = {
  video: /^video\//,
  audio: /^audio\//,
  document: /^(application|text)\//,
  image: /^image\//,
  archive: /^application\//,
};

/** Type of a stored resource. The recording of a live class makes it no video. */
export function typeOf({ contentType, resourceType, activity, fileId }: Stored): CourseItem['type'] {
  if (activity === 'live') return 'live';
  if (resourceType === 7) return 'link';
  return BY_CONTENT[contentType] ?? (resourceType === null || fileId === null ? 'folder' : BY_RESOURCE[resourceType]!);
}
