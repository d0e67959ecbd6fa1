import type { AttemptView } from './answer.ts';

export type CloseReason = 'person' | 'time' | 'notAllowed' | 'exceeded' | 'elsewhere';

/** What the candidate is told about an attempt that was found closed. */
export function closeReasonOf({ closedBy, switchPolicy }: Pick<AttemptView, 'closedBy' | 'switchPolicy'>): CloseReason {
  if (closedBy !== 'switch') return 'elsewhere';
  return switchPolicy === 'at_once' ? 'notAllowed' : 'exceeded';
}
