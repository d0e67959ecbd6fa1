export type KnowledgeQuery = { courseType?: number; categoryId?: string; keyword?: string; page?: number };

/** Address of the list of courses (Chinese form); what is at its default is left out. */
export function knowledgePath({ courseType = 1, categoryId, keyword, page = 1 }: KnowledgeQuery): string {
  const query = new URLSearchParams();
  if (courseType !== 1) query.set('type', String(courseType));
  if (categoryId) query.set('category', categoryId);
  if (keyword) query.set('keyword', keyword);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `/knowledge?${query}` : '/knowledge';
}

/** Reads such an address; what makes no sense counts as not given. */
export function readKnowledgeQuery(query: URLSearchParams) {
  const whole = (name: string, otherwise: number, max: number) => {
    const value = Number(query.get(name) ?? otherwise);
    return Number.isInteger(value) && value >= 0 && value <= max ? value : otherwise;
  };
  const categoryId = query.get('category') ?? '';
  return {
    courseType: whole('type', 1, 3),
    categoryId: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(categoryId) ? categoryId : undefined,
    keyword: (query.get('keyword') ?? '').trim().slice(0, 100) || undefined,
    page: Math.max(1, whole('page', 1, 100_000)),
  };
}
