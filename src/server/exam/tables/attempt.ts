import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { amount, enterpriseId, gmtCreate, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { exam } from './exam.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import type {
  Criterion,
  QuestionHtml,
  QuestionKey,
  QuestionLang,
  QuestionOption,
  QuestionType,
} from '#src/server/question/tables.ts';

/** A question of a frozen paper, with its correct answer: never sent to clients as a whole. */
export type PaperQuestion = {
  questionId: string;
  /** Version of the question; papers that were drawn before versions were kept have none. */
  version?: number;
  /** Language of `stem`, `options` and `analysis`. */
  lang?: QuestionLang;
  section: string;
  type: QuestionType;
  stem: string;
  options: QuestionOption[];
  /** Number of blanks, for type blank. */
  blanks: number;
  score: number;
  answer: QuestionKey;
  analysis: string | null;
  /** Criteria of the bank, with the points scaled to `score`; missing: there were none. */
  criteria?: Criterion[];
  /** Index of its section in `sectionEnds` of the attempt; missing in papers without times of sections. */
  part?: number;
  /** Rendered texts; those that are missing are plain. */
  html?: QuestionHtml;
  /** The same question in the other language, if it has one. */
  other?: PaperTranslation;
};

/** Texts of a question of a paper in a second language; options have the letters of the paper. */
export type PaperTranslation = {
  lang: QuestionLang;
  stem: string;
  options: QuestionOption[];
  analysis: string | null;
  html: QuestionHtml;
};

/** What applied to a candidate when the attempt was started; later changes do not alter it. */
export type FrozenAccommodation = {
  /** Extra time in all, which the deadline contains, seconds. */
  extraSeconds: number;
  breaks: number;
  breakSeconds: number;
  noSwitchRules: boolean;
  largeType: boolean;
};

export const examAttempt = pgTable(
  'exam_attempt',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    examId: uuid('exam_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** 1, 2, 3 … per user and exam. */
    number: integer('number').notNull(),
    status: text('status').$type<'open' | 'submitted' | 'marked'>().notNull().default('open'),
    /** Number of the current writer; saves of earlier writers are rejected as superseded. */
    writerEpoch: integer('writer_epoch').notNull().default(1),
    paper: jsonb('paper').$type<PaperQuestion[]>().notNull(),
    /** Determines what was drawn from the banks as they were; null for attempts before it was stored. */
    seed: text('seed'),
    /** The window in which the attempt was started: 0, or the number of the resit. */
    windowNumber: integer('window_number').notNull().default(0),
    /** Null: none applied. */
    accommodation: jsonb('accommodation').$type<FrozenAccommodation>(),
    /** End of the current break. Answers before it are late; null: there was no break, or it has ended. */
    breakUntil: moment('break_until'),
    /** Ends of the sections by `part`, ISO 8601; null: the paper has no times of sections. */
    sectionEnds: jsonb('section_ends').$type<(string | null)[]>(),
    /** Since when an invigilator has stopped the clock; null: it runs. The deadline is moved when it goes on. */
    pausedAt: moment('paused_at'),
    /** End of the last pause: what was left before it is no switch. */
    resumedAt: moment('resumed_at'),
    /** What invigilators have added to the deadline, pauses included, seconds. */
    addedSeconds: integer('added_seconds').notNull().default(0),
    /** Start of its time: it moves to the moment at which the paper was received (decision 066). */
    startedAt: moment('started_at').notNull(),
    /** Until when its time waits for the paper to be received; null: it runs. */
    waitsUntil: moment('waits_until'),
    deadlineAt: moment('deadline_at').notNull(),
    submittedAt: moment('submitted_at'),
    closedBy: text('closed_by').$type<'person' | 'timer' | 'sweep' | 'switch' | 'invigilator'>(),
    /** The canonical answers at the time of closing, which the HMAC of the receipt covers. */
    submittedAnswers: jsonb('submitted_answers').$type<Record<string, unknown>>(),
    answerCount: integer('answer_count'),
    receipt: text('receipt'),
    totalScore: amount('total_score').notNull(),
    objectiveScore: amount('objective_score'),
    subjectiveScore: amount('subjective_score'),
    /** Score per question; a short answer has none until a lecturer has marked it. */
    marks: jsonb('marks').$type<Record<string, number>>(),
    /**
     * Marks that people gave, in scores of the frozen paper; null: no regrade has changed `marks`, which contains them
     * (decision 062).
     */
    givenMarks: jsonb('given_marks').$type<Record<string, number>>(),
    /** The pass was kept by a regrade although the score is below the pass mark now. */
    passKept: boolean('pass_kept').notNull().default(false),
    /** Scores of the questions that a regrade has dropped from the paper, in points by question; null: all count. */
    notCounted: jsonb('not_counted').$type<Record<string, number>>(),
    /** Scores that a regrade has changed, in points by question, of those that count; null: none. */
    regradedScores: jsonb('regraded_scores').$type<Record<string, number>>(),
    /** The marker's remark per question. */
    remarks: jsonb('remarks').$type<Record<string, string>>(),
    markedBy: uuid('marked_by'),
    markedAt: moment('marked_at'),
    /** Null until all answers are marked. */
    passed: boolean('passed'),
    /**
     * Short answers on the paper, and those of a closed attempt without a mark. Maintained by a trigger on this table.
     */
    shortCount: integer('short_count').notNull().default(0),
    unmarkedCount: integer('unmarked_count').notNull().default(0),
    /** Appeals against marks that wait for an answer; written with `marking_appeal`, under the lock of the attempt. */
    appealCount: integer('appeal_count').notNull().default(0),
    /** A voided attempt is not passed. One that does not use up an attempt is as if it had not been taken. */
    voidedAt: moment('voided_at'),
    voidReason: text('void_reason'),
    voidUses: boolean('void_uses'),
    /** A trial sitting (decision 100): figures, lists and rewards leave it out. */
    trial: boolean('trial').notNull().default(false),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.examId, t.userId, t.number),
    // At most one open attempt per user and exam, also with simultaneous starts.
    uniqueIndex('exam_attempt_one_open')
      .on(t.enterpriseId, t.examId, t.userId)
      .where(sql`status = 'open'`),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    index().on(t.enterpriseId, t.userId, t.startedAt),
    index().on(t.enterpriseId, t.status, t.deadlineAt),
    // For the sweep, which looks for expired attempts of all tenants.
    index('exam_attempt_open_deadline')
      .on(t.deadlineAt, t.enterpriseId)
      .where(sql`status = 'open'`),
    // The two marking lists, in their sort order.
    index('exam_attempt_to_mark')
      .on(t.enterpriseId, t.status, t.submittedAt, t.id)
      .where(sql`short_count > 0`),
    index('exam_attempt_marked')
      .on(t.enterpriseId, t.markedAt.desc().nullsLast(), t.submittedAt.desc(), t.id)
      .where(sql`short_count > 0 and status = 'marked'`),
    // The closed attempts of an exam, newest first, and the voided ones.
    index('exam_attempt_ended')
      .on(t.enterpriseId, t.examId, t.submittedAt.desc(), t.id)
      .where(sql`status <> 'open'`),
    index('exam_attempt_voided')
      .on(t.enterpriseId, t.examId, t.id)
      .where(sql`voided_at is not null`),
    // Those that a regrade or an appeal has changed.
    index('exam_attempt_given')
      .on(t.enterpriseId, t.examId, t.id)
      .where(sql`given_marks is not null`),
    memberKey(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.markedBy),
    atLeast(t.number, 1),
    atLeast(t.windowNumber, 0),
    atLeast(t.addedSeconds, 0),
    oneOf(t.status, ['open', 'submitted', 'marked']),
    atLeast(t.writerEpoch, 1),
    oneOf(t.closedBy, ['person', 'timer', 'sweep', 'switch', 'invigilator']),
    atLeast(t.answerCount, 0),
    atLeast(t.totalScore, 0),
    atLeast(t.objectiveScore, 0),
    atLeast(t.subjectiveScore, 0),
    atLeast(t.appealCount, 0),
    check('exam_attempt_closed_check', sql`(${t.status} = 'open') = (${t.submittedAt} is null)`),
    check('exam_attempt_passed_check', sql`(${t.status} = 'marked') = (${t.passed} is not null)`),
    check('exam_attempt_paused_check', sql`${t.pausedAt} is null or ${t.status} = 'open'`),
    check(
      'exam_attempt_void_check',
      sql`(${t.voidedAt} is null) = (${t.voidReason} is null) and (${t.voidedAt} is null) = (${t.voidUses} is null)
        and (${t.voidedAt} is null or ${t.passed} is not distinct from false)`,
    ),
    check(
      'exam_attempt_unmarked_count_check',
      sql`${t.unmarkedCount} between 0 and ${t.shortCount} and (${t.status} <> 'marked' or ${t.unmarkedCount} = 0)`,
    ),
  ],
);
