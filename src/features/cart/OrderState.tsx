import { useT } from '#src/i18n/island.tsx';

const TONES = {
  pending: 'badge-warning',
  approved: 'badge-success',
  rejected: 'badge-error',
  withdrawn: 'badge-ghost',
};

/** Status of an order, as a badge. */
export function OrderState({ state }: { state: keyof typeof TONES }) {
  const t = useT();
  return <span className={`badge badge-sm badge-soft shrink-0 ${TONES[state]}`}>{t(`order:state.${state}`)}</span>;
}
