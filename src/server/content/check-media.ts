import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import type { Sources } from '#src/server/content/check-references.ts';
import { valueAt } from '#src/server/content/issues.ts';
import { mp4Duration } from '#src/server/content/media-duration.ts';
import { places, type Report } from '#src/server/content/located.ts';
import type { Media } from '#src/server/content/pack.ts';
import { MAX_TEXT_BYTES } from '#src/server/content/read-text.ts';
import { didYouMean } from '#src/server/content/suggest.ts';

/** File endings per use. The content has to agree: a renamed file is found out. */
const allowed = {
  picture: ['png', 'jpg', 'jpeg', 'webp'],
  video: ['mp4', 'webm'],
  audio: ['m4a', 'mp3'],
  document: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt'],
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
const plainText: Record<string, string> = { txt: 'text/plain', vtt: 'text/vtt' };

const pictures: { kind: keyof Sources; at: string[] }[] = [
  { kind: 'site', at: ['websiteIco'] },
  { kind: 'site', at: ['logo'] },
  { kind: 'site', at: ['banners', '*', 'picture'] },
  { kind: 'people', at: ['*', 'headPortrait'] },
  { kind: 'lecturers', at: ['*', 'photo'] },
  { kind: 'courses', at: ['cover'] },
  { kind: 'projects', at: ['*', 'cover'] },
  { kind: 'announcements', at: ['cover'] },
];
const resourceUses: Record<number, Use> = { 2: 'video', 3: 'audio', 4: 'document', 5: 'picture', 6: 'archive' };

/** Anything that a resource may be can be attached; of what is none of it, a document is asked for. */
function attachmentUse(written: unknown): Use {
  const ending = extname(String(written)).slice(1).toLowerCase();
  const uses = Object.values(resourceUses);
  return uses.find((use) => allowed[use].includes(ending)) ?? 'document';
}

/** Checks every media file the pack refers to, and returns what each one is. */
export async function checkMedia(
  folder: string,
  sources: Sources,
  durations: ReadonlyMap<string, number>,
  report: Report,
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
    if (!verdicts.has(written)) verdicts.set(written, inspect(root, written, present));
    const verdict = await verdicts.get(written)!;
    if (typeof verdict === 'string') report({ file, line, message: verdict });
    else {
      const durationSeconds = durations.get(written) ?? verdict.durationSeconds;
      media.set(written, durationSeconds === undefined ? verdict : { ...verdict, durationSeconds });
    }
  };

  for (const { kind, at } of pictures) {
    for (const source of sources[kind]) {
      for (const { path, value } of places(source.raw, at))
        await check(source.file, source.lineOf(path), value, 'picture');
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
      await check(source.file, line('captions'), valueAt(value, ['captions']), 'caption');
      const found = media.get(String(valueAt(value, ['file'])));
      if (
        (use === 'video' || use === 'audio') &&
        found &&
        !found.durationSeconds &&
        !valueAt(value, ['totalDuration'])
      ) {
        const message = `how long "${found.path}" plays is unknown: write "totalDuration" in seconds`;
        report({ file: source.file, line: line('file'), message });
      }
    }
  }
  return media;
}

async function inspect(root: string, written: string, present: string[]): Promise<Media | string> {
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
    if (text.includes(0)) return `the file "${written}" does not hold text`;
    if (ending === 'vtt' && !/^\uFEFF?WEBVTT/.test(text.toString('utf8'))) {
      return `the file "${written}" should start with WEBVTT`;
    }
    return { path: written, absolute: real, bytes: facts.size, mime: plainText[ending]! };
  }
  const found = await fileTypeFromFile(real);
  if (!found || !mimes[ending]?.includes(found.mime)) {
    return `the file "${written}" holds ${found?.mime ?? 'something unknown'}, not what its name says`;
  }
  const durationSeconds = ending === 'mp4' || ending === 'm4a' ? await mp4Duration(real) : undefined;
  return {
    path: written,
    absolute: real,
    bytes: facts.size,
    mime: mimes[ending][0]!,
    ...(durationSeconds ? { durationSeconds } : {}),
  };
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function listMedia(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'media'), { recursive: true }).catch(() => []);
  return entries.map((entry) => `media/${entry.split(sep).join('/')}`);
}
