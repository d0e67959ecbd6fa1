import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { RUBRIC_LIMITS } from './rules/evaluation.ts';
import { Amount, ById, Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';
import { ExportRecord } from './export.ts';
import { WaitingPage } from './waiting.ts';

/** `practice`: practical operation with evidence; `job`: job evaluation; `assessment`: item of an assessment task. */
const FormKind = z.enum(['practice', 'job', 'assessment']);
const State = z.enum(['draft', 'assessing', 'selfAssessment', 'superiorAssessment', 'talk', 'confirmation', 'done']);

const Rubric = z.object({
  title: z.string(),
  /** Percent needed to pass. */
  passMark: z.number().int(),
  criteria: z
    .array(
      z.object({
        code: z.string(),
        title: z.string(),
        description: z.string(),
        /** Percent; the weights add up to 100. */
        weight: z.number().int(),
        /** Empty: any number of points from 0 to 100. */
        levels: z
          .array(z.object({ points: z.number().int(), title: z.string(), description: z.string().optional() }))
          .max(RUBRIC_LIMITS.levels),
      }),
    )
    .max(RUBRIC_LIMITS.criteria),
});

/** Points and comment by code of the criterion. */
const Scores = z.record(
  z.string().max(64),
  z.object({
    points: whole(0, 100).nullable(),
    comment: z.string().max(RUBRIC_LIMITS.comment, { error: 'field.tooLong' }),
  }),
);
const ScoresInput = Scores.refine((scores) => Object.keys(scores).length <= RUBRIC_LIMITS.criteria, {
  error: 'field.invalid',
});
const Comment = z.string().trim().max(RUBRIC_LIMITS.note, { error: 'field.tooLong' });

const Assessment = z.object({
  userId: Id,
  userName: z.string(),
  role: z.enum(['self', 'assessor']),
  /** Empty until the viewer may see them; the viewer's own include the draft. */
  scores: Scores,
  comment: z.string(),
  /** 0–100; null until it is submitted. */
  score: Amount.nullable(),
  submittedAt: Instant.nullable(),
  hasLeft: z.boolean(),
});

const Evidence = z.object({
  id: Id,
  fileName: z.string(),
  /** Bytes. */
  fileSize: z.number().int(),
  /** Bytes that have arrived. */
  received: z.number().int(),
  mime: z.string().nullable(),
  /** Short-lived signed URL of a complete file. */
  url: z.string().nullable(),
});

/** What the viewer can do now. `name`: an administrator names who assesses, because everybody who did has left. */
const Action = z.enum(['handIn', 'assess', 'talk', 'confirm', 'name']);

const Evaluation = z.object({
  id: Id,
  kind: FormKind,
  title: z.string(),
  courseId: Id.nullable(),
  courseTitle: z.string().nullable(),
  resourceId: Id.nullable(),
  taskId: Id.nullable(),
  taskTitle: z.string().nullable(),
  /** Until when an assessment can be submitted. */
  endAt: Instant.nullable(),
  userId: Id,
  userName: z.string(),
  department: z.string().nullable(),
  attempt: z.number().int(),
  maxTries: z.number().int(),
  state: State,
  rubric: Rubric,
  note: z.string(),
  evidence: z.array(Evidence).max(MAX_ITEMS.evidence),
  assessments: z.array(Assessment).max(RUBRIC_LIMITS.assessors + 1),
  talkAt: Instant.nullable(),
  talkNote: z.string().nullable(),
  selfConfirmedAt: Instant.nullable(),
  superiorConfirmedAt: Instant.nullable(),
  score: Amount.nullable(),
  /** Null until it is done, and for evaluations without a pass mark. */
  passed: z.boolean().nullable(),
  submittedAt: Instant.nullable(),
  doneAt: Instant.nullable(),
  actions: z.array(Action).max(5),
});

const Row = z.object({
  id: Id,
  kind: FormKind,
  title: z.string(),
  /** Course or task. */
  context: z.string(),
  userName: z.string(),
  department: z.string().nullable(),
  attempt: z.number().int(),
  state: State,
  score: Amount.nullable(),
  passed: z.boolean().nullable(),
  at: Instant,
});
const ResultFilter = z.object({
  kind: FormKind.optional(),
  keyword: z.string().trim().max(100).optional(),
});

export const evaluation = define({
  'GET /course/auth/evaluation/resource/view': {
    summary: 'Get the rubric of a practical operation or job evaluation, and the viewer’s tries',
    auth: 'enterprise',
    input: z.object({ resourceId: Id }),
    data: z.object({
      kind: FormKind,
      rubric: Rubric,
      maxTries: z.number().int(),
      /** Who will assess. */
      assessors: z.array(z.string()).max(RUBRIC_LIMITS.assessors),
      /** Whether the viewer can begin a (further) try now. */
      canStart: z.boolean(),
      /** Latest first. */
      tries: z.array(Evaluation).max(RUBRIC_LIMITS.tries),
    }),
  },
  'GET /course/auth/evaluation/task/list': {
    summary: 'List the viewer’s assessments of a task, with their rubrics',
    auth: 'enterprise',
    input: z.object({ taskId: Id }),
    data: z
      .array(
        z.object({
          formId: Id,
          title: z.string(),
          rubric: Rubric,
          assessors: z.array(z.string()).max(RUBRIC_LIMITS.assessors),
          evaluation: Evaluation.nullable(),
        }),
      )
      .max(MAX_ITEMS.taskItems),
  },
  'POST /course/auth/evaluation/start': {
    summary: 'Begin a try of a practical operation or job evaluation. Idempotent while one is open',
    auth: 'enterprise',
    input: z.object({ resourceId: Id }),
    data: Evaluation,
  },
  'GET /course/auth/evaluation/view': {
    summary: 'Get an evaluation: for the person, the assessors, the superior and administrators',
    auth: 'enterprise',
    input: ById,
    data: Evaluation,
  },
  'PUT /course/auth/evaluation/note/save': {
    summary: 'Save the note of a practical operation that is not submitted yet',
    auth: 'enterprise',
    input: ById.extend({ note: Comment }),
    data: ById,
  },
  'POST /course/auth/evaluation/submit': {
    summary: 'Submit a practical operation with its evidence',
    auth: 'enterprise',
    input: ById.extend({ note: Comment.min(1, { error: 'field.required' }) }),
    data: Evaluation,
  },
  'DELETE /course/auth/evaluation/evidence/delete': {
    summary: 'Delete a file of evidence, complete or not, before the practical operation is submitted',
    auth: 'enterprise',
    input: ById,
    data: z.object({ count: z.number().int() }),
  },
  'PUT /course/auth/evaluation/assessment/save': {
    summary: 'Save the draft of the viewer’s scores and comments',
    auth: 'enterprise',
    input: ById.extend({ scores: ScoresInput, comment: Comment }),
    data: z.object({ savedAt: Instant }),
  },
  'POST /course/auth/evaluation/assessment/submit': {
    summary: 'Submit the viewer’s scores: of oneself, as assessor or as superior',
    auth: 'enterprise',
    input: ById.extend({ scores: ScoresInput, comment: Comment }),
    data: Evaluation,
  },
  'POST /course/auth/evaluation/talk/save': {
    summary: 'Note the talk about a job evaluation; then both confirm',
    auth: 'enterprise',
    input: ById.extend({
      talkAt: z.iso.datetime({ error: 'field.invalid' }).max(40, { error: 'field.invalid' }),
      talkNote: Comment.min(1, { error: 'field.required' }),
    }),
    data: Evaluation,
  },
  'POST /course/auth/evaluation/confirm': {
    summary: 'Confirm a job evaluation; it is done when both have confirmed. Idempotent',
    auth: 'enterprise',
    input: ById,
    data: Evaluation,
  },
  'PUT /course/auth/evaluation/assessor/save': {
    summary: 'Name who goes on with an evaluation whose assessors have left. Idempotent',
    auth: 'admin',
    input: ById.extend({ userId: Id }),
    data: Evaluation,
  },
  'POST /course/auth/evaluation/page': {
    summary: 'List what the viewer assesses: waiting for them (oldest first), or assessed by them (latest first)',
    auth: 'enterprise',
    input: paged(10).extend({ status: z.enum(['waiting', 'done']).default('waiting') }),
    data: page(Row),
  },
  'POST /course/auth/evaluation/waiting/page': {
    summary: 'List the evaluations that wait for the viewer, oldest first',
    auth: 'enterprise',
    input: paged(10),
    data: WaitingPage,
  },
  'POST /course/auth/evaluation/result/page': {
    summary: 'List finished evaluations, latest first: lecturers those of their courses, administrators all',
    auth: 'lecturer',
    input: paged(10).extend(ResultFilter.shape),
    data: page(Row).extend({
      /** Mean score of all that are found; null without any. */
      meanScore: Amount.nullable(),
      passedCount: z.number().int(),
    }),
  },
  'POST /course/auth/evaluation/result/export': {
    summary: 'Request an export of finished evaluations, like the list',
    auth: 'lecturer',
    input: ResultFilter,
    data: ExportRecord,
  },
});
