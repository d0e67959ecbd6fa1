import { type ComponentType, lazy, Suspense } from 'react';
import type { ProofProps } from './ProofChoice.tsx';

/** Loaded when it is needed: few users ever see it. Where it cannot be loaded, the browser still computes. */
const ProofChoice = lazy(() =>
  import('./ProofChoice.tsx').then(
    ({ ProofChoice: loaded }): { default: ComponentType<ProofProps> } => ({ default: loaded }),
    () => ({ default: () => null }),
  ),
);

/**
 * The alternative to the proof of work, once a check is required: a code in a picture or spoken, which the user chooses and types
 * (docs/decisions/080).
 */
export function ProofField(props: ProofProps) {
  if (!props.proof.isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <ProofChoice {...props} />
    </Suspense>
  );
}
