import { z } from 'zod';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { Code, given, item, Line, list, Moment, Paragraph, Phone, Whole } from './fields.ts';

/** A mentor with the learners whom they coach. */
const Mentor = item({ mentor: Phone, learners: z.array(Phone).min(1, 'should have at least one item') });
const Goal = item({ code: Code, title: Line });
/** The state of a goal of one learner at the first import. */
const GoalState = item({ learner: Phone, goal: Code, state: z.enum(['inProgress', 'reached', 'dropped']) });
/** A meeting at the first import. */
const Meeting = item({
  learner: Phone,
  at: Moment,
  place: Line,
  agenda: Paragraph.max(1000, 'should be at most 1000 characters long'),
  state: z.enum(['proposed', 'agreed', 'confirmed']),
  proposedBy: z.enum(['mentor', 'learner']).default('mentor'),
  mentorNote: Paragraph.optional(),
  learnerNote: Paragraph.optional(),
}).superRefine(
  ({ state, mentorNote, learnerNote }, context) => {
    if ((state === 'confirmed') === (mentorNote !== undefined && learnerNote !== undefined)) return;
    const message = 'a meeting has "mentorNote" and "learnerNote" exactly when its state is "confirmed"';
    context.addIssue({ code: 'custom', path: ['state'], message });
  },
  given('state', 'mentorNote', 'learnerNote'),
);

/** What a coaching needs to be complete, and who coaches whom. */
export const CoachingPlan = item({
  code: Code,
  title: Line,
  requiredMeetings: Whole,
  requiredGoals: Whole,
  mentors: z.array(Mentor).min(1, 'should have at least one item'),
  /** Goals of every learner. */
  goals: list(Goal, MAX_ITEMS.coachingGoals).default([]),
  goalStates: z.array(GoalState).default([]),
  meetings: z.array(Meeting).default([]),
})
  .superRefine(
    ({ requiredMeetings, requiredGoals }, context) => {
      if (requiredMeetings + requiredGoals > 0) return;
      const message = 'a coaching needs at least one meeting or goal';
      context.addIssue({ code: 'custom', path: ['requiredMeetings'], message });
    },
    given('requiredMeetings', 'requiredGoals'),
  )
  .superRefine(
    ({ mentors, goals, goalStates, meetings }, context) => {
      const wrong = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
      const learners = new Set<string>();
      for (const [i, { mentor, learners: theirs }] of mentors.entries()) {
        for (const [j, phone] of theirs.entries()) {
          if (phone === mentor) wrong(['mentors', i, 'learners', j], 'nobody coaches themselves');
          if (learners.has(phone)) wrong(['mentors', i, 'learners', j], 'a learner has one mentor');
          learners.add(phone);
        }
      }
      for (const [key, entries] of Object.entries({ goalStates, meetings })) {
        for (const [i, { learner }] of entries.entries())
          if (!learners.has(learner)) wrong([key, i, 'learner'], 'is not a learner of this coaching');
      }
      for (const [i, { goal }] of goalStates.entries())
        if (!goals.some(({ code }) => code === goal)) wrong(['goalStates', i, 'goal'], `there is no goal "${goal}"`);
    },
    given('mentors', 'goals', 'goalStates', 'meetings'),
  );
export const CoachingPlans = z.array(CoachingPlan);
export type CoachingPlan = z.infer<typeof CoachingPlan>;
