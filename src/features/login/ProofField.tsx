import { lazyPart } from '#src/components/lazy-part.tsx';
import type { ProofProps } from './ProofChoice.tsx';

/** Loaded when it is needed: few users ever see it. */
const ProofChoice = lazyPart(async () => (await import('./ProofChoice.tsx')).ProofChoice, 1);

/**
 * The alternative to the proof of work, once a check is required: a code in a picture or spoken, which the user chooses and types
 * (docs/decisions/080).
 */
export function ProofField(props: ProofProps) {
  return props.proof.isNeeded && <ProofChoice {...props} />;
}
