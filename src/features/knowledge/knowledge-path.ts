export const NEEDS = ['nothing', 'registration', 'purchase'] as const;
export const HOUR_KINDS = ['required', 'culture', 'lecturer', 'other'] as const;
export const STATES = ['notStarted', 'learning', 'completed'] as const;
export const SORTS = ['newest', 'popular', 'rating', 'hours'] as const;

export type KnowledgeQuery = {
  kind?: 'course' | 'project';
  courseType?: number;
  categoryId?: string;
  keyword?: string;
  need?: (typeof NEEDS)[number];
  hourKind?: (typeof HOUR_KINDS)[number];
  learningState?: (typeof STATES)[number];
  bookmarked?: boolean;
  sort?: (typeof SORTS)[number];
  page?: number;
};

/** The query of the list's URL; defaults and filters that do not apply to projects are omitted. */
export function knowledgeParams(query: KnowledgeQuery): URLSearchParams {
  const { kind = 'course', courseType = 1, sort = 'newest', page = 1, ...rest } = query;
  const ofCourses = kind === 'course';
  const params = new URLSearchParams();
  if (!ofCourses) params.set('kind', kind);
  if (ofCourses && courseType !== 1) params.set('type', String(courseType));
  if (rest.categoryId) params.set('category', rest.categoryId);
  if (rest.keyword) params.set('keyword', rest.keyword);
  if (rest.need && (ofCourses || rest.need !== 'purchase')) params.set('need', rest.need);
  if (ofCourses && rest.hourKind) params.set('hours', rest.hourKind);
  if (rest.learningState) params.set('state', rest.learningState);
  if (rest.bookmarked) params.set('bookmarked', '1');
  if (sort !== 'newest') params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  return params;
}

/** URL of the list of courses and projects (Chinese form). */
export function knowledgePath(query: KnowledgeQuery): string {
  const params = knowledgeParams(query);
  return params.size > 0 ? `/knowledge?${params}` : '/knowledge';
}

/**
 * Parses such a URL; invalid values are ignored.
 * @param signedIn visitors have neither progress nor bookmarks
 */
export function readKnowledgeQuery(params: URLSearchParams, signedIn: boolean) {
  const whole = (name: string, otherwise: number, max: number) => {
    const value = Number(params.get(name) ?? otherwise);
    return Number.isInteger(value) && value >= 0 && value <= max ? value : otherwise;
  };
  const one = <T extends string>(name: string, of: readonly T[]) => of.find((value) => value === params.get(name));
  const categoryId = params.get('category') ?? '';
  const kind = one('kind', ['course', 'project'] as const) ?? 'course';
  const need = one('need', NEEDS);
  return {
    kind,
    courseType: whole('type', 1, 3),
    categoryId: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(categoryId) ? categoryId : undefined,
    keyword: (params.get('keyword') ?? '').trim().slice(0, 100) || undefined,
    need: kind === 'project' && need === 'purchase' ? undefined : need,
    hourKind: kind === 'course' ? one('hours', HOUR_KINDS) : undefined,
    learningState: signedIn ? one('state', STATES) : undefined,
    bookmarked: (signedIn && params.get('bookmarked') === '1') || undefined,
    sort: one('sort', SORTS) ?? 'newest',
    page: Math.max(1, whole('page', 1, 100_000)),
  };
}

/** Whether any filter is set, apart from the default type. */
export function isNarrowed({ kind, courseType, ...query }: KnowledgeQuery): boolean {
  const { categoryId, keyword, need, hourKind, learningState, bookmarked } = query;
  return Boolean(
    categoryId ||
    keyword ||
    need ||
    hourKind ||
    learningState ||
    bookmarked ||
    (kind !== 'project' && courseType !== 1),
  );
}
