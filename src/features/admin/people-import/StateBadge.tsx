import { useT } from '#src/i18n/island.tsx';
import type { Import } from './import-list.ts';

const TONES: Record<Import['state'], string> = {
  waiting: 'badge-ghost',
  planning: 'badge-info',
  planned: 'badge-warning',
  applying: 'badge-info',
  applied: 'badge-success',
  undoing: 'badge-info',
  undone: 'badge-ghost',
};

/** Where an import is. */
export function StateBadge({ state }: Pick<Import, 'state'>) {
  const t = useT();
  return <span className={`badge badge-sm badge-soft ${TONES[state]}`}>{t(`people:import.state.${state}`)}</span>;
}
