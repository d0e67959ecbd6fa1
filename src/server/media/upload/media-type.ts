import type { MediaKind } from '#src/contract/rules/media.ts';
import { AppError } from '#src/server/core/app-error.ts';

export type MediaType = { kind: MediaKind; mime: string; ending: string };

/** Bytes of pictures and texts, which are read as a whole. */
export const MAX_BYTES = { picture: 50 * 1024 * 1024, text: 5 * 1024 * 1024 };

const OFFICE = 'application/vnd.openxmlformats-officedocument';
/** What the content is, by what `file-type` detects. */
const TYPES: Record<string, MediaType> = {
  'video/mp4': { kind: 'video', mime: 'video/mp4', ending: 'mp4' },
  'video/webm': { kind: 'video', mime: 'video/webm', ending: 'webm' },
  'audio/mp4': { kind: 'audio', mime: 'audio/mp4', ending: 'm4a' },
  'audio/x-m4a': { kind: 'audio', mime: 'audio/mp4', ending: 'm4a' },
  'audio/mpeg': { kind: 'audio', mime: 'audio/mpeg', ending: 'mp3' },
  'image/png': { kind: 'picture', mime: 'image/png', ending: 'png' },
  'image/jpeg': { kind: 'picture', mime: 'image/jpeg', ending: 'jpg' },
  'image/webp': { kind: 'picture', mime: 'image/webp', ending: 'webp' },
  'application/pdf': { kind: 'document', mime: 'application/pdf', ending: 'pdf' },
  [`${OFFICE}.wordprocessingml.document`]: document('docx', `${OFFICE}.wordprocessingml.document`),
  [`${OFFICE}.spreadsheetml.sheet`]: document('xlsx', `${OFFICE}.spreadsheetml.sheet`),
  [`${OFFICE}.presentationml.presentation`]: document('pptx', `${OFFICE}.presentationml.presentation`),
  'application/zip': { kind: 'archive', mime: 'application/zip', ending: 'zip' },
};
/** One format contains all of them: only the name tells which. */
const OLD_OFFICE = ['doc', 'xls', 'ppt'];
/** Texts have no format that could be detected. */
const TEXTS: Record<string, string> = { txt: 'text/plain', md: 'text/markdown', csv: 'text/csv' };
const SAME_ENDINGS: Record<string, string> = { jpeg: 'jpg' };

function document(ending: string, mime: string): MediaType {
  return { kind: 'document', mime, ending };
}

type Content = {
  /** Bytes. */
  size: number;
  readText: () => Promise<Buffer>;
  hasPicture: () => Promise<boolean>;
};

/**
 * Says what a file is.
 * @param detected media type by content; undefined: unknown, e.g. a text
 * @param ending of its name, lower case
 * @returns `ending`: the one that its name should have
 * @throws AppError 415 for what the library does not take, 422 for a text that is none
 */
export async function findType(detected: string | undefined, ending: string, content: Content): Promise<MediaType> {
  if (detected === 'application/x-cfb' && OLD_OFFICE.includes(ending)) return document(ending, detected);
  if (detected === undefined && TEXTS[ending]) {
    if (content.size > MAX_BYTES.text) throw new AppError(422, 'mediaTextTooLarge');
    if ((await content.readText()).includes(0)) throw new AppError(415, 'mediaType');
    return document(ending, TEXTS[ending]);
  }
  const type = detected === undefined ? undefined : TYPES[detected];
  if (!type) throw new AppError(415, 'mediaType');
  // Sound alone in the container of videos.
  if (type.mime === 'video/mp4' && ending === 'm4a' && !(await content.hasPicture())) return TYPES['audio/mp4']!;
  return SAME_ENDINGS[ending] === type.ending ? { ...type, ending } : type;
}
