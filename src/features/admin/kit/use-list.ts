import { navigate, useSearch } from '#src/client/router.ts';
import { useLocale } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { type Filter, listPath, type ListQuery, type ListState, readList } from '#src/lib/list-query.ts';

export type List<F extends Filter, S extends string> = ListState<F, S> & {
  path: string;
  fixed: { [name: string]: string };
  /** Path of the list with the query of its tab, in its Chinese form: names the list. */
  own: string;
  /** Filters, order and columns, as a query without `?`. */
  query: string;
  /** URL of the list with such a query. */
  viewLink: (query: string) => string;
  /** URL of the list with a change of its state; back at the first page unless the change says otherwise. */
  link: (change: Partial<ListState<F, S>>) => string;
  /** Goes there without a reload. */
  go: (change: Partial<ListState<F, S>>) => void;
};

/**
 * State of a list in the URL of the page.
 * @param given query with which the server rendered the page
 */
export function useList<F extends Filter, S extends string>(query: ListQuery<F, S>, given: string): List<F, S> {
  const locale = useLocale();
  const state = readList(query, useSearch(given));
  const own = listPath(query, {});
  const link = (change: Partial<ListState<F, S>>) => href(locale, listPath(query, { ...state, page: 1, ...change }));
  return {
    ...state,
    path: href(locale, query.path),
    fixed: query.fixed ?? {},
    own,
    query: listPath({ path: '' }, { ...state, page: 1 }).slice(1),
    viewLink: (saved) => href(locale, saved ? `${own}${own.includes('?') ? '&' : '?'}${saved}` : own),
    link,
    go: (change) => navigate(link(change)),
  };
}
