import { useT } from '#src/i18n/island.tsx';
import type { Row } from './people-list.ts';

/** Whether a member can sign in. */
export function StatusBadge({ status }: Pick<Row, 'status'>) {
  const t = useT();
  const tone = status === 'active' ? 'badge-success' : 'badge-ghost';
  return (
    <span className={`badge badge-soft badge-sm whitespace-nowrap ${tone}`}>{t(`enum:memberStatus.${status}`)}</span>
  );
}
