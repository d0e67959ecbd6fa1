import { useT } from '#src/i18n/island.tsx';
import { STATE_TONES, type RequestState } from './flow-status.ts';

/** Status of a request, as a badge. */
export function FlowState({ request: { state, approvalStatus, step, stepCount } }: { request: RequestState }) {
  const t = useT();
  return (
    <span
      data-state={approvalStatus ?? state}
      className={`badge badge-sm badge-soft shrink-0 ${STATE_TONES[approvalStatus ?? state]}`}
    >
      {approvalStatus === 'ongoing' ? t('flow:state.ongoing', { step, count: stepCount }) : t(`flow:state.${state}`)}
    </span>
  );
}
