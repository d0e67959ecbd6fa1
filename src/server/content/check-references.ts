import { places, type Located, type Report } from '#src/server/content/located.ts';
import { didYouMean } from '#src/server/content/suggest.ts';
import { valueAt } from '#src/server/content/issues.ts';

/** Every file of a pack by kind. */
export type Sources = {
  site: Located<unknown>[];
  articles: Located<unknown>[];
  people: Located<unknown>[];
  lecturers: Located<unknown>[];
  courses: Located<unknown>[];
  banks: Located<unknown>[];
  exams: Located<unknown>[];
  certificates: Located<unknown>[];
  tasks: Located<unknown>[];
  projects: Located<unknown>[];
  reactions: Located<unknown>[];
  history: Located<unknown>[];
  announcements: Located<unknown>[];
  comments: Located<unknown>[];
};
type Kind = keyof Sources;

/** Where things get their names. A local name is unique in its file, any other in the whole pack. */
const declarations: { name: string; kind: Kind; at: string[]; local?: true; repeats?: true }[] = [
  { name: 'navigation item', kind: 'site', at: ['websiteNavList', '*', 'code'] },
  { name: 'banner', kind: 'site', at: ['banners', '*', 'code'] },
  { name: 'zone', kind: 'site', at: ['zones', '*', 'code'] },
  { name: 'category', kind: 'site', at: ['categories', '*', 'code'] },
  { name: 'article', kind: 'articles', at: ['code'] },
  { name: 'person', kind: 'people', at: ['*', 'phone'] },
  { name: 'department', kind: 'people', at: ['*', 'department'], repeats: true },
  { name: 'lecturer', kind: 'lecturers', at: ['*', 'code'] },
  { name: 'teaching record', kind: 'lecturers', at: ['*', 'teachingRecords', '*', 'code'] },
  { name: 'course', kind: 'courses', at: ['code'] },
  { name: 'resource', kind: 'courses', at: ['resources', '**', 'code'], local: true },
  { name: 'bank', kind: 'banks', at: ['code'] },
  { name: 'question', kind: 'banks', at: ['questions', '*', 'code'], local: true },
  { name: 'exam', kind: 'exams', at: ['code'] },
  { name: 'certificate', kind: 'certificates', at: ['*', 'code'] },
  { name: 'task', kind: 'tasks', at: ['*', 'code'] },
  { name: 'project', kind: 'projects', at: ['*', 'code'] },
  { name: 'training', kind: 'history', at: ['trainings', '*', 'code'] },
  { name: 'announcement', kind: 'announcements', at: ['code'] },
  { name: 'comment', kind: 'comments', at: ['*', 'code'] },
];

const references: { to: string; kind: Kind; at: string[] }[] = [
  { to: 'category', kind: 'site', at: ['categories', '*', 'parent'] },
  { to: 'category', kind: 'site', at: ['zones', '*', 'category'] },
  { to: 'course', kind: 'site', at: ['zones', '*', 'courses', '*'] },
  { to: 'lecturer', kind: 'site', at: ['zones', '*', 'lecturers', '*'] },
  { to: 'project', kind: 'site', at: ['zones', '*', 'projects', '*'] },
  { to: 'person', kind: 'lecturers', at: ['*', 'phone'] },
  { to: 'category', kind: 'courses', at: ['category'] },
  { to: 'lecturer', kind: 'courses', at: ['lecturer'] },
  { to: 'exam', kind: 'courses', at: ['resources', '**', 'exam'] },
  { to: 'course', kind: 'exams', at: ['course'] },
  { to: 'bank', kind: 'exams', at: ['sections', '*', 'bank'] },
  { to: 'certificate', kind: 'exams', at: ['certificate'] },
  { to: 'course', kind: 'tasks', at: ['*', 'items', '*', 'course'] },
  { to: 'exam', kind: 'tasks', at: ['*', 'items', '*', 'exam'] },
  { to: 'person', kind: 'tasks', at: ['*', 'assignees', 'phones', '*'] },
  { to: 'category', kind: 'projects', at: ['*', 'category'] },
  { to: 'course', kind: 'projects', at: ['*', 'courses', '*', 'course'] },
  { to: 'course', kind: 'reactions', at: ['*', 'course'] },
  { to: 'project', kind: 'reactions', at: ['*', 'project'] },
  { to: 'person', kind: 'reactions', at: ['*', 'likes', '*'] },
  { to: 'person', kind: 'reactions', at: ['*', 'ratings', '*', '*'] },
  { to: 'person', kind: 'history', at: ['trainings', '*', 'people', '*'] },
  { to: 'person', kind: 'history', at: ['checkIns', '*', 'phone'] },
  { to: 'course', kind: 'lecturers', at: ['*', 'teachingRecords', '*', 'course'] },
  { to: 'course', kind: 'comments', at: ['*', 'course'] },
  { to: 'project', kind: 'comments', at: ['*', 'project'] },
  { to: 'announcement', kind: 'comments', at: ['*', 'announcement'] },
  { to: 'person', kind: 'comments', at: ['*', 'phone'] },
  { to: 'person', kind: 'comments', at: ['*', 'replies', '*', 'phone'] },
  { to: 'person', kind: 'comments', at: ['*', 'replies', '*', 'to'] },
  { to: 'department', kind: 'tasks', at: ['*', 'assignees', 'departments', '*'] },
];

const requiredArticles = ['about', 'agreement', 'privacy'];

/** Checks codes and references across the files of a pack, on what was written, whether or not it fits its schema. */
export function checkReferences(sources: Sources, unreadable: ReadonlySet<Kind>, report: Report): void {
  const known = new Map<string, Map<string, string>>();
  for (const { name, kind, at, local, repeats } of declarations) {
    const all = new Map<string, string>();
    known.set(name, all);
    for (const source of sources[kind]) {
      const names = local ? new Map<string, string>() : all;
      for (const { path, value } of places(source.raw, at)) {
        const written = word(value);
        if (written === undefined) continue;
        const line = source.lineOf(path);
        const before = names.get(written);
        if (before !== undefined && !repeats) {
          report({ file: source.file, line, message: `${name} "${written}" is declared twice (also at ${before})` });
        } else names.set(written, `${source.file}:${line}`);
      }
    }
  }
  for (const { to, kind, at } of references) {
    const home = declarations.find((declaration) => declaration.name === to)!.kind;
    // With a file that could not be read at all, "unknown" would only repeat that mistake.
    if (unreadable.has(home)) continue;
    const names = known.get(to)!;
    for (const source of sources[kind]) {
      for (const { path, value } of places(source.raw, at)) {
        const written = word(value);
        if (written === undefined || names.has(written)) continue;
        const message = `there is no ${to} "${written}"${didYouMean(written, names.keys())}`;
        report({ file: source.file, line: source.lineOf(path), message });
      }
    }
  }
  checkCategoryTree(sources, report);
  checkSections(sources, report);
  for (const code of requiredArticles) {
    if (!unreadable.has('articles') && !known.get('article')!.has(code)) {
      report({ file: 'articles', line: 1, message: `should have an article with the code "${code}"` });
    }
  }
}

function checkCategoryTree(sources: Sources, report: Report): void {
  for (const source of sources.site) {
    const parents = new Map<string, string>();
    for (const { value } of places(source.raw, ['categories', '*'])) {
      const [code, parent] = [word(valueAt(value, ['code'])), word(valueAt(value, ['parent']))];
      if (code !== undefined && parent !== undefined) parents.set(code, parent);
    }
    for (const { path, value } of places(source.raw, ['categories', '*', 'code'])) {
      const start = word(value);
      let above = start === undefined ? undefined : parents.get(start);
      for (let steps = 0; above !== undefined && above !== start && steps <= parents.size; steps += 1) {
        above = parents.get(above);
      }
      if (above !== undefined && above === start) {
        report({ file: source.file, line: source.lineOf(path), message: `category "${start}" is its own ancestor` });
      }
    }
  }
}

function checkSections(sources: Sources, report: Report): void {
  for (const exam of sources.exams) {
    for (const { path, value } of places(exam.raw, ['sections', '*'])) {
      const [code, type, count] = ['bank', 'type', 'count'].map((key) => valueAt(value, [key]));
      const bank = sources.banks.find((source) => valueAt(source.raw, ['code']) === code);
      if (!bank || typeof type !== 'string' || typeof count !== 'number') continue;
      const held = places(bank.raw, ['questions', '*', 'type']).filter((entry) => entry.value === type).length;
      if (count > held) {
        const message = `draws ${count} questions of type ${type}, but bank "${String(code)}" has ${held}`;
        report({ file: exam.file, line: exam.lineOf([...path, 'count']), message });
      }
    }
  }
}

function word(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}
