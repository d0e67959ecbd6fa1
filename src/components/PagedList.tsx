import type { Key, ReactNode } from 'react';
import { LoadState } from './LoadState.tsx';
import { Pager } from './Pager.tsx';

type Page<T> = { list: T[]; pageCurrent: number; totalPage: number; totalCount: number };
type Props<T> = {
  /** Names the list for screen readers. */
  label: string;
  /** A query of `useCall`, or anything of its shape. */
  query: {
    data: Page<T> | undefined;
    error: { message: string } | undefined;
    isLoading: boolean;
    isPrevious: boolean;
    reload: () => void;
  };
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** URL of page n, from 1. */
  href: (page: number) => string;
  /** Tools for the whole list, shown above the rows if there are any. */
  tools?: ReactNode;
  children: (item: T) => ReactNode;
  keyOf: (item: T) => Key;
};

/** One page of a list with its loading, failed and empty states and the links to the other pages. */
export function PagedList<T>({ label, query, empty, href, tools, children, keyOf }: Props<T>) {
  // All rows of the page were deleted; further ones are being loaded.
  const isRefilling = query.data?.list.length === 0 && query.data.totalCount > 0;
  return (
    <>
      <section
        className="paper overflow-hidden transition-opacity aria-busy:opacity-60"
        aria-label={label}
        aria-busy={query.isPrevious || undefined}
      >
        <LoadState query={isRefilling ? { ...query, data: undefined } : query}>
          {({ list }) =>
            list.length === 0 ? (
              empty
            ) : (
              <>
                {tools}
                <ul className="divide-y divide-base-300">
                  {list.map((item) => (
                    <li key={keyOf(item)}>{children(item)}</li>
                  ))}
                </ul>
              </>
            )
          }
        </LoadState>
      </section>
      {query.data && <Pager {...query.data} href={href} />}
    </>
  );
}
