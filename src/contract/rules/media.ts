/** Kinds of files of the media library. */
export const MEDIA_KINDS = ['video', 'audio', 'document', 'picture', 'archive'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

export type UploadState = 'receiving' | 'checking' | 'ready' | 'done' | 'refused';

/** File name extensions by kind, as in content packs. */
export const MEDIA_ENDINGS: Record<MediaKind, readonly string[]> = {
  video: ['mp4', 'webm'],
  audio: ['m4a', 'mp3'],
  document: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'csv', 'ppt', 'pptx', 'txt', 'md'],
  picture: ['png', 'jpg', 'jpeg', 'webp'],
  archive: ['zip'],
};

export const MEDIA_LIMITS = {
  /** Characters of names of files and folders. */
  name: 200,
  folderName: 100,
  /** Levels of folders. */
  depth: 10,
  fingerprint: 500,
  /** Bytes of a file with captions. */
  captionBytes: 2 * 1024 * 1024,
  /** Days until an unfinished upload, a deleted file and a replaced version are removed. */
  uploadDays: 7,
  deletedDays: 30,
  /** Files that are shown as in use before others are deleted. */
  shownUsed: 20,
  /** Places of a file that are shown. */
  places: 100,
} as const;

/** For the file picker of a browser: `.mp4,.webm`. */
export const acceptOf = (kinds: readonly MediaKind[]): string =>
  kinds.flatMap((kind) => MEDIA_ENDINGS[kind].map((ending) => `.${ending}`)).join(',');

/** What a browser knows a file by after a reload. */
export const fingerprintOf = (
  { name, size, lastModified }: { name: string; size: number; lastModified: number },
  place: string,
): string => `${place}/${size}/${lastModified}/${name}`.slice(0, MEDIA_LIMITS.fingerprint);
