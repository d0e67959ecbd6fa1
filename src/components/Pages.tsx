import { useT } from '#src/i18n/island.tsx';
import { Icon } from './Icon.tsx';

type Props = {
  pageCurrent: number;
  totalPage: number;
  isBusy?: boolean;
  onGo: (page: number) => void;
};

/** Previous and next page of a list in an island; renders nothing if there is only one. */
export function Pages({ pageCurrent, totalPage, isBusy = false, onGo }: Props) {
  const t = useT();
  if (totalPage <= 1) return null;
  return (
    <nav aria-label={t('common:pager.label')} className="flex items-center justify-center gap-3">
      <button
        type="button"
        className="btn btn-ghost btn-sm btn-square"
        aria-label={t('common:pager.previous')}
        disabled={isBusy || pageCurrent <= 1}
        onClick={() => onGo(pageCurrent - 1)}
      >
        <Icon name="chevron-left" />
      </button>
      <span className="text-sm text-muted tabular-nums">
        {pageCurrent} / {totalPage}
      </span>
      <button
        type="button"
        className="btn btn-ghost btn-sm btn-square"
        aria-label={t('common:pager.next')}
        disabled={isBusy || pageCurrent >= totalPage}
        onClick={() => onGo(pageCurrent + 1)}
      >
        <Icon name="chevron-right" />
      </button>
    </nav>
  );
}
