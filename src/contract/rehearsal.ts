import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { ById, Empty, Id, Instant, whole } from './common.ts';
import { define } from './define.ts';

/** Milliseconds; null: nothing was measured. */
const Milliseconds = z.number().nullable();

/** What candidates did in one phase of an exam day; milliseconds from when it was due until it was done. */
const Part = z.object({
  phase: z.enum(['enter', 'answer', 'submit']),
  kind: z.enum([
    ...(['examPage', 'hallPage', 'start', 'received', 'save', 'beat', 'leave', 'return'] as const),
    ...(['takeOver', 'supersededSave', 'submit', 'resultPage'] as const),
  ]),
  count: z.number(),
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
  max: z.number(),
  /** Responses 503. */
  refused: z.number(),
  /** Repetitions: in all, of 95 % of the actions at most, and of one at most. */
  retries: z.number(),
  retriesP95: z.number(),
  retriesMax: z.number(),
});

/** One exam day. */
const Step = z.object({
  takers: z.number(),
  /** All aims were met. */
  held: z.boolean(),
  /** The aims that were missed. */
  faults: z
    .array(
      z.enum([
        ...(['lost', 'divergent', 'broken', 'unanswered', 'givenUp', 'late', 'lateOut'] as const),
        ...(['saveP95', 'saveP99', 'refused', 'pageRetries', 'timeLost'] as const),
      ]),
    )
    .max(MAX_ITEMS.rehearsalFaults),
  entered: z.number(),
  /** From the begin until the last candidate had the paper, and from the begin of submitting until the last one had the receipt. */
  enteringSeconds: z.number(),
  leavingSeconds: z.number().nullable(),
  startP95: Milliseconds,
  /** Exam time that had passed when the paper came, at most. */
  lostSeconds: z.number(),
  saves: z.number(),
  saveP50: Milliseconds,
  /** Of the phase in which saves were slowest. */
  saveP95: Milliseconds,
  saveP99: Milliseconds,
  submitted: z.number(),
  /** Responses 503, which browsers repeat, and those of them to starts, saves, beats and submissions; repetitions of one page at most. */
  unavailable: z.number(),
  refused: z.number(),
  pageRetries: z.number(),
  /** Other 5xx; requests without a response; candidates who could not go on. */
  broken: z.number(),
  unanswered: z.number(),
  givenUp: z.number(),
  acknowledged: z.number(),
  lost: z.number(),
  divergent: z.number(),
  /** Processor cores that the candidates took, and how late they were themselves (p99). */
  generatorCores: z.number().nullable(),
  generatorLate: Milliseconds,
  parts: z.array(Part).max(MAX_ITEMS.rehearsalParts),
});

const Rehearsal = z.object({
  id: Id,
  askedByName: z.string(),
  askedAt: Instant,
  endedAt: Instant.nullable(),
  /** The largest number of candidates that is tried. */
  takers: z.number(),
  enterSeconds: z.number(),
  answerSeconds: z.number(),
  status: z.enum(['waiting', 'running', 'done', 'stopped', 'failed']),
  stopAsked: z.boolean(),
  failure: z.enum(['exam', 'ended', 'notStarted', 'portal', 'error']).nullable(),
  progress: z
    .object({
      takers: z.number(),
      phase: z.enum(['prepare', 'enter', 'answer', 'submit', 'compare']),
      entered: z.number(),
      saves: z.number(),
      saveP95: Milliseconds,
      submitted: z.number(),
    })
    .nullable(),
  steps: z.array(Step).max(MAX_ITEMS.rehearsalSteps),
  /** The largest number of candidates that the installation held; 0: none. */
  held: z.number(),
});

/** Rehearsals of exam days (decision 067). */
export const rehearsal = define({
  'GET /exam/auth/exam/rehearsal/view': {
    summary: 'List the latest rehearsals of the enterprise, with the progress of the one that runs',
    auth: 'admin',
    input: Empty,
    data: z.object({
      /** Largest number of candidates that may be asked for; 0: no rehearsals on this installation. */
      most: z.number(),
      /** Why none can be started now: one is running (perhaps of another enterprise), an exam, or too many in a day. */
      refused: z.enum(['off', 'busy', 'exams', 'tooMany']).nullable(),
      list: z.array(Rehearsal).max(MAX_ITEMS.rehearsals),
    }),
  },
  'POST /exam/auth/exam/rehearsal/start': {
    summary: 'Start a rehearsal of an exam day with up to so many synthetic candidates',
    auth: 'admin',
    input: z.object({
      takers: whole(1, 20_000, 'field.takers'),
      /** Seconds within which all candidates enter, and later submit. */
      enterSeconds: whole(5, 300, 'field.stage'),
      answerSeconds: whole(5, 300, 'field.stage'),
    }),
    data: ById,
  },
  'PUT /exam/auth/exam/rehearsal/stop': {
    summary: 'Stop a rehearsal of the enterprise',
    auth: 'admin',
    input: ById,
    data: ById,
  },
});
