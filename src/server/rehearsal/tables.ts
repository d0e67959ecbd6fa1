import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { enterpriseId, id, moment } from '#src/server/core/db/columns.ts';
import { between, oneOf } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/** What a run is doing: `prepare`, the three parts of an exam day, `compare`. */
export type RehearsalPhase = 'prepare' | 'enter' | 'answer' | 'submit' | 'compare';
/** The step that is running, as it was reported last. Times in milliseconds. */
export type RehearsalProgress = {
  takers: number;
  phase: RehearsalPhase;
  entered: number;
  saves: number;
  saveP95: number | null;
  submitted: number;
};
/** An aim that a step has missed (server/rehearsal/judge-day.ts). */
export type RehearsalFault =
  | 'lost'
  | 'divergent'
  | 'broken'
  | 'unanswered'
  | 'givenUp'
  | 'late'
  | 'lateOut'
  | 'saveP95'
  | 'saveP99'
  | 'refused'
  | 'pageRetries'
  | 'timeLost';
/**
 * What a candidate does. `hallPage` is the light page of the hall, `start` brings the paper, `received` confirms it; `leave` and
 * `return` report an absence; `takeOver` goes on at another device, after which the first one makes a `supersededSave`.
 */
export type RehearsalKind =
  | 'examPage'
  | 'hallPage'
  | 'start'
  | 'received'
  | 'save'
  | 'beat'
  | 'leave'
  | 'return'
  | 'takeOver'
  | 'supersededSave'
  | 'submit'
  | 'resultPage';
/**
 * The actions of one kind that were due until the last paper (`enter`), until submitting began, or later. Times in milliseconds, from
 * when something was due until it was done, repetitions included.
 */
export type RehearsalPart = {
  phase: 'enter' | 'answer' | 'submit';
  kind: RehearsalKind;
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
  /** Responses 503. */
  refused: number;
  /** Requests that had to be repeated: in all, of 95 % of the actions at most, and of one at most. */
  retries: number;
  retriesP95: number;
  retriesMax: number;
};
/** Figures of an exam day with so many candidates. Times in milliseconds, those whose name says so in seconds. */
export type RehearsalStep = {
  takers: number;
  held: boolean;
  faults: RehearsalFault[];
  entered: number;
  /** From the begin to the last paper, and from the begin of submitting to the last receipt. */
  enteringSeconds: number;
  leavingSeconds: number | null;
  /** From pressing "start" to the paper. */
  startP95: number | null;
  /** Exam time that had passed when the paper came, of the candidate who lost most. */
  lostSeconds: number;
  saves: number;
  saveP50: number | null;
  /** Of the phase in which they were slowest. */
  saveP95: number | null;
  saveP99: number | null;
  submitted: number;
  /** Responses 503 (repeated later), those of them to starts, saves, beats and submissions; repetitions of one page at most. */
  unavailable: number;
  refused: number;
  pageRetries: number;
  /** Other 5xx, and requests without a response. */
  broken: number;
  unanswered: number;
  /** Candidates who could not go on. */
  givenUp: number;
  /** Answers that were acknowledged, and those of them that were missing or different afterwards. */
  acknowledged: number;
  lost: number;
  /** Attempts whose receipt differs from what is stored. */
  divergent: number;
  /** Processor cores that the synthetic candidates took, and how late they were (p99): what the portal cannot be blamed for. */
  generatorCores: number | null;
  generatorLate: number | null;
  parts: RehearsalPart[];
};
/** A step as it is stored: older ones have fewer figures. */
export type StoredStep = Omit<RehearsalStep, NewerFigure> & Partial<Pick<RehearsalStep, NewerFigure>>;
type NewerFigure =
  'leavingSeconds' | 'lostSeconds' | 'refused' | 'pageRetries' | 'generatorCores' | 'generatorLate' | 'parts';
/**
 * Why a run failed: an attempt of a real exam began, its process ended, no process took it, the portal was not reachable, or
 * another error, which is in the log.
 */
export type RehearsalFailure = 'exam' | 'ended' | 'notStarted' | 'portal' | 'error';

/** A rehearsal of an exam day that an administrator has asked for (decision 067). */
export const rehearsal = pgTable(
  'rehearsal',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    askedBy: uuid('asked_by').notNull(),
    askedAt: moment('asked_at').notNull(),
    /** Largest number of candidates that is tried. */
    takers: integer('takers').notNull(),
    enterSeconds: integer('enter_seconds').notNull(),
    answerSeconds: integer('answer_seconds').notNull(),
    status: text('status').$type<'waiting' | 'running' | 'done' | 'stopped' | 'failed'>().notNull().default('waiting'),
    /** Somebody wants it to stop; the run looks every two seconds. */
    stopAsked: boolean('stop_asked').notNull().default(false),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    failure: text('failure').$type<RehearsalFailure>(),
    /** Null before the first report and after the end. */
    progress: jsonb('progress').$type<RehearsalProgress>(),
    /** One exam day for each number of candidates, in the order in which they were tried. */
    steps: jsonb('steps').$type<StoredStep[]>().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    memberKey(t.enterpriseId, t.askedBy),
    index().on(t.enterpriseId, t.askedAt.desc(), t.id),
    // For the limits, which hold for the whole installation.
    index('rehearsal_asked').on(t.askedAt),
    between(t.takers, 1, 20_000),
    between(t.enterSeconds, 1, 3_600),
    between(t.answerSeconds, 1, 3_600),
    oneOf(t.status, ['waiting', 'running', 'done', 'stopped', 'failed']),
    oneOf(t.failure, ['exam', 'ended', 'notStarted', 'portal', 'error']),
    check('rehearsal_failed_check', sql`(${t.status} = 'failed') = (${t.failure} is not null)`),
    check('rehearsal_ended_check', sql`(${t.status} in ('waiting', 'running')) = (${t.endedAt} is null)`),
  ],
);
