import type { SubjectType } from '#src/contract/search.ts';

export type SearchQuery = { keyword: string; type?: number; subjectType?: SubjectType; page?: number };

const SUBJECTS: readonly string[] = [
  'course',
  'project',
  'lecturer',
  'announcement',
  'article',
  'resource',
  'exam',
  'blog',
  'question',
] satisfies SubjectType[];

/** URL of a search (Chinese form); defaults are omitted, except the type (docs/specification.md, section "Search"). */
export function searchPath({ keyword, type = 1, subjectType, page = 1 }: SearchQuery): string {
  const query = new URLSearchParams({ keyword, type: String(type) });
  if (subjectType) query.set('kind', subjectType);
  if (page > 1) query.set('page', String(page));
  return `/search?${query}`;
}

/** Parses such a URL; invalid values are ignored. */
export function readSearchQuery(query: URLSearchParams) {
  const whole = (name: string, max: number) => {
    const value = Number(query.get(name));
    return Number.isInteger(value) && value >= 1 && value <= max ? value : 1;
  };
  const kind = query.get('kind') ?? '';
  return {
    keyword: (query.get('keyword') ?? '').trim().slice(0, 100),
    type: whole('type', 8),
    subjectType: SUBJECTS.includes(kind) ? (kind as SubjectType) : undefined,
    page: whole('page', 500),
  };
}

/** Path segments that determine the search type; the first match wins (docs/specification.md, section "Search"). */
const BY_PATH: readonly [part: RegExp, type: number][] = [
  [/live/, 2],
  [/resource/, 4],
  // The list of exams is /test here.
  [/exam|^\/test(\/|$)/, 5],
  [/blog/, 6],
  [/question/, 7],
  [/^\/info(\/|$)/, 8],
  // Of the community as a whole: questions.
  [/^\/community(\/|$)/, 7],
];

/**
 * Search type of a page.
 * @param path in its Chinese form
 * @param kind of its posts, on pages of the community that show several kinds (`?kind=`)
 */
export function typeOfPath(path: string, kind: string | null = null): number {
  const lower = path.toLowerCase();
  if (kind === 'blog' && lower.startsWith('/community')) return 6;
  return BY_PATH.find(([part]) => part.test(lower))?.[1] ?? 1;
}

/** URL of a search result (Chinese form). */
export function hitPath({
  subjectType,
  id,
  parentId,
}: {
  subjectType: SubjectType;
  id: string;
  parentId: string | null;
}) {
  switch (subjectType) {
    case 'course':
      return `/knowledge/course/${id}`;
    case 'project':
      return `/knowledge/project/${id}`;
    case 'lecturer':
      return `/lecturer/view/${id}`;
    case 'announcement':
      return `/info/${id}`;
    case 'article':
      return `/tpl?id=${id}`;
    case 'resource':
      return `/watch/course?id=${parentId}&resource=${id}`;
    case 'exam':
      return `/test/id?id=${id}`;
    case 'blog':
      return `/community/blog/${id}`;
    case 'question':
      return `/community/question/${id}`;
  }
}
