import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { code, enterpriseId, gmtCreate, gmtModified, id, moment, sort } from '#src/server/core/db/columns.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/** What a coaching needs to be complete; a task has it as an item. */
export const coachingPlan = pgTable(
  'coaching_plan',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    title: text('title').notNull(),
    /** Meetings that both have confirmed, and goals that are reached. */
    requiredMeetings: integer('required_meetings').notNull(),
    requiredGoals: integer('required_goals').notNull(),
    published: boolean('published').notNull().default(true),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    atLeast(t.requiredMeetings, 0),
    atLeast(t.requiredGoals, 0),
    check('coaching_plan_required_check', sql`${t.requiredMeetings} + ${t.requiredGoals} > 0`),
  ],
);

/** One learner and their mentor. The progress is derived from goals and meetings in the same transaction. */
export const coaching = pgTable(
  'coaching',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    planId: uuid('plan_id').notNull(),
    learnerId: uuid('learner_id').notNull(),
    mentorId: uuid('mentor_id').notNull(),
    /** 0–100. */
    studyProgress: integer('study_progress').notNull().default(0),
    completedAt: moment('completed_at'),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.planId, t.learnerId),
    index().on(t.enterpriseId, t.learnerId),
    index().on(t.enterpriseId, t.mentorId),
    foreignKey({ columns: [t.enterpriseId, t.planId], foreignColumns: [coachingPlan.enterpriseId, coachingPlan.id] }),
    memberKey(t.enterpriseId, t.learnerId),
    memberKey(t.enterpriseId, t.mentorId),
    between(t.studyProgress, 0, 100),
    check('coaching_pair_check', sql`${t.learnerId} <> ${t.mentorId}`),
  ],
);

export const coachingGoal = pgTable(
  'coaching_goal',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    coachingId: uuid('coaching_id').notNull(),
    title: text('title').notNull(),
    state: text('state').$type<'open' | 'inProgress' | 'reached' | 'dropped'>().notNull().default('open'),
    /** Since when it has this state. */
    stateAt: moment('state_at').notNull().defaultNow(),
    sort: sort(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.coachingId),
    foreignKey({ columns: [t.enterpriseId, t.coachingId], foreignColumns: [coaching.enterpriseId, coaching.id] }),
    oneOf(t.state, ['open', 'inProgress', 'reached', 'dropped']),
  ],
);

/** A meeting of both, from its proposal to the confirmation that it took place. */
export const coachingMeeting = pgTable(
  'coaching_meeting',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    coachingId: uuid('coaching_id').notNull(),
    startsAt: moment('starts_at').notNull(),
    /** A place or a link. */
    place: text('place').notNull(),
    agenda: text('agenda').notNull(),
    proposedBy: uuid('proposed_by').notNull(),
    state: text('state').$type<'proposed' | 'agreed' | 'declined' | 'cancelled'>().notNull().default('proposed'),
    /** When each confirmed that it took place, and what they noted. */
    learnerConfirmedAt: moment('learner_confirmed_at'),
    learnerNote: text('learner_note'),
    mentorConfirmedAt: moment('mentor_confirmed_at'),
    mentorNote: text('mentor_note'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.coachingId, t.startsAt),
    foreignKey({ columns: [t.enterpriseId, t.coachingId], foreignColumns: [coaching.enterpriseId, coaching.id] }),
    memberKey(t.enterpriseId, t.proposedBy),
    oneOf(t.state, ['proposed', 'agreed', 'declined', 'cancelled']),
    check(
      'coaching_meeting_confirmed_check',
      sql`num_nonnulls(${t.learnerConfirmedAt}, ${t.mentorConfirmedAt}) = 0 or ${t.state} = 'agreed'`,
    ),
  ],
);
