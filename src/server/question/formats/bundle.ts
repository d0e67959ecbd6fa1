import { zipSync } from 'fflate';
import type { QuestionDraft, WrittenFile } from './draft.ts';
import { filesOf } from './pictures.ts';

/** Time of the entries of an archive: the same questions give the same bytes. */
const TIME = new Date('2000-01-01T00:00:00Z');

/** Packs files as a zip. Files that are compressed already are only stored. */
export const zip = (entries: Record<string, Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(entries).map(([name, bytes]) => [
        name,
        [bytes, { level: /\.(xml|txt|svg)$/.test(name) ? 6 : 0, mtime: TIME }],
      ]),
    ),
  );

/** Returns a written file, or a zip of it and the pictures that the questions refer to. */
export function bundle(
  written: WrittenFile,
  drafts: QuestionDraft[],
  files: ReadonlyMap<string, Uint8Array>,
): WrittenFile {
  const used = filesOf(drafts, files);
  if (used.size === 0) return written;
  const bytes = zip({ [written.name]: written.bytes, ...Object.fromEntries(used) });
  return { name: written.name.replace(/\.[a-z]+$/, '.zip'), mediaType: 'application/zip', bytes };
}
