import { useT } from '#src/i18n/island.tsx';
import { ConflictView } from '../kit/ConflictView.tsx';
import type { Conflict } from '../kit/use-editor.ts';

type Props<V> = {
  label: string;
  conflict: Conflict<V[]>;
  /** A row in words. */
  textOf: (value: V) => string;
  onMerge: (values: V[]) => void;
};

/** A list of a session that somebody else has saved meanwhile: both versions, of which one is chosen. */
export function RowsConflict<V>({ label, conflict: { mine, theirs }, textOf, onMerge }: Props<V>) {
  const t = useT();
  const [own, other] = [mine, theirs.values].map((values) => values.map(textOf).join('\n'));
  return (
    <ConflictView
      title={t('admin:conflict.title')}
      intro={t('admin:conflict.intro')}
      differences={own === other ? [] : [{ name: 'rows', label, mine: own!, theirs: other! }]}
      onMerge={(taken) => onMerge(taken.has('rows') ? theirs.values : mine)}
    />
  );
}
