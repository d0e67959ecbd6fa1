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

/**
 * One page of a list whose rows carry how many there are altogether, as `totalCount` (`count(*) over ()`). After the last
 * page there is no row to carry it: then the first row is read for it, so that the caller learns which page is the last.
 * @param read the rows of a part of the list, in their order
 */
export async function readPage<R extends { totalCount: number }>(
  page: { pageCurrent: number; pageSize: number },
  read: (part: { limit: number; offset: number }) => Promise<R[]>,
) {
  const part = slice(page);
  const rows = await read(part);
  const counted = rows[0] ?? (part.offset > 0 ? (await read({ limit: 1, offset: 0 }))[0] : undefined);
  return paging(page, counted?.totalCount ?? 0, rows);
}
