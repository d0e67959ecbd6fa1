import type { Data } from '#src/contract/calls.ts';

export type Coaching = Data<'GET /course/auth/coaching/view'>;
export type Meeting = Coaching['meetings'][number];
/** Shows a coaching after a change. */
export type OnChanged = (coaching: Coaching) => void;

type MeetingState =
  'proposed' | 'waiting' | 'agreed' | 'toConfirm' | 'halfConfirmed' | 'held' | 'declined' | 'cancelled';

/** The state of a meeting as the viewer sees it. */
export function meetingState(meeting: Meeting, role: Coaching['role'], now: string | Date): MeetingState {
  const { state, learnerConfirmedAt, mentorConfirmedAt, proposedByMe, startsAt } = meeting;
  if (state === 'proposed') return proposedByMe || role === 'administrator' ? 'proposed' : 'waiting';
  if (state !== 'agreed') return state;
  if (learnerConfirmedAt && mentorConfirmedAt) return 'held';
  if (new Date(startsAt) > new Date(now)) return 'agreed';
  if (role === 'administrator') return learnerConfirmedAt || mentorConfirmedAt ? 'halfConfirmed' : 'agreed';
  return (role === 'mentor' ? mentorConfirmedAt : learnerConfirmedAt) ? 'halfConfirmed' : 'toConfirm';
}
