import { coaching } from '#src/contract/coaching.ts';
import { implement } from '#src/server/core/implement.ts';
import { addGoal, setGoalState } from './goal.ts';
import { answerMeeting, cancelMeeting, confirmMeeting, proposeMeeting } from './meeting.ts';
import { nameMentor } from './name-mentor.ts';
import { pageCoachings } from './page-coachings.ts';
import { pageWaiting } from './page-waiting.ts';
import { viewCoaching } from './view-coaching.ts';

export const coachingOperations = implement(coaching, {
  'POST /course/auth/coaching/page': pageCoachings,
  'GET /course/auth/coaching/view': viewCoaching,
  'PUT /course/auth/coaching/mentor/save': nameMentor,
  'POST /course/auth/coaching/meeting/save': proposeMeeting,
  'POST /course/auth/coaching/meeting/answer': answerMeeting,
  'POST /course/auth/coaching/meeting/cancel': cancelMeeting,
  'POST /course/auth/coaching/meeting/confirm': confirmMeeting,
  'POST /course/auth/coaching/goal/save': addGoal,
  'PUT /course/auth/coaching/goal/state': setGoalState,
  'POST /course/auth/coaching/waiting/page': pageWaiting,
});
