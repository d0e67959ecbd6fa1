import { EmptyState } from '#src/components/EmptyState.tsx';
import { useT } from '#src/i18n/island.tsx';

/** Empty state of a filtered list, with a link to the whole list. */
export function NothingFound({ all }: { all: string }) {
  const t = useT();
  return (
    <EmptyState
      icon="filter"
      title={t('record:empty.filtered')}
      action={{ href: all, label: t('record:empty.showAll') }}
    />
  );
}
