type Plan = { requiredMeetings: number; requiredGoals: number };
type Meeting = { learnerConfirmedAt: Date | null; mentorConfirmedAt: Date | null };

/**
 * Counts the meetings that both have confirmed and the goals that are reached.
 * @returns `studyProgress` is 100 exactly when there are as many as the plan requires; more of one kind do not replace those
 *   of the other
 */
export function coachingProgress(
  { requiredMeetings, requiredGoals }: Plan,
  goals: { state: string }[],
  meetings: Meeting[],
): { confirmedMeetings: number; reachedGoals: number; studyProgress: number } {
  const confirmedMeetings = meetings.filter((each) => each.learnerConfirmedAt && each.mentorConfirmedAt).length;
  const reachedGoals = goals.filter(({ state }) => state === 'reached').length;
  const counted = Math.min(confirmedMeetings, requiredMeetings) + Math.min(reachedGoals, requiredGoals);
  return {
    confirmedMeetings,
    reachedGoals,
    studyProgress: Math.floor((100 * counted) / (requiredMeetings + requiredGoals)),
  };
}
