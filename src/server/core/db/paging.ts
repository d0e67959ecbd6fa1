/** `limit` and `offset` of a paged request (spec section 3; pages are 1-based). */
export function slice({ pageCurrent, pageSize }: { pageCurrent: number; pageSize: number }) {
  return { limit: pageSize, offset: (pageCurrent - 1) * pageSize };
}

/** The paging object of an answer. */
export function paging<T>(
  { pageCurrent, pageSize }: { pageCurrent: number; pageSize: number },
  totalCount: number,
  list: T[],
) {
  return { pageCurrent, pageSize, totalCount, totalPage: Math.ceil(totalCount / pageSize), list };
}
