import type { RequirementState } from '#src/contract/rules/requirement.ts';
import { useT } from '#src/i18n/island.tsx';

const TONES: Record<RequirementState, string> = {
  overdue: 'badge-error',
  due: 'badge-ghost',
  inProgress: 'badge-info',
  dueSoon: 'badge-warning',
  fulfilled: 'badge-success',
  exempt: 'badge-neutral',
};

/** The state of a person in a requirement. */
export function StateMark({ state }: { state: RequirementState }) {
  const t = useT();
  return (
    <span className={`badge badge-sm badge-soft whitespace-nowrap ${TONES[state]}`}>
      {t(`requirement:state.${state}`)}
    </span>
  );
}
