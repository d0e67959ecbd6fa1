import { z } from 'zod';
import { BulkJob, chosenRows, isChosen, NOT_CHOSEN } from './bulk.ts';
import { ById, Empty, Id, Instant, page, paged, saveOf, sorted } from './common.ts';
import { define } from './define.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';
import {
  Assignment,
  Cell,
  Day,
  Draft,
  Fact,
  Keyword,
  Kind,
  MatrixFilter,
  Named,
  NamedSubject,
  Person,
  Phase,
  Reason,
  Reminders,
  Rule,
  State,
  TermsShape,
} from './requirement-parts.ts';

const Counts = z.object({
  count: z.number().int().meta({ description: 'people who have it' }),
  overdue: z.number().int(),
  open: z.number().int().meta({ description: 'due, or in progress' }),
  fulfilled: z.number().int().meta({ description: 'also those who can renew it' }),
  exempt: z.number().int(),
});

const Choice = z.object({ id: Id, title: z.string() });
const Own = Cell.extend({
  title: z.string(),
  summary: z.string().nullable(),
  dueAt: Instant.nullable().meta({ description: 'by when it is to be fulfilled, or again; null: never' }),
  validUntil: Instant.nullable(),
  isForEver: z.boolean().meta({ description: 'fulfilled without end' }),
  renewFrom: Instant.nullable(),
  subjects: z.array(NamedSubject).max(MAX_ITEMS.requirementSubjects),
});
const Decision = z.object({
  id: Id,
  kind: z.enum(['exemption', 'extension']),
  reason: z.string(),
  on: Day.nullable().meta({ description: 'last day of the exemption, or the new due date; null: without end' }),
  at: Instant,
  byName: z.string().nullable(),
  endedAt: Instant.nullable(),
});

/** Who must know what, by when and again when (docs/specification.md, section "Requirements"). */
export const requirement = define({
  'POST /course/auth/requirement/page': {
    summary: 'List requirements by title, with the numbers of people whom the viewer may see',
    auth: 'training.read',
    input: paged().extend({
      keyword: Keyword,
      phase: Phase.optional(),
      kind: Kind.optional(),
      sort: sorted('title'),
    }),
    data: page(
      z.object({
        id: Id,
        title: z.string(),
        phase: Phase,
        ...TermsShape,
        subjects: z.array(NamedSubject).max(MAX_ITEMS.requirementSubjects),
        ...Counts.shape,
        canChange: z.boolean().meta({ description: 'false: it also concerns people of other departments' }),
      }),
    ),
  },
  'GET /course/auth/requirement/view': {
    summary: 'Get a requirement; people outside of the departments of the viewer are counted only',
    auth: 'training.read',
    input: ById,
    data: z.object({
      id: Id,
      revision: z.number().int(),
      phase: Phase,
      title: z.string(),
      summary: z.string(),
      ...TermsShape,
      reminders: Reminders,
      subjects: z.array(NamedSubject).max(MAX_ITEMS.requirementSubjects),
      rules: z
        .array(Rule.extend({ department: z.string().nullable(), position: z.string().nullable() }))
        .max(MAX_ITEMS.requirementRules),
      people: z
        .array(Named.extend({ userName: z.string(), department: z.string().nullable() }))
        .max(MAX_ITEMS.requirementPeople),
      hiddenPeople: z.number().int(),
      canChange: z.boolean(),
    }),
  },
  'POST /course/auth/requirement/save': {
    summary: 'Add a requirement as a draft, or change one; 409 for an earlier revision',
    auth: 'training.write',
    input: saveOf(Draft),
    data: z.object({ id: Id, revision: z.number().int() }),
  },
  'POST /course/auth/requirement/preview': {
    summary: 'Say who would get a requirement and who would not have it any more, if it were saved and published',
    auth: 'training.write',
    input: Draft,
    data: z.object({
      count: z.number().int().meta({ description: 'people who would have it' }),
      added: z.number().int(),
      freed: z.number().int(),
      addedNames: z.array(z.string()).max(MAX_ITEMS.factItems),
      freedNames: z.array(z.string()).max(MAX_ITEMS.factItems),
      overdue: z.number().int().meta({ description: 'of those who would get it: overdue from the first day' }),
      reminded: z.number().int().meta({ description: 'people whom the schedule would remind at once' }),
      superiors: z.number().int().meta({ description: 'superiors of these people who would get a digest' }),
    }),
  },
  'POST /course/auth/requirement/phase': {
    summary: 'Publish a requirement, or withdraw it; 409 for an earlier revision',
    auth: 'training.write',
    input: z.object({ id: Id, revision: z.number().int(), phase: z.enum(['published', 'withdrawn']) }),
    data: z.object({ id: Id, revision: z.number().int() }),
  },
  'DELETE /course/auth/requirement/delete': {
    summary: 'Delete a draft',
    auth: 'training.write',
    input: ById,
    data: z.null(),
  },
  'GET /course/auth/requirement/choices': {
    summary:
      'List departments whose people the viewer may see, positions and published requirements, for filters and rules',
    auth: 'training.read',
    input: Empty,
    data: z.object({
      departments: z.array(Choice).max(MAX_ITEMS.organisationDepartments),
      positions: z.array(Choice).max(MAX_ITEMS.requirementPositions),
      requirements: z.array(Choice).max(MAX_ITEMS.requirements),
    }),
  },
  'POST /course/auth/requirement/subject/page': {
    summary: 'List what can fulfil requirements, by title',
    auth: 'training.read',
    input: paged().extend({ kind: Kind, keyword: Keyword }),
    data: page(NamedSubject),
  },
  'POST /course/auth/requirement/people/page': {
    summary: 'List active members whom the viewer may see, by name, department or position',
    auth: 'training.read',
    input: paged().extend({ keyword: Keyword }),
    data: page(Person),
  },
  'POST /course/auth/requirement/matrix/page': {
    summary: 'List people with their states in all requirements, by department and name',
    auth: 'training.read',
    input: paged().extend(MatrixFilter.shape),
    data: page(Person.extend({ cells: z.array(Cell).max(MAX_ITEMS.requirements) })).extend({
      requirements: z.array(Choice).max(MAX_ITEMS.requirements),
    }),
  },
  'POST /course/auth/requirement/matrix/total': {
    summary: 'Count the states of the matrix by department',
    auth: 'training.read',
    input: MatrixFilter.omit({ state: true }),
    data: z.object({
      departments: z
        .array(Counts.extend({ department: z.string().nullable(), people: z.number().int() }))
        .max(MAX_ITEMS.organisationDepartments),
    }),
  },
  'GET /course/auth/requirement/why': {
    summary: 'Say why a person is where they are with a requirement: assignments, facts that count or not, decisions',
    auth: 'training.read',
    input: z.object({ requirementId: Id, userId: Id, on: Day.optional() }),
    data: z.object({
      person: Person,
      title: z.string(),
      ...TermsShape,
      at: Instant.meta({ description: 'the moment that was asked about' }),
      cell: Cell.nullable().meta({ description: 'null: the person did not have the requirement' }),
      dueAt: Instant.nullable(),
      assignments: z.array(Assignment).max(MAX_ITEMS.requirementFacts),
      facts: z.array(Fact).max(MAX_ITEMS.requirementFacts),
      decisions: z.array(Decision).max(MAX_ITEMS.requirementFacts),
      canChange: z.boolean(),
    }),
  },
  'POST /course/auth/requirement/person': {
    summary: 'List the requirements of a member with their states',
    auth: 'training.read',
    input: z.object({ userId: Id, on: Day.optional() }),
    data: z.object({ list: z.array(Own).max(MAX_ITEMS.requirements) }),
  },
  'POST /course/auth/requirement/own': {
    summary: 'List one’s own requirements with their states, the most urgent first',
    auth: 'enterprise',
    input: Empty,
    data: z.object({
      list: z
        .array(
          Own.extend({
            renewals: z
              .array(z.object({ courseId: Id, title: z.string(), studyProgress: z.number().int().nullable() }))
              .max(MAX_ITEMS.requirementSubjects)
              .meta({ description: 'completed courses that can be studied again; progress 0–99, null: not begun' }),
          }),
        )
        .max(MAX_ITEMS.requirements),
    }),
  },
  'POST /course/auth/requirement/own/renew': {
    summary: 'Begin a completed course of one’s own requirement again; 409 while the requirement is fulfilled',
    auth: 'enterprise',
    input: z.object({ requirementId: Id, courseId: Id }),
    data: z.null(),
  },
  'POST /course/auth/requirement/lapse/page': {
    summary: 'List whose requirements lapse or are due until a day, the first ones first',
    auth: 'training.read',
    input: paged().extend({
      ...MatrixFilter.omit({ state: true, on: true }).shape,
      from: Day.optional(),
      until: Day,
    }),
    data: page(Person.extend({ requirementId: Id, title: z.string(), state: State, lapsesAt: Instant })),
  },
  'POST /course/auth/requirement/lapse/day': {
    summary: 'Count by day whose requirements lapse or are due from a day until another one',
    auth: 'training.read',
    input: MatrixFilter.omit({ state: true, on: true }).extend({ from: Day, until: Day }),
    data: z.object({ days: z.array(z.object({ day: Day, count: z.number().int() })).max(MAX_ITEMS.lapseDays) }),
  },
  'POST /course/auth/requirement/bulk/save': {
    summary:
      'Exempt people from a requirement, give them more time, remind them, or give it to them; a job does it person by person',
    auth: 'training.write',
    input: z
      .object({
        kind: z.enum(['exempt', 'extend', 'assign', 'remind']),
        requirementId: Id,
        on: Day.optional().meta({ description: 'last day of an exemption, default: without end; new due date' }),
        reason: z.string().trim().max(500, { error: 'field.tooLong' }).default(''),
        ...chosenRows(MatrixFilter),
      })
      .refine(isChosen, NOT_CHOSEN)
      .refine(({ kind, reason }) => reason !== '' || kind === 'assign' || kind === 'remind', {
        path: ['reason'],
        error: 'field.required',
      })
      .refine(({ kind, on }) => kind !== 'extend' || on !== undefined, { path: ['on'], error: 'field.required' }),
    data: BulkJob,
  },
  'POST /course/auth/requirement/exemption/end': {
    summary: 'End an exemption before its last day',
    auth: 'training.write',
    input: z.object({ id: Id, reason: Reason }),
    data: z.null(),
  },
});
