import type { AttemptView } from './answer.ts';

export type CloseReason = 'person' | 'time' | 'notAllowed' | 'exceeded' | 'elsewhere';

/** What the candidate is told about an attempt that was found closed. */
export function closeReasonOf({ closedBy, switchPolicy }: Pick<AttemptView, 'closedBy' | 'switchPolicy'>): CloseReason {
  if (closedBy !== 'switch') return 'elsewhere';
  return switchReason(switchPolicy);
}

/** Which rule has closed an attempt for a screen switch: none is allowed, or there were more than the limit. */
export const switchReason = (policy: AttemptView['switchPolicy']) =>
  policy === 'at_once' ? ('notAllowed' as const) : ('exceeded' as const);
