import { z } from 'zod';
import { APPEAL_SUBJECTS } from './rules/appeal.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Amount, ById, Id, Instant, paged } from './common.ts';
import { define } from './define.ts';
import { WaitingPage } from './waiting.ts';

const Subject = z.object({ subjectType: z.enum(APPEAL_SUBJECTS), subjectId: Id });

/** Value in the text of a fact: a text, a number, a moment, or a duration in seconds. */
const FactValue = z.union([
  z.string(),
  z.number(),
  z.object({ time: Instant }),
  z.object({ seconds: z.number().int() }),
]);
export type FactValue = z.input<typeof FactValue>;

/** A stored fact in plain words: `key` is a text of `appeal:fact`, or `refusal.…` one of the study domain. */
const Fact = z.object({
  key: z.string(),
  /** `done`: it counts; `open`: it is missing; `info`: something to know. */
  tone: z.enum(['done', 'open', 'info']),
  values: z.record(z.string(), FactValue),
  /** Names of what is missing. */
  items: z.array(z.string()).max(MAX_ITEMS.factItems),
});

const Explained = Subject.extend({
  title: z.string(),
  /** Where it is studied or taken, without language prefix. */
  path: z.string(),
  facts: z.array(Fact).max(MAX_ITEMS.facts),
  /** What to do next: `step` is a text of `appeal:next`. */
  next: z.object({ step: z.string(), path: z.string().nullable() }),
});

const Reason = z.string().trim().min(1, { error: 'field.reasonRequired' }).max(500, { error: 'field.tooLong' });

export const appeal = define({
  'GET /course/auth/appeal/explain': {
    summary:
      'Explain what is counted for the user and why, from stored facts, with the next step and the latest appeal',
    auth: 'enterprise',
    input: Subject,
    data: Explained.extend({
      /** The user’s latest appeal about it. */
      appeal: z
        .object({
          instanceId: Id,
          state: z.enum(['pending', 'approved', 'rejected', 'withdrawn']),
          reason: z.string().nullable(),
        })
        .nullable(),
    }),
  },
  'POST /course/auth/appeal/save': {
    summary:
      'Appeal to the lecturer of the course, or the administrators, that something should be counted. One appeal of a user about a subject can be pending',
    auth: 'enterprise',
    input: Subject.extend({
      text: z.string().trim().min(1, { error: 'field.required' }).max(1_000, { error: 'field.tooLong' }),
    }),
    data: z.object({ instanceId: Id }),
  },
  'GET /course/auth/appeal/view': {
    summary: 'Get an appeal with its effect and the facts about the learner, for the learner and those who decide it',
    auth: 'enterprise',
    input: ById,
    data: Subject.extend({
      path: z.string(),
      /** Null when the subject does not exist any more. */
      explained: Explained.nullable(),
      outcome: z.enum(['completed', 'granted']).nullable(),
      hours: Amount.nullable(),
      credits: Amount.nullable(),
      reversedAt: Instant.nullable(),
      reversedByName: z.string().nullable(),
      reverseReason: z.string().nullable(),
      canReverse: z.boolean(),
    }),
  },
  'POST /course/auth/appeal/reverse': {
    summary:
      'Reverse an accepted appeal with a reason: its ledger entries are reversed, a task gets its earlier progress back; completed items stay complete. For the lecturer and administrators, never the learner. Idempotent',
    auth: 'enterprise',
    input: ById.extend({ reason: Reason }),
    data: z.object({ id: Id, reversedAt: Instant }),
  },
  'POST /course/auth/appeal/waiting/page': {
    summary: 'List the appeals that wait for the user’s decision, oldest first',
    auth: 'enterprise',
    input: paged(),
    data: WaitingPage,
  },
});
