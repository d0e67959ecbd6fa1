import { island, useT } from '#src/i18n/island.tsx';
import { pagesAround } from './pages-around.ts';
import { Icon } from './Icon.tsx';

type Props = {
  pageCurrent: number;
  totalPage: number;
  /** URL of page n, from 1. */
  href: (page: number) => string;
};

/** Links to the pages of a list; renders nothing if there is only one. */
export function Pager({ pageCurrent, totalPage, href }: Props) {
  const t = useT();
  if (totalPage <= 1) return null;
  return (
    <nav aria-label={t('common:pager.label')} className="mt-8 flex flex-wrap items-center justify-center gap-1">
      {pageCurrent > 1 && (
        <a
          className="btn btn-ghost btn-sm btn-square"
          rel="prev"
          href={href(pageCurrent - 1)}
          aria-label={t('common:pager.previous')}
        >
          <Icon name="chevron-left" />
        </a>
      )}
      {pagesAround(pageCurrent, totalPage).map((page, position) =>
        page === null ? (
          <span key={`gap-${position}`} className="px-1 text-muted">
            …
          </span>
        ) : (
          <a
            key={page}
            className={`btn btn-sm min-w-8 ${page === pageCurrent ? 'btn-primary' : 'btn-ghost'}`}
            href={href(page)}
            aria-label={t('common:pager.page', { page })}
            aria-current={page === pageCurrent ? 'page' : undefined}
          >
            {page}
          </a>
        ),
      )}
      {pageCurrent < totalPage && (
        <a
          className="btn btn-ghost btn-sm btn-square"
          rel="next"
          href={href(pageCurrent + 1)}
          aria-label={t('common:pager.next')}
        >
          <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  );
}

/** For Astro pages, without a client directive. */
export default island(Pager);
