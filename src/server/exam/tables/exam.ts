import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { amount, code, enterpriseId, gmtModified, id, moment, sort } from '#src/server/core/db/columns.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
import { course } from '#src/server/course/tables.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { questionBank, type QuestionType } from '#src/server/question/tables.ts';
import { certificate } from '#src/server/record/tables/certificate.ts';

export const exam = pgTable(
  'exam',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    title: text('title').notNull(),
    intro: text('intro'),
    courseId: uuid('course_id'),
    /** Seconds. */
    limitSeconds: integer('limit_seconds').notNull(),
    windowStart: moment('window_start').notNull(),
    windowEnd: moment('window_end').notNull(),
    passScore: amount('pass_score').notNull(),
    maxAttempts: integer('max_attempts').notNull().default(1),
    /** Time from the end of an attempt until the next one can be started, seconds. */
    waitSeconds: integer('wait_seconds').notNull().default(0),
    /** The attempt whose result is the result of the exam: of those of the latest window for `first`. */
    countedAttempt: text('counted_attempt').$type<'best' | 'last' | 'first'>().notNull().default('best'),
    /** No further attempt after a pass. */
    stopAfterPass: boolean('stop_after_pass').notNull().default(true),
    /** Reviews open although an attempt that counts is left: the enterprise accepts that answers are known then. */
    reviewEarly: boolean('review_early').notNull().default(false),
    /**
     * Who can take the exam: all members, those of the departments in `exam_target`, those who have a task with it, or
     * those who study its course.
     */
    audience: text('audience').$type<'everyone' | 'departments' | 'task' | 'course'>().notNull().default('everyone'),
    /** `drawn`: from banks, by the rules in `exam_section`. `fixed`: the questions in `exam_question`. */
    paperKind: text('paper_kind').$type<'drawn' | 'fixed'>().notNull().default('drawn'),
    /** Papers are drawn with the same mean difficulty. */
    equalDifficulty: boolean('equal_difficulty').notNull().default(false),
    shuffleQuestions: boolean('shuffle_questions').notNull().default(false),
    shuffleOptions: boolean('shuffle_options').notNull().default(false),
    /**
     * When correct answers and analyses are shown; `after_last`: when the user has passed or has no attempts left, or at the
     * end of the window.
     */
    reviewPolicy: text('review_policy').$type<'immediately' | 'after_last' | 'after_window' | 'never'>().notNull(),
    /**
     * Consequence of leaving the exam screen. `at_once`: the attempt is closed at the first switch; `limit`: after more
     * than `switchLimit`.
     */
    switchPolicy: text('switch_policy').$type<'none' | 'warn' | 'limit' | 'at_once'>().notNull().default('none'),
    switchLimit: integer('switch_limit').notNull().default(0),
    /** Seconds that a candidate may be away without it counting as a switch. */
    switchDwellSeconds: integer('switch_dwell_seconds').notNull().default(3),
    credits: amount('credits').notNull().default('0'),
    points: amount('points').notNull().default('0'),
    certificateId: uuid('certificate_id'),
    /** `automatic`: issued once its conditions hold; `manual`: to people chosen from the results. */
    certificateWay: text('certificate_way').$type<'automatic' | 'manual'>().notNull().default('automatic'),
    /** Score from which it is issued; null: with every pass. */
    certificateScore: amount('certificate_score'),
    /** Validity instead of that of its kind, months; null: that of its kind. */
    certificateMonths: integer('certificate_months'),
    /** How short answers are marked (decision 060): by one or two markers, who agree within the tolerance, in points. */
    markers: integer('markers').notNull().default(1),
    markTolerance: amount('mark_tolerance').notNull().default('0'),
    /** Marks are multiples of it; the mean of two marks is rounded to it. */
    markStep: amount('mark_step').notNull().default('0.01'),
    /** Markers do not see whose answer they mark. */
    blindMarking: boolean('blind_marking').notNull().default(false),
    /** `at_once`: a result is final when its answers are marked; `together`: when a marker publishes those of the exam. */
    publishMarks: text('publish_marks').$type<'at_once' | 'together'>().notNull().default('at_once'),
    /** Who marks besides administrators: every lecturer, the lecturer of the course, or those in `exam_marker`. */
    markerGroup: text('marker_group').$type<'lecturers' | 'course' | 'named'>().notNull().default('lecturers'),
    /** Days in which candidates can appeal against marks, from the day they can see them; 0: they cannot. */
    appealDays: integer('appeal_days').notNull().default(30),
    published: boolean('published').notNull().default(true),
    /** Its audience can practise with papers drawn by its rules. Without `published` it is only a mock exam. */
    practice: boolean('practice').notNull().default(false),
    /** Since then it is in no list of those who manage exams; it can be restored for `RESTORABLE_DAYS`. Results stay. */
    deletedAt: moment('deleted_at'),
    /** The exam whose rules these are, for the trial sittings of those who manage it (decision 100); null: an exam. */
    trialOf: uuid('trial_of'),
    /** Raised by every change of its settings: who saves names the one that was read. */
    revision: integer('revision').notNull().default(1),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
    foreignKey({
      columns: [t.enterpriseId, t.certificateId],
      foreignColumns: [certificate.enterpriseId, certificate.id],
    }),
    atLeast(t.limitSeconds, 1),
    check('exam_window_check', sql`${t.windowEnd} > ${t.windowStart}`),
    atLeast(t.passScore, 0),
    atLeast(t.maxAttempts, 1),
    atLeast(t.waitSeconds, 0),
    oneOf(t.countedAttempt, ['best', 'last', 'first']),
    oneOf(t.audience, ['everyone', 'departments', 'task', 'course']),
    check('exam_audience_course_check', sql`${t.audience} <> 'course' or ${t.courseId} is not null`),
    oneOf(t.paperKind, ['drawn', 'fixed']),
    oneOf(t.reviewPolicy, ['immediately', 'after_last', 'after_window', 'never']),
    oneOf(t.switchPolicy, ['none', 'warn', 'limit', 'at_once']),
    atLeast(t.switchLimit, 0),
    between(t.switchDwellSeconds, 0, 30),
    check('exam_switch_policy_limit_check', sql`${t.switchPolicy} <> 'limit' or ${t.switchLimit} > 0`),
    atLeast(t.credits, 0),
    atLeast(t.points, 0),
    oneOf(t.certificateWay, ['automatic', 'manual']),
    atLeast(t.certificateScore, 0),
    between(t.certificateMonths, 1, 600),
    between(t.markers, 1, 2),
    atLeast(t.markTolerance, 0),
    check('exam_mark_step_check', sql`${t.markStep} in (0.01, 0.1, 0.5, 1)`),
    oneOf(t.publishMarks, ['at_once', 'together']),
    oneOf(t.markerGroup, ['lecturers', 'course', 'named']),
    check('exam_marker_group_course_check', sql`${t.markerGroup} <> 'course' or ${t.courseId} is not null`),
    between(t.appealDays, 0, 3650),
    atLeast(t.revision, 1),
    unique().on(t.enterpriseId, t.trialOf),
    foreignKey({ columns: [t.enterpriseId, t.trialOf], foreignColumns: [t.enterpriseId, t.id] }),
    check('exam_deleted_check', sql`${t.deletedAt} is null or not ${t.published} and not ${t.practice}`),
    // What leaves out exams that are not published leaves out trials.
    check('exam_trial_check', sql`${t.trialOf} is null or not ${t.published} and not ${t.practice}`),
  ],
);

/** One section of the paper: question bank, question type, number of questions, and score of each. */
export const examSection = pgTable(
  'exam_section',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    examId: uuid('exam_id').notNull(),
    title: text('title').notNull(),
    bankId: uuid('bank_id').notNull(),
    type: text('type').$type<QuestionType>().notNull(),
    /** Only questions of this difficulty, topic and tag; null: of any. */
    difficulty: integer('difficulty'),
    topic: text('topic'),
    tag: text('tag'),
    count: integer('count').notNull(),
    scoreEach: amount('score_each').notNull(),
    /** Time of this section, seconds; null: as long as the exam lasts. */
    limitSeconds: integer('limit_seconds'),
    sort: sort(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.examId, t.sort),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    foreignKey({ columns: [t.enterpriseId, t.bankId], foreignColumns: [questionBank.enterpriseId, questionBank.id] }),
    oneOf(t.type, ['single', 'multiple', 'judge', 'blank', 'short']),
    between(t.difficulty, 1, 4),
    atLeast(t.count, 1),
    atLeast(t.scoreEach, 0),
    atLeast(t.limitSeconds, 1),
  ],
);

/** Extra time, extra attempts and an own window granted to one user for one exam. */
export const examAllowance = pgTable(
  'exam_allowance',
  {
    enterpriseId: enterpriseId(),
    examId: uuid('exam_id').notNull(),
    userId: uuid('user_id').notNull(),
    extraSeconds: integer('extra_seconds').notNull().default(0),
    extraAttempts: integer('extra_attempts').notNull().default(0),
    /** Instead of the window of the exam. */
    windowStart: moment('window_start'),
    windowEnd: moment('window_end'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.examId, t.userId] }),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.extraSeconds, 0),
    atLeast(t.extraAttempts, 0),
    check(
      'exam_allowance_window_check',
      sql`(${t.windowStart} is null) = (${t.windowEnd} is null) and coalesce(${t.windowEnd} > ${t.windowStart}, true)`,
    ),
  ],
);
