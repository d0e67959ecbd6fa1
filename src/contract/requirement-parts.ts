import { z } from 'zod';
import { Id, Instant, SeenRevision } from './common.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';
import {
  CLOSE_REASONS,
  DUE_FROM,
  OPEN_REASONS,
  REMINDERS,
  REQUIREMENT_PHASES,
  REQUIREMENT_STATES,
  SUBJECT_KINDS,
} from './rules/requirement.ts';

/* Schemas that the operations of requirements share. */

/** A calendar day, `2026-03-01`. */
export const Day = z.iso.date({ error: 'field.invalid' }).max(10);
export const Keyword = z.string().trim().max(100).optional();
export const Reason = z.string().trim().min(1, { error: 'field.required' }).max(500, { error: 'field.tooLong' });
export const Kind = z.enum(SUBJECT_KINDS);
export const Phase = z.enum(REQUIREMENT_PHASES);
export const State = z.enum(REQUIREMENT_STATES).meta({
  description: '`dueSoon`: fulfilled, and can be renewed already; `inProgress`: begun, and not due yet',
});

export const Subject = z.object({ kind: Kind, id: Id });
export const NamedSubject = Subject.extend({ title: z.string() });

/** What a rule says of members; all of it has to apply. */
export const Rule = z.object({
  excluded: z.boolean().default(false).meta({ description: 'whom the requirement does not concern' }),
  departmentId: Id.nullable().default(null),
  withBelow: z.boolean().default(true).meta({ description: 'also departments below it' }),
  positionId: Id.nullable().default(null),
  joinedSince: Day.nullable().default(null),
});
export const Named = z.object({ userId: Id, excluded: z.boolean().default(false) });

/** By when, and again when. Exactly one of `dueDays` and `dueOn` is set. */
export const TermsShape = {
  dueDays: z.number().int().min(0, { error: 'field.invalid' }).max(3650, { error: 'field.invalid' }).nullable(),
  dueFrom: z.enum(DUE_FROM).nullable().meta({ description: 'from what `dueDays` are counted' }),
  dueOn: Day.nullable(),
  repeatMonths: z
    .number()
    .int()
    .min(1, { error: 'field.invalid' })
    .max(240, { error: 'field.invalid' })
    .nullable()
    .meta({ description: 'null: fulfilled for ever, unless a certificate expires' }),
  renewDays: z.number().int().min(0, { error: 'field.invalid' }).max(365, { error: 'field.invalid' }),
};

/** When people are reminded. */
export const Reminders = z.object({
  before: z
    .array(z.number().int().min(1, { error: 'field.invalid' }).max(365, { error: 'field.invalid' }))
    .max(MAX_ITEMS.requirementReminders, { error: 'field.tooMany' })
    .meta({ description: 'days before the due date' }),
  onDay: z.boolean(),
  weekly: z.boolean().meta({ description: 'each week after the due date, until it is fulfilled' }),
  toSuperior: z.boolean().meta({ description: 'superiors get one digest a day about their people' }),
});

/** A requirement as it is saved. */
export const Draft = z
  .object({
    id: Id.optional(),
    revision: SeenRevision,
    title: z.string().trim().min(1, { error: 'field.required' }).max(120, { error: 'field.tooLong' }),
    summary: z.string().trim().max(500, { error: 'field.tooLong' }).default(''),
    ...TermsShape,
    reminders: Reminders.default(REMINDERS),
    subjects: z
      .array(Subject)
      .min(1, { error: 'field.required' })
      .max(MAX_ITEMS.requirementSubjects, { error: 'field.tooMany' }),
    rules: z.array(Rule).max(MAX_ITEMS.requirementRules, { error: 'field.tooMany' }),
    people: z.array(Named).max(MAX_ITEMS.requirementPeople, { error: 'field.tooMany' }),
  })
  .refine(({ dueDays, dueOn }) => (dueDays === null) !== (dueOn === null), { path: ['dueOn'], error: 'field.required' })
  .refine(({ dueDays, dueFrom }) => (dueDays === null) === (dueFrom === null), {
    path: ['dueFrom'],
    error: 'field.required',
  });

/** Where a person is with one requirement. */
export const Cell = z.object({
  requirementId: Id,
  state: State,
  date: Instant.nullable().meta({
    description: 'until when it is fulfilled or the person exempt, null: for ever; else the due date',
  }),
});

export const Assignment = z.object({
  openedAt: Instant,
  openReason: z.enum(OPEN_REASONS),
  closedAt: Instant.nullable(),
  closeReason: z.enum(CLOSE_REASONS).nullable(),
});

/** Something that the person has done about what the requirement asks for, and whether it counts. */
export const Fact = NamedSubject.extend({
  factId: Id.nullable().meta({ description: 'of the attempt or the certificate' }),
  number: z.string().nullable().meta({ description: 'of the certificate' }),
  doneAt: Instant.nullable(),
  endsAt: Instant.nullable().meta({ description: 'end of its validity for this requirement; null: none' }),
  verdict: z.enum(['counts', 'expired', 'revoked', 'notPassed', 'notCompleted', 'later']).meta({
    description: '`later`: after the day that was asked about',
  }),
});

/** Which people and requirements the matrix shows, and as of which day. */
export const MatrixFilter = z.object({
  keyword: Keyword,
  departmentId: Id.optional().meta({ description: 'with those below it' }),
  positionId: Id.optional(),
  requirementId: Id.optional(),
  state: State.optional().meta({ description: 'people who are there with one of the requirements' }),
  on: Day.optional().meta({
    description: 'as of the end of this day, from what was so then; a later day: if nothing happens until then',
  }),
});
export const Person = z.object({
  userId: Id,
  userName: z.string(),
  employeeNo: z.string().nullable(),
  department: z.string().nullable(),
  post: z.string().nullable(),
});
