import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import { COMMUNITY_TEXTS } from '#src/server/content/check-community.ts';
import type { Sources } from '#src/server/content/check-references.ts';
import { valueAt } from '#src/server/content/issues.ts';
import { markdownPictures } from '#src/server/pack/markdown-document.ts';
import { mediaDuration } from '#src/server/file/media-duration.ts';
import { places, type Report } from '#src/server/pack/located.ts';
import type { Media } from '#src/server/pack/pack.ts';
import { MAX_TEXT_BYTES } from '#src/server/content/read-text.ts';
import { parseVtt } from '#src/lib/web-vtt.ts';
import { isSound, PACK_FILE, QUESTION_TEXTS } from '#src/server/pack/question-files.ts';
import { didYouMean } from '#src/server/pack/suggest.ts';

/** File extensions per use. The content must match, so renamed files are rejected. */
const allowed = {
  picture: ['png', 'jpg', 'jpeg', 'webp'],
  video: ['mp4', 'webm'],
  audio: ['m4a', 'mp3'],
  document: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'csv', 'ppt', 'pptx', 'txt', 'md'],
  archive: ['zip'],
  caption: ['vtt'],
};
type Use = keyof typeof allowed;

const mimes: Record<string, string[]> = {
  png: ['image/png'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  webp: ['image/webp'],
  mp4: ['video/mp4'],
  webm: ['video/webm'],
  m4a: ['audio/mp4', 'audio/x-m4a', 'video/mp4'],
  mp3: ['audio/mpeg'],
  pdf: ['application/pdf'],
  doc: ['application/x-cfb'],
  xls: ['application/x-cfb'],
  ppt: ['application/x-cfb'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  zip: ['application/zip'],
};
const plainText: Record<string, string> = {
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  vtt: 'text/vtt',
};

const pictures: { kind: keyof Sources; at: string[] }[] = [
  { kind: 'site', at: ['websiteIco'] },
  { kind: 'site', at: ['logo'] },
  { kind: 'site', at: ['banners', '*', 'picture'] },
  { kind: 'people', at: ['*', 'headPortrait'] },
  { kind: 'lecturers', at: ['*', 'photo'] },
  { kind: 'courses', at: ['cover'] },
  { kind: 'projects', at: ['*', 'cover'] },
  { kind: 'announcements', at: ['cover'] },
  { kind: 'certificateTemplates', at: ['*', 'background'] },
  { kind: 'certificateTemplates', at: ['*', 'elements', '*', 'picture'] },
  { kind: 'community', at: ['blogs', '*', 'cover'] },
  { kind: 'community', at: ['questions', '*', 'cover'] },
];
const resourceUses: Record<number, Use> = { 2: 'video', 3: 'audio', 4: 'document', 5: 'picture', 6: 'archive' };

/**
 * Returns the use of an attachment by its extension: attachments may be of any type of resource. Unknown ones count as
 * documents.
 */
function attachmentUse(written: unknown): Use {
  const ending = extname(String(written)).slice(1).toLowerCase();
  const uses = Object.values(resourceUses);
  return uses.find((use) => allowed[use].includes(ending)) ?? 'document';
}

/**
 * Checks every media file that the pack refers to. Broken captions are reported to `warn`.
 * @returns the valid files by their path in the pack
 */
export async function checkMedia(
  folder: string,
  sources: Sources,
  durations: ReadonlyMap<string, number>,
  report: Report,
  warn: Report,
): Promise<Map<string, Media>> {
  const root = await realpath(folder);
  const media = new Map<string, Media>();
  const present = await listMedia(folder);
  const verdicts = new Map<string, Promise<Media | string>>();

  const check = async (file: string, line: number, written: unknown, use: Use | undefined) => {
    if (typeof written !== 'string' || written === '' || use === undefined) return;
    const ending = extname(written).slice(1).toLowerCase();
    if (!allowed[use].includes(ending)) {
      report({ file, line, message: `"${written}" should be a ${use}: ${allowed[use].join(', ')}` });
      return;
    }
    if (!verdicts.has(written)) verdicts.set(written, inspect(root, written, present, durations.get(written)));
    const verdict = await verdicts.get(written)!;
    if (typeof verdict === 'string') report({ file, line, message: verdict });
    else media.set(written, verdict);
  };
  /** Captions with mistakes are used as far as they can be read. */
  const checkCaptions = async (file: string, line: number, written: unknown) => {
    const isNew = !media.has(String(written));
    await check(file, line, written, 'caption');
    const found = media.get(String(written));
    if (!found || !isNew) return;
    const { problems } = parseVtt(await readFile(found.absolute, 'utf8'));
    for (const problem of problems) warn({ file: found.path, line: problem.line, message: problem.message });
  };

  for (const { kind, at } of pictures) {
    for (const source of sources[kind]) {
      for (const { path, value } of places(source.raw, at))
        await check(source.file, source.lineOf(path), value, 'picture');
    }
  }
  for (const source of sources.community) {
    for (const { path, value } of COMMUNITY_TEXTS.flatMap((at) => places(source.raw, at))) {
      const inText = typeof value === 'string' ? markdownPictures(value) : [];
      for (const picture of inText.filter((address) => address.startsWith('media/')))
        await check(source.file, source.lineOf(path), picture, 'picture');
    }
  }
  for (const source of sources.banks) {
    for (const { path, value } of QUESTION_TEXTS.flatMap((at) => places(source.raw, at))) {
      for (const [, , written = ''] of String(value).matchAll(PACK_FILE))
        await check(source.file, source.lineOf(path), written, isSound(written) ? 'audio' : 'picture');
    }
  }
  for (const source of sources.announcements) {
    for (const { path, value } of places(source.raw, ['attachments', '*']))
      await check(source.file, source.lineOf(path), value, attachmentUse(value));
  }
  for (const source of sources.courses) {
    for (const { path, value } of places(source.raw, ['resources', '**'])) {
      const line = (key: string) => source.lineOf([...path, key]);
      const use = resourceUses[Number(valueAt(value, ['resourceType']))];
      await check(source.file, line('file'), valueAt(value, ['file']), use);
      const captions = valueAt(value, ['captions']);
      for (const written of captions !== null && typeof captions === 'object' ? Object.values(captions) : [captions])
        await checkCaptions(source.file, line('captions'), written);
      const recording = valueAt(value, ['live', 'recording']);
      await check(source.file, source.lineOf([...path, 'live', 'recording']), recording, 'video');
      const found = media.get(String(valueAt(value, ['file'])));
      if (
        (use === 'video' || use === 'audio') &&
        found &&
        !found.durationSeconds &&
        !valueAt(value, ['totalDuration'])
      ) {
        const message = `the duration of "${found.path}" is unknown: set "totalDuration" in seconds`;
        report({ file: source.file, line: line('file'), message });
      }
      const seconds = Number(valueAt(value, ['totalDuration']) ?? found?.durationSeconds);
      for (const question of places(value, ['questions', '*', 'at'])) {
        if (Number(question.value) < seconds || !found) continue;
        const message = `"at" should be before the end of the file at ${Math.floor(seconds)} s, but is ${String(question.value)}`;
        report({ file: source.file, line: source.lineOf([...path, ...question.path]), message });
      }
    }
  }
  return media;
}

/** @param declared duration in the manifest; the file is not analysed then */
async function inspect(
  root: string,
  written: string,
  present: string[],
  declared: number | undefined,
): Promise<Media | string> {
  const absolute = resolve(root, written);
  const outside = `"${written}" points outside the pack's folder`;
  if (isAbsolute(written) || !isInside(root, absolute)) return outside;
  const real = await realpath(absolute).catch(() => undefined);
  if (real === undefined) return `there is no file "${written}"${didYouMean(written, present)}`;
  if (!isInside(root, real)) return outside;
  const facts = await stat(real);
  if (!facts.isFile()) return `"${written}" is not a file`;
  if (facts.size === 0) return `the file "${written}" is empty`;
  const ending = extname(written).slice(1).toLowerCase();
  if (ending in plainText) {
    if (facts.size > MAX_TEXT_BYTES) return `the file "${written}" is larger than ${MAX_TEXT_BYTES / 1024 / 1024} MB`;
    const text = await readFile(real);
    if (text.includes(0)) return `the file "${written}" does not contain text`;
    return { path: written, absolute: real, bytes: facts.size, mime: plainText[ending]! };
  }
  const found = await fileTypeFromFile(real);
  if (!found || !mimes[ending]?.includes(found.mime)) {
    return `the file "${written}" contains ${found?.mime ?? 'data of an unknown type'}, which does not match its name`;
  }
  const isTimed = allowed.video.includes(ending) || allowed.audio.includes(ending);
  const durationSeconds = declared ?? (isTimed ? await mediaDuration(real) : undefined);
  return {
    path: written,
    absolute: real,
    bytes: facts.size,
    mime: mimes[ending][0]!,
    ...(durationSeconds ? { durationSeconds } : {}),
  };
}

function isInside(root: string, path: string): boolean {
  const inner = relative(root, path);
  return inner !== '' && inner !== '..' && !inner.startsWith(`..${sep}`) && !isAbsolute(inner);
}

async function listMedia(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'media'), { recursive: true }).catch(() => []);
  return entries.map((entry) => `media/${entry.split(sep).join('/')}`);
}
