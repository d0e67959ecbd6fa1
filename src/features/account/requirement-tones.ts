import type { RequirementState } from '#src/contract/rules/requirement.ts';

/** Badge of each state of a requirement. */
export const REQUIREMENT_TONES: Record<RequirementState, string> = {
  overdue: 'badge-error',
  due: 'badge-ghost',
  inProgress: 'badge-info',
  dueSoon: 'badge-warning',
  fulfilled: 'badge-success',
  exempt: 'badge-neutral',
};
