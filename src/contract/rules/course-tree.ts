/*
 * A course made of files or of an outline: the order of its items, their names and chapters. Shared by the browser, which uploads a folder,
 * and the server, which unpacks a zip file.
 */

/** Levels of folders that become chapters. */
const MAX_DEPTH = 10;
const MAX_NAME = 200;
const MAX_PATH = 1_000;

/** What operating systems leave in folders and archives. */
const SYSTEM = /(^|\/)(__MACOSX(\/|$)|\.[^/]*|Thumbs\.db$|desktop\.ini$|~\$[^/]*$)/i;

/** Why a file does not become an item because of its path (`errors:{key}`); null: it does. */
export function pathProblem(path: string): 'importSystemFile' | 'importTooDeep' | null {
  if (SYSTEM.test(path)) return 'importSystemFile';
  return path.length > MAX_PATH || path.split('/').length > MAX_DEPTH + 1 ? 'importTooDeep' : null;
}

const DIGITS = '零一二三四五六七八九';
/** Chapters of Chinese books: 第十二章. */
const CHINESE = /^(第)([零一二三四五六七八九十]{1,3})(?=[章节课讲篇回单部])/;

/** 十二 is 12; undefined for what is no number below 100. */
function chineseNumber(text: string): number | undefined {
  const found = /^(?:([一二三四五六七八九])?(十))?([零一二三四五六七八九])?$/.exec(text);
  if (!found || text === '') return undefined;
  const [, tens, ten, ones] = found;
  return (ten ? 10 * (tens ? DIGITS.indexOf(tens) : 1) : 0) + (ones ? DIGITS.indexOf(ones) : 0);
}

const sortable = (name: string) =>
  name.replace(CHINESE, (whole, before: string, digits: string) => {
    const number = chineseNumber(digits);
    return number === undefined ? whole : `${before}${number}`;
  });
const collator = new Intl.Collator('zh', { numeric: true });
/** Orders names as people number them: 1, 2, 10; 第二章 before 第十章. */
export const byNumber = (a: string, b: string): number =>
  collator.compare(sortable(a), sortable(b)) || (a < b ? -1 : Number(a > b));

/** Numbering that is one by its punctuation: `1.`, `2、`, `(3)`, `01 - `, `1.2 `, `04 `. */
const CERTAIN =
  /^(?:[（(]\d{1,3}[)）]\s*|\d{1,3}(?:\.\d{1,3})*(?:\s*[、．)）]\s*|\s*\.(?!\d)\s*|_+\s*|\s+[-–—]\s+)|\d{1,3}(?:\.\d{1,3})+\s+|0\d{0,2}(?:\s*[-–—]\s*|\s+))/;
/** Numbering only if all names beside it have one: `3 Steps` alone is a name. */
const POSSIBLE = /^\d{1,3}(?:\s*[-–—]\s*|\s+)(?!\d)/;

/** Removes the numbering in front of the names of one chapter, unless nothing else is left of one. */
export function cleanNames(names: readonly string[]): string[] {
  const areNumbered = names.length > 1 && names.every((name) => CERTAIN.test(name) || POSSIBLE.test(name));
  return names.map((name) => {
    const rest = name.replace(CERTAIN, '');
    const cleaned = (areNumbered && rest === name ? name.replace(POSSIBLE, '') : rest).trim();
    return (cleaned || name.trim()).slice(0, MAX_NAME);
  });
}

/** The name of a file without its ending. */
export const nameWithoutEnding = (name: string): string => name.replace(/\.[^.]{1,5}$/, '').slice(0, MAX_NAME);

export type ImportedType = 'video' | 'audio' | 'document' | 'image' | 'archive';
export type ImportedFile = { path: string; type: ImportedType; fileId: string; fileName: string };
export type ImportedItem = {
  id: string;
  parentId: string | null;
  name: string;
  type: ImportedType | 'folder';
  fileId: string | null;
  fileName: string | null;
  examId: null;
  seconds: number;
  url: '';
  releaseAt: null;
  releaseDays: number;
  questions: never[];
  questionnaire: null;
};

/** An item of a course, with nothing but its place, its name and its file. */
export const importedItem = (
  given: Pick<ImportedItem, 'parentId' | 'name' | 'type'> & Partial<ImportedItem>,
): ImportedItem => ({
  ...{ id: crypto.randomUUID(), fileId: null, fileName: null, examId: null, seconds: 0, questions: [] },
  ...{ url: '', releaseAt: null, releaseDays: 0, questionnaire: null },
  ...given,
});

/** The folder that all files are in, if there is one: the course is named after it. */
export function commonFolder(paths: readonly string[]): string | null {
  const [first = '', ...rest] = paths.map((path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : ''));
  return first !== '' && rest.every((each) => each === first) ? first : null;
}

type Node = { name: string; file?: ImportedFile; below: Node[] };

/** Items of a course made of files: folders are chapters, and parents stand before their children. */
export function courseTree(files: readonly ImportedFile[]): ImportedItem[] {
  const top = commonFolder(files.map(({ path }) => path));
  const root: Node = { name: '', below: [] };
  const folders = new Map([['', root]]);
  const folderOf = (path: string): Node => {
    const known = folders.get(path);
    if (known) return known;
    const at = path.lastIndexOf('/');
    const made: Node = { name: path.slice(at + 1), below: [] };
    folderOf(path.slice(0, Math.max(0, at))).below.push(made);
    folders.set(path, made);
    return made;
  };
  for (const file of files) {
    const path = top === null ? file.path : file.path.slice(top.length + 1);
    const at = path.lastIndexOf('/');
    folderOf(path.slice(0, Math.max(0, at))).below.push({ name: path.slice(at + 1), file, below: [] });
  }
  const items: ImportedItem[] = [];
  const add = (nodes: Node[], parentId: string | null) => {
    nodes.sort((a, b) => byNumber(a.name, b.name));
    const names = cleanNames(nodes.map(({ name, file }) => (file ? nameWithoutEnding(name) : name)));
    for (const [n, { file, below }] of nodes.entries()) {
      const { type = 'folder' as const, fileId = null, fileName = null } = file ?? {};
      const item = importedItem({ parentId, name: names[n]!, type, fileId, fileName });
      items.push(item);
      add(below, item.id);
    }
  };
  add(root.below, null);
  return items;
}

/** A heading of an outline; level 1 is the highest. `isItem`: it is no chapter, e.g. the title of a slide. */
export type OutlineHeading = { level: number; name: string; isItem?: boolean };

/**
 * Items of a course made of an outline: headings with something below them, and those of the highest level, are chapters; the others are
 * documents whose files are still to be chosen.
 */
export function outlineTree(headings: readonly OutlineHeading[]): ImportedItem[] {
  const highest = Math.min(...headings.map(({ level }) => level));
  const items: (ImportedItem & { level: number })[] = [];
  const open: (ImportedItem & { level: number })[] = [];
  for (const [n, { level, name, isItem = false }] of headings.entries()) {
    while (open.length > 0 && open.at(-1)!.level >= level) open.pop();
    const isFolder = !isItem && (level === highest || (headings[n + 1]?.level ?? 0) > level);
    const item = importedItem({ parentId: open.at(-1)?.id ?? null, name, type: isFolder ? 'folder' : 'document' });
    items.push({ ...item, level });
    open.push(items.at(-1)!);
  }
  const siblings = Map.groupBy(items, ({ parentId }) => parentId);
  const names = new Map(
    [...siblings.values()].flatMap((each) => {
      const cleaned = cleanNames(each.map(({ name }) => name));
      return each.map(({ id }, n) => [id, cleaned[n]!] as const);
    }),
  );
  return items.map(({ level: _, ...item }) => ({ ...item, name: names.get(item.id)! }));
}

/** Settings of a new course. */
export const NEW_COURSE = {
  ...{ title: '', summary: '', description: '', coverFileId: null, courseType: 1, categoryId: null, lecturerId: null },
  ...{ classHours: '0', hourKind: 'other' as const, credits: '0', points: 0, completionThreshold: 90 },
  ...{ noSkipping: false, itemsInOrder: false, watermark: false, maxPlaybackRate: 2, registrationRequired: false },
  certificate: { zh: '', en: '', months: 0 },
  ...{ purchaseRequired: false, price: '0', currency: 'CNY' },
  ...{ restricted: false, rules: [], people: [] },
};
