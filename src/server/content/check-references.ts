import { departmentPath, departmentsAbove } from '#src/server/pack/department.ts';
import { plainNumber } from '#src/lib/phone.ts';
import { places, type Located, type Report } from '#src/server/pack/located.ts';
import { didYouMean } from '#src/server/pack/suggest.ts';
import { valueAt } from '#src/server/content/issues.ts';

/** Every file of a pack by kind. */
export type Sources = {
  site: Located<unknown>[];
  articles: Located<unknown>[];
  certificateTemplates: Located<unknown>[];
  people: Located<unknown>[];
  lecturers: Located<unknown>[];
  courses: Located<unknown>[];
  banks: Located<unknown>[];
  exams: Located<unknown>[];
  questionnaires: Located<unknown>[];
  certificates: Located<unknown>[];
  tasks: Located<unknown>[];
  coaching: Located<unknown>[];
  projects: Located<unknown>[];
  reactions: Located<unknown>[];
  history: Located<unknown>[];
  orders: Located<unknown>[];
  announcements: Located<unknown>[];
  comments: Located<unknown>[];
  community: Located<unknown>[];
  approvals: Located<unknown>[];
  rubrics: Located<unknown>[];
  departments: Located<unknown>[];
  evaluations: Located<unknown>[];
  accommodations: Located<unknown>[];
  papers: Located<unknown>[];
  practices: Located<unknown>[];
  sittings: Located<unknown>[];
  positions: Located<unknown>[];
  requirements: Located<unknown>[];
};
type Kind = keyof Sources;

const departments = (text: string) => departmentsAbove(departmentPath(text));

/** Where names are declared, also several places for one kind. A local name is unique in its file, any other in the whole pack. */
type Declaration = {
  name: string;
  kind: Kind;
  at: string[];
  local?: true;
  repeats?: true;
  /** Only an object with this key declares its name. */
  with?: string;
  /** What is declared by a text; the last one is what a reference with that text means. */
  names?: (text: string) => string[];
};
const declarations: Declaration[] = [
  { name: 'navigation item', kind: 'site', at: ['websiteNavList', '*', 'code'] },
  { name: 'banner', kind: 'site', at: ['banners', '*', 'code'] },
  { name: 'zone', kind: 'site', at: ['zones', '*', 'code'] },
  { name: 'category', kind: 'site', at: ['categories', '*', 'code'] },
  { name: 'article', kind: 'articles', at: ['code'] },
  { name: 'person', kind: 'people', at: ['*', 'phone'] },
  { name: 'employee number', kind: 'people', at: ['*', 'employeeNo'] },
  { name: 'department', kind: 'people', at: ['*', 'department'], repeats: true, names: departments },
  { name: 'department', kind: 'departments', at: ['*', 'department'], repeats: true, with: 'code', names: departments },
  { name: 'position', kind: 'people', at: ['*', 'post'], repeats: true },
  { name: 'position', kind: 'positions', at: ['*', 'name'], repeats: true },
  { name: 'lecturer', kind: 'lecturers', at: ['*', 'code'] },
  { name: 'teaching record', kind: 'lecturers', at: ['*', 'teachingRecords', '*', 'code'] },
  { name: 'course', kind: 'courses', at: ['code'] },
  { name: 'resource', kind: 'courses', at: ['resources', '**', 'code'], local: true },
  { name: 'session', kind: 'courses', at: ['resources', '**', 'sessions', '*', 'code'], local: true },
  { name: 'bank', kind: 'banks', at: ['code'] },
  { name: 'question', kind: 'banks', at: ['questions', '*', 'code'], local: true },
  { name: 'exam', kind: 'exams', at: ['code'] },
  { name: 'questionnaire', kind: 'questionnaires', at: ['code'] },
  { name: 'certificate', kind: 'certificates', at: ['*', 'code'] },
  { name: 'certificate template', kind: 'certificateTemplates', at: ['*', 'code'] },
  { name: 'task', kind: 'tasks', at: ['*', 'code'] },
  { name: 'coaching', kind: 'coaching', at: ['*', 'code'] },
  { name: 'project', kind: 'projects', at: ['*', 'code'] },
  { name: 'training', kind: 'history', at: ['trainings', '*', 'code'] },
  { name: 'order', kind: 'orders', at: ['*', 'code'] },
  { name: 'announcement', kind: 'announcements', at: ['code'] },
  { name: 'approval', kind: 'approvals', at: ['*', 'flowType'] },
  { name: 'comment', kind: 'comments', at: ['*', 'code'] },
  { name: 'rubric', kind: 'rubrics', at: ['*', 'code'] },
  { name: 'head of a department', kind: 'departments', at: ['*', 'department'] },
  { name: 'code of a department', kind: 'departments', at: ['*', 'code'] },
  { name: 'code of a position', kind: 'positions', at: ['*', 'code'] },
  { name: 'name of a position', kind: 'positions', at: ['*', 'name'] },
  { name: 'requirement', kind: 'requirements', at: ['*', 'code'] },
  { name: 'label', kind: 'community', at: ['labels', '*', 'code'] },
  { name: 'filtered word', kind: 'community', at: ['filteredWords', '*', 'word'] },
  { name: 'moderator', kind: 'community', at: ['moderators', '*'] },
  { name: 'blog', kind: 'community', at: ['blogs', '*', 'code'] },
  { name: 'community question', kind: 'community', at: ['questions', '*', 'code'] },
  { name: 'answer', kind: 'community', at: ['questions', '*', 'answers', '*', 'code'] },
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
  { to: 'certificate', kind: 'courses', at: ['certificate'] },
  { to: 'exam', kind: 'courses', at: ['resources', '**', 'exam'] },
  { to: 'lecturer', kind: 'courses', at: ['resources', '**', 'sessions', '*', 'lecturer'] },
  { to: 'person', kind: 'courses', at: ['resources', '**', 'sessions', '*', 'booked', '*'] },
  { to: 'person', kind: 'courses', at: ['resources', '**', 'sessions', '*', 'waiting', '*'] },
  { to: 'person', kind: 'courses', at: ['resources', '**', 'sessions', '*', 'attendance', '*', 'phone'] },
  { to: 'questionnaire', kind: 'courses', at: ['resources', '**', 'questionnaire'] },
  { to: 'person', kind: 'questionnaires', at: ['answers', '*', 'phone'] },
  { to: 'person', kind: 'questionnaires', at: ['respondents', '*'] },
  { to: 'person', kind: 'courses', at: ['resources', '**', 'live', 'chat', '*', 'phone'] },
  { to: 'course', kind: 'exams', at: ['course'] },
  { to: 'bank', kind: 'exams', at: ['sections', '*', 'bank'] },
  { to: 'bank', kind: 'exams', at: ['questions', '*', 'bank'] },
  { to: 'department', kind: 'exams', at: ['departments', '*'] },
  { to: 'person', kind: 'accommodations', at: ['*', 'phone'] },
  { to: 'certificate', kind: 'exams', at: ['certificate'] },
  { to: 'person', kind: 'exams', at: ['namedMarkers', '*'] },
  { to: 'course', kind: 'tasks', at: ['*', 'items', '*', 'course'] },
  { to: 'exam', kind: 'papers', at: ['*', 'exam'] },
  { to: 'person', kind: 'papers', at: ['*', 'phone'] },
  { to: 'person', kind: 'practices', at: ['*', 'phone'] },
  { to: 'bank', kind: 'practices', at: ['*', 'bank'] },
  { to: 'exam', kind: 'sittings', at: ['*', 'exam'] },
  { to: 'person', kind: 'sittings', at: ['*', 'people', '*'] },
  { to: 'course', kind: 'exams', at: ['certificateCourses', '*'] },
  { to: 'exam', kind: 'tasks', at: ['*', 'items', '*', 'exam'] },
  { to: 'person', kind: 'tasks', at: ['*', 'assignees', 'phones', '*'] },
  { to: 'person', kind: 'tasks', at: ['*', 'assignees', 'except', '*'] },
  { to: 'department', kind: 'tasks', at: ['*', 'assignees', 'rules', '*', 'department'] },
  { to: 'coaching', kind: 'tasks', at: ['*', 'items', '*', 'coaching'] },
  { to: 'person', kind: 'coaching', at: ['*', 'mentors', '*', 'mentor'] },
  { to: 'person', kind: 'coaching', at: ['*', 'mentors', '*', 'learners', '*'] },
  { to: 'category', kind: 'projects', at: ['*', 'category'] },
  { to: 'course', kind: 'projects', at: ['*', 'courses', '*', 'course'] },
  { to: 'exam', kind: 'projects', at: ['*', 'courses', '*', 'exam'] },
  { to: 'course', kind: 'projects', at: ['*', 'stages', '*', 'courses', '*', 'course'] },
  { to: 'exam', kind: 'projects', at: ['*', 'stages', '*', 'courses', '*', 'exam'] },
  { to: 'course', kind: 'reactions', at: ['*', 'course'] },
  { to: 'project', kind: 'reactions', at: ['*', 'project'] },
  { to: 'person', kind: 'reactions', at: ['*', 'likes', '*'] },
  { to: 'person', kind: 'reactions', at: ['*', 'ratings', '*', '*'] },
  { to: 'person', kind: 'history', at: ['trainings', '*', 'people', '*'] },
  { to: 'person', kind: 'history', at: ['checkIns', '*', 'phone'] },
  { to: 'person', kind: 'history', at: ['studied', '*', 'phone'] },
  { to: 'course', kind: 'history', at: ['studied', '*', 'course'] },
  { to: 'certificate template', kind: 'certificates', at: ['*', 'template'] },
  { to: 'person', kind: 'history', at: ['certificates', '*', 'phone'] },
  { to: 'certificate', kind: 'history', at: ['certificates', '*', 'certificate'] },
  { to: 'person', kind: 'orders', at: ['*', 'buyer'] },
  { to: 'course', kind: 'orders', at: ['*', 'courses', '*', 'course'] },
  { to: 'person', kind: 'orders', at: ['*', 'courses', '*', 'people', '*'] },
  { to: 'course', kind: 'lecturers', at: ['*', 'teachingRecords', '*', 'course'] },
  { to: 'course', kind: 'comments', at: ['*', 'course'] },
  { to: 'project', kind: 'comments', at: ['*', 'project'] },
  { to: 'announcement', kind: 'comments', at: ['*', 'announcement'] },
  { to: 'person', kind: 'comments', at: ['*', 'phone'] },
  { to: 'person', kind: 'comments', at: ['*', 'replies', '*', 'phone'] },
  { to: 'person', kind: 'comments', at: ['*', 'replies', '*', 'to'] },
  { to: 'person', kind: 'community', at: ['moderators', '*'] },
  { to: 'label', kind: 'community', at: ['blogs', '*', 'labels', '*'] },
  { to: 'label', kind: 'community', at: ['questions', '*', 'labels', '*'] },
  { to: 'course', kind: 'community', at: ['questions', '*', 'course'] },
  { to: 'exam', kind: 'community', at: ['questions', '*', 'exam'] },
  { to: 'community question', kind: 'community', at: ['questions', '*', 'duplicateOf'] },
  { to: 'person', kind: 'approvals', at: ['*', 'steps', '*', 'phone'] },
  { to: 'department', kind: 'tasks', at: ['*', 'assignees', 'departments', '*'] },
  { to: 'rubric', kind: 'courses', at: ['resources', '**', 'practice', 'rubric'] },
  { to: 'person', kind: 'courses', at: ['resources', '**', 'practice', 'assessors', '*'] },
  { to: 'rubric', kind: 'courses', at: ['resources', '**', 'evaluation', 'rubric'] },
  { to: 'person', kind: 'courses', at: ['resources', '**', 'evaluation', 'superior'] },
  { to: 'rubric', kind: 'tasks', at: ['*', 'items', '*', 'form'] },
  { to: 'person', kind: 'tasks', at: ['*', 'items', '*', 'superior'] },
  { to: 'department', kind: 'departments', at: ['*', 'department'] },
  { to: 'person', kind: 'departments', at: ['*', 'head'] },
  { to: 'course', kind: 'requirements', at: ['*', 'subjects', '*', 'course'] },
  { to: 'project', kind: 'requirements', at: ['*', 'subjects', '*', 'project'] },
  { to: 'exam', kind: 'requirements', at: ['*', 'subjects', '*', 'exam'] },
  { to: 'certificate', kind: 'requirements', at: ['*', 'subjects', '*', 'certificate'] },
  { to: 'department', kind: 'requirements', at: ['*', 'audience', '*', 'department'] },
  { to: 'position', kind: 'requirements', at: ['*', 'audience', '*', 'position'] },
  { to: 'department', kind: 'requirements', at: ['*', 'except', '*', 'department'] },
  { to: 'position', kind: 'requirements', at: ['*', 'except', '*', 'position'] },
  { to: 'person', kind: 'requirements', at: ['*', 'people', '*'] },
  { to: 'person', kind: 'requirements', at: ['*', 'exceptPeople', '*'] },
  { to: 'person', kind: 'requirements', at: ['*', 'exemptions', '*', 'phone'] },
  { to: 'course', kind: 'evaluations', at: ['*', 'course'] },
  { to: 'person', kind: 'evaluations', at: ['*', 'phone'] },
];

const authored = [
  ['blogs', '*'],
  ['questions', '*'],
  ['questions', '*', 'answers', '*'],
];
references.push(
  ...authored.flatMap((post) =>
    [
      ['phone'],
      ['votes', '*'],
      ['follows', '*'],
      ['comments', '*', 'phone'],
      ['comments', '*', 'replies', '*', 'phone'],
      ['comments', '*', 'replies', '*', 'to'],
    ].map((at) => ({ to: 'person', kind: 'community' as const, at: [...post, ...at] })),
  ),
);

const itself = (text: string) => [text];

const requiredArticles = ['about', 'agreement', 'privacy'];

/** Checks codes and references across the files of a pack, also in files that do not match their schema. */
export function checkReferences(sources: Sources, unreadable: ReadonlySet<Kind>, report: Report): void {
  const known = new Map<string, Map<string, string>>();
  for (const { name, kind, at, local, repeats, with: other, names: namesOf = itself } of declarations) {
    const all = known.get(name) ?? new Map<string, string>();
    known.set(name, all);
    for (const source of sources[kind]) {
      const names = local ? new Map<string, string>() : all;
      for (const { path, value } of places(source.raw, at)) {
        const written = word(value, name);
        if (written === undefined) continue;
        if (other && valueAt(source.raw, [...path.slice(0, -1), other]) === undefined) continue;
        const line = source.lineOf(path);
        const before = names.get(written);
        if (before !== undefined && !repeats) {
          const message = `${name} "${written}" is declared twice (also at ${before})`;
          report({ file: source.file, line, message, group: `${name} is declared twice` });
        } else for (const each of namesOf(written)) names.set(each, `${source.file}:${line}`);
      }
    }
  }
  for (const { to, kind, at } of references) {
    const declared = declarations.filter(({ name }) => name === to);
    const { names: namesOf = itself } = declared[0]!;
    // References to a file that could not be read are not checked: it was already reported.
    if (declared.some(({ kind: declaredIn }) => unreadable.has(declaredIn))) continue;
    const names = known.get(to)!;
    for (const source of sources[kind]) {
      for (const { path, value } of places(source.raw, at)) {
        const written = word(value, to);
        if (written === undefined || names.has(namesOf(written).at(-1)!)) continue;
        const message = `there is no ${to} "${written}"${didYouMean(written, names.keys())}`;
        report({ file: source.file, line: source.lineOf(path), message, group: `there is no ${to}` });
      }
    }
  }
  checkCategoryTree(sources, report);
  checkSections(sources, report);
  checkChosen(sources, report);
  checkEvaluations(sources, report);
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
      const rules = (['difficulty', 'topic'] as const).filter((key) => valueAt(value, [key]) !== undefined);
      const tag = valueAt(value, ['tag']);
      const available = places(bank.raw, ['questions', '*']).filter(({ value: question }) => {
        const fits = rules.every((key) => valueAt(question, [key]) === valueAt(value, [key]));
        const tags = valueAt(question, ['tags']);
        const isTagged = tag === undefined || (Array.isArray(tags) && tags.includes(tag));
        return valueAt(question, ['type']) === type && fits && isTagged;
      }).length;
      if (count > available) {
        const fitting = rules.length > 0 || tag !== undefined ? ' that fit' : '';
        const message = `draws ${count} questions of type ${type}, but bank "${String(code)}" has ${available}${fitting}`;
        report({ file: exam.file, line: exam.lineOf([...path, 'count']), message });
      }
    }
  }
}

/** The questions of a fixed paper are in their banks. */
function checkChosen(sources: Sources, report: Report): void {
  for (const exam of sources.exams) {
    const seen = new Set<string>();
    for (const { path, value } of places(exam.raw, ['questions', '*'])) {
      const [code, chosen] = ['bank', 'question'].map((key) => valueAt(value, [key]));
      const bank = sources.banks.find((source) => valueAt(source.raw, ['code']) === code);
      if (!bank || typeof chosen !== 'string') continue;
      const wrong = (message: string) => report({ file: exam.file, line: exam.lineOf([...path, 'question']), message });
      if (!places(bank.raw, ['questions', '*', 'code']).some((question) => question.value === chosen))
        wrong(`bank "${String(code)}" has no question "${chosen}"`);
      if (seen.has(`${String(code)} ${chosen}`)) wrong(`the question "${chosen}" is chosen twice`);
      seen.add(`${String(code)} ${chosen}`);
    }
  }
}

/** Initial evaluations name a resource of their course with an evaluation, and give points for every criterion of its rubric. */
function checkEvaluations(sources: Sources, report: Report): void {
  const rubrics = new Map<unknown, unknown[]>();
  for (const { value } of sources.rubrics.flatMap((source) => places(source.raw, ['*'])))
    rubrics.set(
      valueAt(value, ['code']),
      places(value, ['criteria', '*', 'code']).map((each) => each.value),
    );
  for (const source of sources.evaluations) {
    for (const { path, value } of places(source.raw, ['*'])) {
      const wrong = (key: string, message: string) =>
        report({ file: source.file, line: source.lineOf([...path, key]), message });
      const course = sources.courses.find(({ raw }) => valueAt(raw, ['code']) === valueAt(value, ['course']));
      if (!course) continue;
      const resource = places(course.raw, ['resources', '**']).find(
        (each) => valueAt(each.value, ['code']) === valueAt(value, ['resource']),
      );
      const criteria = rubrics.get(resource && valueAt(resource.value, ['evaluation', 'rubric']));
      if (!criteria) {
        wrong('resource', `the course has no resource "${word(valueAt(value, ['resource']))}" with "evaluation"`);
        continue;
      }
      for (const key of ['self', 'superior']) {
        const points = valueAt(value, [key]);
        if (typeof points !== 'object' || points === null) continue;
        if (Object.keys(points).sort().join() !== criteria.map(String).sort().join())
          wrong(key, `should have points for the criteria ${criteria.join(', ')}`);
      }
    }
  }
}

/** @param name of the declaration: people are named by their phone, in any notation */
function word(value: unknown, name?: string): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  return name === 'person' || name === 'moderator' ? plainNumber(text) : text;
}
