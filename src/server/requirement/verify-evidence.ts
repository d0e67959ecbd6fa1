import type { RequirementState } from '#src/contract/rules/requirement.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { Evidence, Moments } from './evidence-format.ts';

/**
 * Checks whether the state in evidence, whose signature is valid, follows from the moments and facts in it.
 * @returns what does not agree
 */
export function verifyEvidence({ at, state, moments, facts, assignments }: Evidence): string[] {
  const problems: string[] = [];
  const time = Date.parse(at);
  if ((state === null) !== (moments === null)) problems.push('the state and its moments do not agree');
  if (moments && state !== stateOf(moments, time)) problems.push('the state does not follow from the moments');
  if (moments && facts.length < MAX_ITEMS.requirementFacts) {
    const ends = facts
      .filter(({ doneAt, verdict }) => doneAt && ['counts', 'expired', 'revoked'].includes(verdict))
      .map(({ endsAt }) => (endsAt ? Date.parse(endsAt) : Infinity));
    const end = ends.length > 0 ? Math.max(...ends) : null;
    if (end !== timeOf(moments.validUntil)) problems.push('the end of the validity does not follow from the facts');
  }
  const had = assignments.some(
    ({ openedAt, closedAt }) => Date.parse(openedAt) <= time && (!closedAt || Date.parse(closedAt) > time),
  );
  if (assignments.length < MAX_ITEMS.requirementFacts && had !== (moments !== null))
    problems.push('the state and the assignments do not agree');
  return problems;
}

/** As `portal.requirement_state_at` (rules.sql). */
function stateOf({ dueAt, validUntil, renewFrom, isStarted, exemptUntil }: Moments, at: number): RequirementState {
  const isAfter = (moment: string | null) => (timeOf(moment) ?? -Infinity) > at;
  if (isAfter(exemptUntil)) return 'exempt';
  if (isAfter(validUntil)) return isAfter(renewFrom) ? 'fulfilled' : 'dueSoon';
  if (!isAfter(dueAt)) return 'overdue';
  return isStarted ? 'inProgress' : 'due';
}

const timeOf = (moment: string | null): number | null =>
  moment === null ? null : moment === 'infinity' ? Infinity : moment === '-infinity' ? -Infinity : Date.parse(moment);
