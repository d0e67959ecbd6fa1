import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { checkCommunityTexts } from '#src/server/content/check-community.ts';
import { checkMedia } from '#src/server/content/check-media.ts';
import { checkReferences, type Sources } from '#src/server/content/check-references.ts';
import { MAX_TEXT } from '#src/server/pack/fields.ts';
import type { Located, Report } from '#src/server/pack/located.ts';
import { Manifest, type Pack } from '#src/server/pack/pack.ts';
import type { Mistake } from '#src/server/pack/located.ts';
import { type Announcement, AnnouncementHead, Approvals, Comments, Reactions } from '#src/server/pack/pack-comments.ts';
import { Certificates, CertificateTemplates } from '#src/server/pack/pack-certificates.ts';
import { Course, Projects, Tasks } from '#src/server/pack/pack-courses.ts';
import { Lecturers, Person } from '#src/server/pack/pack-people.ts';
import { Article, Site } from '#src/server/pack/pack-site.ts';
import { Accommodations } from '#src/server/pack/pack-accommodations.ts';
import { CoachingPlans } from '#src/server/pack/pack-coaching.ts';
import { Community } from '#src/server/pack/pack-community.ts';
import { InitialEvaluations, Rubrics } from '#src/server/pack/pack-evaluation.ts';
import {
  checkMarkers,
  checkPractices,
  checkQuestionnaires,
  checkSharedBanks,
  checkSuperiors,
} from '#src/server/content/check-parts.ts';
import { DepartmentEntries, PositionEntries, RequirementEntries } from '#src/server/pack/pack-organisation.ts';
import { Questionnaire } from '#src/server/pack/pack-questionnaires.ts';
import { Bank, Exam } from '#src/server/pack/pack-exams.ts';
import { Sittings, Papers } from '#src/server/pack/pack-attempts.ts';
import { Practices } from '#src/server/pack/pack-practices.ts';
import { Orders } from '#src/server/pack/pack-orders.ts';
import { History } from '#src/server/pack/pack-history.ts';
import { PEOPLE_COLUMNS } from '#src/server/pack/people-columns.ts';
import { readText } from '#src/server/content/read-text.ts';
import { didYouMean } from '#src/server/pack/suggest.ts';
import { readTable } from '#src/server/content/table-file.ts';
import { readYaml } from '#src/server/content/yaml-file.ts';

/** The people, in one file or the other. */
const PEOPLE_FILES = ['people.csv', 'people.xlsx'];
const singleFiles = [
  'site.yaml',
  ...PEOPLE_FILES,
  'lecturers.yaml',
  'certificates.yaml',
  'certificate-templates.yaml',
  'tasks.yaml',
  'coaching.yaml',
  'projects.yaml',
  'reactions.yaml',
  'history.yaml',
  'orders.yaml',
  'comments.yaml',
  'community.yaml',
  'approvals.yaml',
  'rubrics.yaml',
  'accommodations.yaml',
  'departments.yaml',
  'positions.yaml',
  'requirements.yaml',
  'evaluations.yaml',
  'papers.yaml',
  'practices.yaml',
  'sittings.yaml',
];
const folders: Record<string, string> = {
  articles: '.yaml',
  courses: '.yaml',
  banks: '.yaml',
  exams: '.yaml',
  questionnaires: '.yaml',
  announcements: '.md',
};
/** `~$people.xlsx` exists while the workbook is open in Excel. */
const ignored = /^\.|^~\$|^README\.md$|^Thumbs\.db$/;

/**
 * Reads and validates a content pack; changes nothing. Either `pack` is complete and `mistakes` is empty, or `pack` is null
 * and `mistakes` contains all mistakes, ordered by file and line. `warnings`, in the same order, do not prevent an import.
 * docs/content-packs.md
 */
export async function readPack(
  folder: string,
): Promise<{ pack: Pack | null; mistakes: Mistake[]; warnings: Mistake[] }> {
  const mistakes: Mistake[] = [];
  const warnings: Mistake[] = [];
  const report: Report = (mistake) => mistakes.push(mistake);
  const warn: Report = (warning) => warnings.push(warning);
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) {
    return { pack: null, mistakes: [{ file: folder, line: 1, message: 'is not a folder' }], warnings };
  }
  const files = await listFiles(folder, report);
  const unreadable = new Set<keyof Sources>();

  /** Reads files of one kind; adds the kind of a file that cannot be read to `unreadable`. */
  const read = async <Value>(
    kind: keyof Sources,
    names: string[],
    reader: (file: string) => Promise<Located<Value> | undefined>,
  ) => {
    const found: Located<Value>[] = [];
    for (const file of names) {
      const located = await reader(file);
      if (located) found.push(located);
      else unreadable.add(kind);
    }
    return found;
  };
  const fromText =
    <Value>(reader: (file: string, text: string) => Located<Value> | undefined) =>
    async (file: string) => {
      const text = await readText(folder, file, report);
      return text === undefined ? undefined : reader(file, text);
    };
  const yaml = <Schema extends z.ZodType>(kind: keyof Sources, names: string[], schema: Schema) =>
    read(
      kind,
      names,
      fromText((file, text) => readYaml(file, text, schema, report, { warn })),
    );
  const within = (name: string) => files.filter((file) => file.startsWith(`${name}/`));
  const present = (name: string) => files.filter((file) => file === name);

  const site = await yaml('site', ['site.yaml'], Site);
  const tables = files.filter((file) => PEOPLE_FILES.includes(file));
  if (tables.length > 1) {
    report({ file: 'people.xlsx', line: 1, message: 'should not be there together with people.csv: keep one of them' });
  }
  const people = await read('people', tables.length > 0 ? tables.slice(0, 1) : ['people.csv'], (file) =>
    readTable({ folder, file, columns: PEOPLE_COLUMNS }, Person, report),
  );
  const articles = await yaml('articles', within('articles'), Article);
  const lecturers = await yaml('lecturers', present('lecturers.yaml'), Lecturers);
  const courses = await yaml('courses', within('courses'), Course);
  const banks = await yaml('banks', within('banks'), Bank);
  const exams = await yaml('exams', within('exams'), Exam);
  const questionnaires = await yaml('questionnaires', within('questionnaires'), Questionnaire);
  const certificates = await yaml('certificates', present('certificates.yaml'), Certificates);
  const certificateTemplates = await yaml(
    'certificateTemplates',
    present('certificate-templates.yaml'),
    CertificateTemplates,
  );
  const tasks = await yaml('tasks', present('tasks.yaml'), Tasks);
  const coaching = await yaml('coaching', present('coaching.yaml'), CoachingPlans);
  const projects = await yaml('projects', present('projects.yaml'), Projects);
  const reactions = await yaml('reactions', present('reactions.yaml'), Reactions);
  const history = await yaml('history', present('history.yaml'), History);
  const orders = await yaml('orders', present('orders.yaml'), Orders);
  const comments = await yaml('comments', present('comments.yaml'), Comments);
  const community = await yaml('community', present('community.yaml'), Community);
  const approvals = await yaml('approvals', present('approvals.yaml'), Approvals);
  const accommodations = await yaml('accommodations', present('accommodations.yaml'), Accommodations);
  const rubrics = await yaml('rubrics', present('rubrics.yaml'), Rubrics);
  const departments = await yaml('departments', present('departments.yaml'), DepartmentEntries);
  const positions = await yaml('positions', present('positions.yaml'), PositionEntries);
  const requirements = await yaml('requirements', present('requirements.yaml'), RequirementEntries);
  const evaluations = await yaml('evaluations', present('evaluations.yaml'), InitialEvaluations);
  const papers = await yaml('papers', present('papers.yaml'), Papers);
  const practices = await yaml('practices', present('practices.yaml'), Practices);
  const sittings = await yaml('sittings', present('sittings.yaml'), Sittings);
  const announcements = await read(
    'announcements',
    within('announcements'),
    fromText((file, text) => readAnnouncement(file, text, report, warn)),
  );
  const sources: Sources = {
    site, articles, people, lecturers, courses, banks, exams, questionnaires, certificates, certificateTemplates, tasks, coaching, projects,
    reactions, history, orders, announcements, comments, community, approvals, rubrics, departments, evaluations, papers, accommodations,
    practices, sittings, positions, requirements,
  }; // prettier-ignore
  checkReferences(sources, unreadable, report);
  checkQuestionnaires(sources, report, warn);
  checkPractices(sources, report);
  checkMarkers(sources, report);
  checkSuperiors(sources, report);
  checkCommunityTexts(community, report);
  checkSharedBanks(exams, warn);
  const media = await checkMedia(folder, sources, await readDurations(folder, files, report), report, warn);

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
    questionnaires: questionnaires.map((located) => ({ ...located, value: located.value! })),
    certificates: values(certificates).flat(),
    certificateTemplates: values(certificateTemplates).flat(),
    tasks: values(tasks).flat(),
    coaching: values(coaching).flat(),
    projects: values(projects).flat(),
    reactions: values(reactions).flat(),
    history: values(history)[0] ?? History.parse({}),
    orders: values(orders).flat(),
    announcements: values(announcements),
    comments: values(comments).flat(),
    community: values(community)[0] ?? Community.parse({}),
    approvals: values(approvals).flat(),
    rubrics: values(rubrics).flat(),
    accommodations: values(accommodations).flat(),
    departments: values(departments).flat(),
    positions: values(positions).flat(),
    requirements: values(requirements).flat(),
    evaluations: values(evaluations).flat(),
    papers: values(papers).flat(),
    practices: values(practices).flat(),
    sittings: values(sittings).flat(),
    media,
  };
  return { pack, mistakes, warnings };
}

/**
 * Reads durations that the media script has stored, for formats whose duration is hard to determine. Parsed as YAML for
 * line numbers.
 */
async function readDurations(folder: string, files: string[], report: Report): Promise<Map<string, number>> {
  const file = 'media/manifest.json';
  const text = files.includes(file) ? await readText(folder, file, report) : undefined;
  const manifest = text === undefined ? undefined : readYaml(file, text, Manifest, report)?.value;
  return new Map(
    Object.entries(manifest ?? {}).flatMap(([path, { durationSeconds }]) =>
      durationSeconds === undefined ? [] : [[path, durationSeconds] as const],
    ),
  );
}

function readAnnouncement(file: string, text: string, report: Report, warn: Report): Located<Announcement> | undefined {
  const parts = /^---\r?\n([\s\S]*?\r?\n)---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text);
  if (!parts) {
    report({ file, line: 1, message: 'should start with front matter between two lines of ---' });
    return undefined;
  }
  const head = readYaml(file, parts[1]!, AnnouncementHead, report, { above: 1, warn });
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

/** Returns the sorted paths of the pack's files; reports files and folders that do not belong in a pack. */
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
