import { EmptyState } from '#src/components/EmptyState.tsx';
import { useT } from '#src/i18n/island.tsx';

/** A list whose filter leaves nothing, with the way back to all of it. */
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
