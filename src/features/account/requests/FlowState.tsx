import { useT } from '#src/i18n/island.tsx';
import { STATE_TONES, type Instance } from './flow-look.ts';

/** Status of a request, as a badge. */
export function FlowState({ state }: { state: Instance['state'] }) {
  const t = useT();
  return (
    <span data-state={state} className={`badge badge-sm badge-soft shrink-0 ${STATE_TONES[state]}`}>
      {t(`flow:state.${state}`)}
    </span>
  );
}
