import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { checkMedia } from '#src/server/content/check-media.ts';
import { checkReferences, type Sources } from '#src/server/content/check-references.ts';
import { checkSharedBanks } from '#src/server/content/check-shared-banks.ts';
import { readCsv } from '#src/server/content/csv-file.ts';
import { MAX_TEXT } from '#src/server/content/fields.ts';
import type { Located, Report } from '#src/server/content/located.ts';
import * as shape from '#src/server/content/pack.ts';
import { Bank, Exam } from '#src/server/content/pack-exams.ts';
import { History } from '#src/server/content/pack-history.ts';
import type { Announcement, Mistake, Pack } from '#src/server/content/pack.ts';
import { readText } from '#src/server/content/read-text.ts';
import { didYouMean } from '#src/server/content/suggest.ts';
import { readYaml } from '#src/server/content/yaml-file.ts';

const singleFiles = [
  'site.yaml',
  'people.csv',
  'lecturers.yaml',
  'certificates.yaml',
  'tasks.yaml',
  'projects.yaml',
  'reactions.yaml',
  'history.yaml',
  'comments.yaml',
];
const folders: Record<string, string> = {
  articles: '.yaml',
  courses: '.yaml',
  banks: '.yaml',
  exams: '.yaml',
  announcements: '.md',
};
const ignored = /^\.|^README\.md$|^Thumbs\.db$/;

/**
 * Reads a content pack. Either `pack` is complete and `mistakes` is empty, or `pack` is null and `mistakes` holds
 * everything that is wrong with it, ordered by file and line. `warnings`, in the same order, stop nothing. Nothing is
 * changed anywhere. docs/content-packs.md
 */
export async function readPack(
  folder: string,
): Promise<{ pack: Pack | null; mistakes: Mistake[]; warnings: Mistake[] }> {
  const mistakes: Mistake[] = [];
  const warnings: Mistake[] = [];
  const report: Report = (mistake) => mistakes.push(mistake);
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) {
    return { pack: null, mistakes: [{ file: folder, line: 1, message: 'is not a folder' }], warnings };
  }
  const files = await listFiles(folder, report);
  const unreadable = new Set<keyof Sources>();

  /** Reads files of one kind; a file that cannot be read at all is remembered in `unreadable`. */
  const read = async <Value>(
    kind: keyof Sources,
    names: string[],
    reader: (file: string, text: string) => Located<Value> | undefined,
  ) => {
    const found: Located<Value>[] = [];
    for (const file of names) {
      const text = await readText(folder, file, report);
      const located = text === undefined ? undefined : reader(file, text);
      if (located) found.push(located);
      else unreadable.add(kind);
    }
    return found;
  };
  const yaml = <Schema extends z.ZodType>(kind: keyof Sources, names: string[], schema: Schema) =>
    read(kind, names, (file, text) => readYaml(file, text, schema, report));
  const within = (name: string) => files.filter((file) => file.startsWith(`${name}/`));
  const present = (name: string) => files.filter((file) => file === name);

  const site = await yaml('site', ['site.yaml'], shape.Site);
  const people = await read('people', ['people.csv'], (file, text) =>
    readCsv(file, text, shape.Person, Object.keys(shape.Person.shape), report),
  );
  const articles = await yaml('articles', within('articles'), shape.Article);
  const lecturers = await yaml('lecturers', present('lecturers.yaml'), shape.Lecturers);
  const courses = await yaml('courses', within('courses'), shape.Course);
  const banks = await yaml('banks', within('banks'), Bank);
  const exams = await yaml('exams', within('exams'), Exam);
  const certificates = await yaml('certificates', present('certificates.yaml'), shape.Certificates);
  const tasks = await yaml('tasks', present('tasks.yaml'), shape.Tasks);
  const projects = await yaml('projects', present('projects.yaml'), shape.Projects);
  const reactions = await yaml('reactions', present('reactions.yaml'), shape.Reactions);
  const history = await yaml('history', present('history.yaml'), History);
  const comments = await yaml('comments', present('comments.yaml'), shape.Comments);
  const announcements = await read('announcements', within('announcements'), (file, text) =>
    readAnnouncement(file, text, report),
  );
  const sources: Sources = {
    site, articles, people, lecturers, courses, banks, exams, certificates, tasks, projects, reactions, history,
    announcements, comments,
  }; // prettier-ignore
  checkReferences(sources, unreadable, report);
  checkSharedBanks(exams, (warning) => warnings.push(warning));
  const media = await checkMedia(folder, sources, await readDurations(folder, files, report), report);

  const byPlace = (a: Mistake, b: Mistake) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1);
  mistakes.sort(byPlace);
  warnings.sort(byPlace);
  if (mistakes.length > 0) return { pack: null, mistakes, warnings };
  const values = <Value>(located: Located<Value>[]) => located.map((entry) => entry.value as Value);
  const pack: Pack = {
    folder,
    site: values(site)[0]!,
    articles: values(articles),
    people: values(people).flat(),
    lecturers: values(lecturers).flat(),
    courses: values(courses),
    banks: values(banks),
    exams: values(exams),
    certificates: values(certificates).flat(),
    tasks: values(tasks).flat(),
    projects: values(projects).flat(),
    reactions: values(reactions).flat(),
    history: values(history)[0] ?? { trainings: [], checkIns: [] },
    announcements: values(announcements),
    comments: values(comments).flat(),
    media,
  };
  return { pack, mistakes, warnings };
}

/** What the media script wrote down, for formats whose length is not easily read. JSON is YAML, so it gets its lines too. */
async function readDurations(folder: string, files: string[], report: Report): Promise<Map<string, number>> {
  const file = 'media/manifest.json';
  const text = files.includes(file) ? await readText(folder, file, report) : undefined;
  const manifest = text === undefined ? undefined : readYaml(file, text, shape.Manifest, report)?.value;
  return new Map(
    Object.entries(manifest ?? {}).flatMap(([path, { durationSeconds }]) =>
      durationSeconds === undefined ? [] : [[path, durationSeconds] as const],
    ),
  );
}

function readAnnouncement(file: string, text: string, report: Report): Located<Announcement> | undefined {
  const parts = /^---\r?\n([\s\S]*?\r?\n)---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text);
  if (!parts) {
    report({ file, line: 1, message: 'should start with front matter between two lines of ---' });
    return undefined;
  }
  const head = readYaml(file, parts[1]!, shape.AnnouncementHead, report, 1);
  if (!head) return undefined;
  const body = (parts[2] ?? '').trim();
  if (body === '') {
    report({ file, line: parts[1]!.split('\n').length + 1, message: 'should have text after the front matter' });
    return { ...head, value: undefined };
  }
  if (body.length > MAX_TEXT) {
    const message = `the text should be at most ${MAX_TEXT} characters long`;
    report({ file, line: parts[1]!.split('\n').length + 1, message });
  }
  return { ...head, value: head.value && { ...head.value, body } };
}

/** The pack's files by their path in it, sorted; whatever does not belong in a pack is reported. */
async function listFiles(folder: string, report: Report): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (ignored.test(name)) continue;
    if (entry.isDirectory()) {
      if (name === 'media') {
        for (const inner of await readdir(join(folder, name)))
          if (inner === 'manifest.json') files.push(`media/${inner}`);
        continue;
      }
      const ending = folders[name];
      if (ending === undefined) {
        const hint = didYouMean(name, [...Object.keys(folders), 'media']);
        report({ file: name, line: 1, message: `is not a folder of a content pack${hint}` });
        continue;
      }
      for (const inner of await readdir(join(folder, name))) {
        if (ignored.test(inner)) continue;
        if (inner.endsWith(ending)) files.push(`${name}/${inner}`);
        else report({ file: `${name}/${inner}`, line: 1, message: `should be a file that ends in ${ending}` });
      }
    } else if (singleFiles.includes(name)) files.push(name);
    else report({ file: name, line: 1, message: `is not a file of a content pack${didYouMean(name, singleFiles)}` });
  }
  return files.sort();
}
