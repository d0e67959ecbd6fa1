import type { ReactNode } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  isPageSelected: boolean;
  isSomeSelected: boolean;
  /** Number of selected rows or results. */
  count: number;
  totalCount: number;
  /** All rows of the page are selected, and there are other pages. */
  canSelectAll: boolean;
  onPage: (isSelected: boolean) => void;
  onAll: () => void;
  onClear: () => void;
  /** What can be done with them. */
  children: ReactNode;
};

/** Above a table: selects the rows of the page, then all results, and has the commands for what is selected. */
export function SelectionBar({ isPageSelected, isSomeSelected, count, totalCount, canSelectAll, ...props }: Props) {
  const { onPage, onAll, onClear, children } = props;
  const t = useT();
  const hydrated = useHydrated();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-base-300 bg-base-200 px-4 py-2.5">
      <label className="flex items-center gap-3 text-sm">
        <input
          ref={(input) => {
            if (input) input.indeterminate = isSomeSelected && !isPageSelected;
          }}
          type="checkbox"
          className="checkbox checkbox-sm rounded-sm"
          disabled={!hydrated}
          checked={isPageSelected}
          onChange={(event) => onPage(event.target.checked)}
        />
        {count > 0 ? t('admin:table.selected', { count }) : t('admin:table.selectPage')}
      </label>
      {canSelectAll && (
        <button type="button" className="link text-sm text-primary" onClick={onAll}>
          {t('admin:table.selectAll', { count: totalCount })}
        </button>
      )}
      {count > 0 && (
        <button type="button" className="link text-sm" onClick={onClear}>
          {t('admin:table.clearSelection')}
        </button>
      )}
      {children}
    </div>
  );
}
