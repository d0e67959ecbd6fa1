import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Returns `limit` and `offset` for a paged request (pages are 1-based). */
export function slice({ pageCurrent, pageSize }: { pageCurrent: number; pageSize: number }) {
  return { limit: pageSize, offset: (pageCurrent - 1) * pageSize };
}

/** Returns the paging object of a response. */
export function paging<T>(
  { pageCurrent, pageSize }: { pageCurrent: number; pageSize: number },
  totalCount: number,
  list: T[],
) {
  return { pageCurrent, pageSize, totalCount, totalPage: Math.ceil(totalCount / pageSize), list };
}

/**
 * `totalCount` of a list whose page is found in an index: `count(*) over ()` would read and join all rows for it.
 * @param from tables that the condition needs, with their joins
 */
export const countOf = (from: SQL | SQLWrapper, where: SQL | undefined) =>
  sql<number>`(select count(*)::int from ${from} where ${where})`;

/** Rows of a list that are counted, where there may be millions; those after them are found with a filter. */
const MOST_COUNTED = 10_000;

/** Like `countOf`, for `readLongPage`: counting ends where it does not matter any more. */
export const countSome = (from: SQL | SQLWrapper, where: SQL | undefined) =>
  sql<number>`(select count(*)::int from (select from ${from} where ${where} limit ${MOST_COUNTED + 1}) counted)`;

/** Reads one page of a list whose `totalCount` is `countSome`. `isMore`: there are more rows than are counted. */
export async function readLongPage<R extends { totalCount: number }>(
  page: { pageCurrent: number; pageSize: number },
  read: (part: { limit: number; offset: number }) => Promise<R[]>,
) {
  const { totalCount, list } = await readPage(page, read);
  return { ...paging(page, Math.min(totalCount, MOST_COUNTED), list), isMore: totalCount > MOST_COUNTED };
}

/**
 * Reads one page of a list whose rows contain the total number as `totalCount` (`count(*) over ()`, or `countOf`). A page after the last
 * one has no row with that number; then the first row is read, so that the response still contains the number of pages.
 * @param read returns the rows of a part of the list, in order
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

/**
 * Order of a list for the `sort` of its input (`sorted` of the contract). What has no value comes last in both directions.
 * @param otherwise the order without `sort`; it also makes the other ones total
 */
export function orderOf<N extends string>(
  sort: N | `-${N}` | undefined,
  columns: Record<N, SQLWrapper>,
  otherwise: (SQL | SQLWrapper)[],
): SQL[] {
  const total = otherwise.map((each) => sql`${each}`);
  if (!sort) return total;
  const isDescending = sort.startsWith('-');
  const column = columns[sort.replace(/^-/, '') as N];
  return [sql`${isDescending ? desc(column) : asc(column)} nulls last`, ...total];
}
