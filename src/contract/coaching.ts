import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { ById, Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';
import { WaitingPage } from './waiting.ts';

const text = (most: number) =>
  z.string().trim().min(1, { error: 'field.required' }).max(most, { error: 'field.tooLong' });

const GoalState = z.enum(['open', 'inProgress', 'reached', 'dropped']);

const Goal = z.object({ id: Id, title: z.string(), state: GoalState, stateAt: Instant });

const Meeting = z.object({
  id: Id,
  startsAt: Instant,
  /** A place or a link. */
  place: z.string(),
  agenda: z.string(),
  state: z.enum(['proposed', 'agreed', 'declined', 'cancelled']),
  proposedByMe: z.boolean(),
  learnerConfirmedAt: Instant.nullable(),
  learnerNote: z.string().nullable(),
  mentorConfirmedAt: Instant.nullable(),
  mentorNote: z.string().nullable(),
});

/** `administrator` sees it and changes the mentor only. */
const Role = z.enum(['learner', 'mentor', 'administrator']);

const Summary = z.object({
  id: Id,
  title: z.string(),
  role: Role,
  learnerName: z.string(),
  mentorName: z.string(),
  studyProgress: z.number().int(),
  completedAt: Instant.nullable(),
  requiredMeetings: z.number().int(),
  confirmedMeetings: z.number().int(),
  requiredGoals: z.number().int(),
  reachedGoals: z.number().int(),
});

const Coaching = Summary.extend({
  /** Its item of the task is not open yet: nothing can be changed. */
  locked: z.boolean(),
  /** An administrator names another mentor. */
  mentorHasLeft: z.boolean(),
  goals: z.array(Goal).max(MAX_ITEMS.coachingGoals),
  /** Latest first. */
  meetings: z.array(Meeting).max(MAX_ITEMS.coachingMeetings),
});

export const coaching = define({
  'POST /course/auth/coaching/page': {
    summary: 'List the coachings in which the user is the mentor or the learner, those in progress first',
    auth: 'enterprise',
    input: paged().extend({ role: z.enum(['learner', 'mentor']).optional() }),
    data: page(Summary.extend({ nextMeetingAt: Instant.nullable() })),
  },
  'GET /course/auth/coaching/view': {
    summary: 'Get a coaching with its goals and meetings: for its two people and administrators',
    auth: 'enterprise',
    input: ById,
    data: Coaching,
  },
  'PUT /course/auth/coaching/mentor/save': {
    summary: 'Name another mentor, e.g. when the mentor has left. Idempotent',
    auth: 'admin',
    input: ById.extend({ userId: Id }),
    data: Coaching,
  },
  'POST /course/auth/coaching/meeting/save': {
    summary: 'Propose a meeting to the other person, also one that has taken place in the last 30 days',
    auth: 'enterprise',
    input: z.object({
      coachingId: Id,
      startsAt: z.iso.datetime({ error: 'field.invalid' }).max(40, { error: 'field.invalid' }),
      place: text(300),
      agenda: text(1000),
    }),
    data: Coaching,
  },
  'POST /course/auth/coaching/meeting/answer': {
    summary: 'Accept or decline a meeting that the other person has proposed. Idempotent',
    auth: 'enterprise',
    input: ById.extend({ accepted: z.boolean() }),
    data: Coaching,
  },
  'POST /course/auth/coaching/meeting/cancel': {
    summary: 'Cancel a meeting that nobody has confirmed. Idempotent',
    auth: 'enterprise',
    input: ById,
    data: Coaching,
  },
  'POST /course/auth/coaching/meeting/confirm': {
    summary:
      'Confirm that an agreed meeting took place, with a note. It counts when both have. A repeat changes nothing',
    auth: 'enterprise',
    input: ById.extend({ note: text(1000) }),
    data: Coaching,
  },
  'POST /course/auth/coaching/goal/save': {
    summary: 'Add a goal',
    auth: 'enterprise',
    input: z.object({ coachingId: Id, title: text(200) }),
    data: Coaching,
  },
  'PUT /course/auth/coaching/goal/state': {
    summary: 'Change the state of a goal; only the mentor decides that it is reached or dropped',
    auth: 'enterprise',
    input: ById.extend({ state: GoalState }),
    data: Coaching,
  },
  'POST /course/auth/coaching/waiting/page': {
    summary: 'List what waits for the user as a mentor: proposed meetings, and past ones to confirm; oldest first',
    auth: 'enterprise',
    input: paged(),
    data: WaitingPage,
  },
});
