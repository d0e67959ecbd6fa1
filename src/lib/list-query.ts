import { pageOf } from './page-of.ts';
import { isUuid } from './uuid.ts';

/*
 * The query of a list: `?keyword=&status=&sort=-name&columns=a,b&rows=50&page=2`. A screen declares what it may contain; its page and its
 * island read it with the same declaration.
 */

/** Values by name, as they are in the query; what is left out is not filtered. */
export type Filter = { [name: string]: string | undefined };
/** Name of an order, `-` before it: descending. */
export type Sort<S extends string> = S | `-${S}`;

export type ListQuery<F extends Filter, S extends string> = {
  /** Path of the screen in its Chinese form. */
  path: string;
  /** Reads a value of the query; invalid ones are ignored. */
  filters: { [K in keyof F]-?: (text: string) => F[K] };
  sorts?: readonly S[];
  /** What stays in the query with every filter: the tab of a page. */
  fixed?: { [name: string]: string };
};
export type ListState<F extends Filter, S extends string> = {
  filter: Partial<F>;
  /** Without it, the list has the order of its call. */
  sort?: Sort<S>;
  /** Ids of the columns that are shown if the user chose them. */
  columns?: string[];
  /** Rows of a page, if the user chose them. */
  size?: number;
  page: number;
};

export type StateOf<Q> = Q extends ListQuery<infer F, infer S> ? ListState<F, S> : never;

/** Declares the query of a list. */
export const listQuery = <F extends Filter, const S extends string = never>(query: ListQuery<F, S>): ListQuery<F, S> =>
  query;

/** Rows of a page of a table. */
export const PAGE_SIZE = 20;
/** What users can choose instead. */
export const PAGE_SIZES: readonly number[] = [PAGE_SIZE, 50, 100];
/** Maximum length of a list of columns, characters. */
const MAX_COLUMNS = 500;

/** For `filters`: a text of at most so many characters. */
export const text = (max: number) => (value: string) => value.slice(0, max) || undefined;
/** For `filters`: one of some values. */
export const oneOf =
  <T extends string>(values: readonly T[]) =>
  (value: string) =>
    values.find((each) => each === value);
/** For `filters`: a calendar day, `2026-03-01`. */
export const day = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00Z`).getUTCDate() === Number(value.slice(8))
    ? value
    : undefined;
/** For `filters`: an id. */
export const id = (value: string) => (isUuid(value) ? value : undefined);

/** @param search query of the URL: `?page=2` */
export function readList<F extends Filter, S extends string>(
  { filters, sorts = [] }: ListQuery<F, S>,
  search: string,
): ListState<F, S> {
  const searchParams = new URLSearchParams(search);
  const value = (name: string) => searchParams.get(name)?.trim() ?? '';
  const read = Object.entries(filters).map(([name, reads]) => [
    name,
    (reads as (text: string) => unknown)(value(name)),
  ]);
  const columns = value('columns').slice(0, MAX_COLUMNS);
  return {
    filter: Object.fromEntries(read.filter(([, found]) => found !== undefined)) as Partial<F>,
    sort: sorts.flatMap((name): Sort<S>[] => [name, `-${name}`]).find((each) => each === value('sort')),
    columns: columns ? columns.split(',') : undefined,
    size: PAGE_SIZES.find((size) => String(size) === value('rows')),
    page: pageOf({ searchParams }),
  };
}

/** The path of a list with this state, in its Chinese form. */
export function listPath<F extends Filter, S extends string>(
  { path, fixed }: Pick<ListQuery<F, S>, 'path' | 'fixed'>,
  { filter, sort, columns, size, page = 1 }: Partial<ListState<F, S>>,
): string {
  const all = {
    ...{ ...fixed, ...filter, sort, columns: columns?.join(','), rows: size?.toString() },
    page: page > 1 ? String(page) : undefined,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

/** Input of a paged call for this state. */
export const pageInput = <F extends Filter, S extends string>({ filter, sort, size, page }: ListState<F, S>) => ({
  ...filter,
  sort,
  pageCurrent: page,
  pageSize: size ?? PAGE_SIZE,
});
