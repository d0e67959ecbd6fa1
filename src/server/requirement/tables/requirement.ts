import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  DUE_FROM,
  type DueFrom,
  REMINDERS,
  REQUIREMENT_PHASES,
  type RequirementPhase,
} from '#src/contract/rules/requirement.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
import { course, project } from '#src/server/course/tables.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { ruleColumns, ruleKeys } from '#src/server/organisation/tables.ts';
import { certificate } from '#src/server/record/tables/certificate.ts';

/** Who must know what, by when and again when (docs/specification.md, section "Requirements"). */
export const requirement = pgTable(
  'requirement',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    /** Of a content pack. */
    code: text('code'),
    title: text('title').notNull(),
    summary: text('summary'),
    phase: text('phase').$type<RequirementPhase>().notNull().default('draft'),
    /** The terms that are valid, or will be when it is published. */
    version: integer('version').notNull().default(1),
    revision: integer('revision').notNull().default(1),
    /** Why its assignments are to be compared with its rules; null: they are equal, but for members in `requirement_change`. */
    stale: text('stale').$type<'rule' | 'organisation'>(),
    /** When people are reminded (decision 094): days before the due date, on it, each week after it; and whether superiors are told. */
    remindBefore: integer('remind_before').array().notNull().default(REMINDERS.before),
    remindOnDay: boolean('remind_on_day').notNull().default(REMINDERS.onDay),
    remindWeekly: boolean('remind_weekly').notNull().default(REMINDERS.weekly),
    remindSuperior: boolean('remind_superior').notNull().default(REMINDERS.toSuperior),
    createdBy: uuid('created_by'),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    memberKey(t.enterpriseId, t.createdBy),
    uniqueIndex('requirement_code')
      .on(t.enterpriseId, t.code)
      .where(sql`code is not null`),
    oneOf(t.phase, REQUIREMENT_PHASES),
    oneOf(t.stale, ['rule', 'organisation']),
    atLeast(t.version, 1),
    atLeast(t.revision, 1),
  ],
);

/**
 * The terms of a requirement in a period: questions about a past date are answered with those of that date. Terms of a draft have no
 * `since` and are changed in place; those that were valid never change.
 */
export const requirementVersion = pgTable(
  'requirement_version',
  {
    enterpriseId: enterpriseId(),
    requirementId: uuid('requirement_id').notNull(),
    number: integer('number').notNull(),
    since: moment('since'),
    until: moment('until'),
    dueDays: integer('due_days'),
    dueFrom: text('due_from').$type<DueFrom>(),
    dueOn: date('due_on', { mode: 'string' }),
    /** Null: once fulfilled, for ever, unless a certificate expires. */
    repeatMonths: integer('repeat_months'),
    /** Days before the end of the validity from which it can be renewed. */
    renewDays: integer('renew_days').notNull().default(30),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.requirementId, t.number] }),
    foreignKey({
      name: 'requirement_version_requirement_fk',
      columns: [t.enterpriseId, t.requirementId],
      foreignColumns: [requirement.enterpriseId, requirement.id],
    }).onDelete('cascade'),
    check('requirement_version_due_check', sql`num_nonnulls(${t.dueDays}, ${t.dueOn}) = 1`),
    check('requirement_version_from_check', sql`(${t.dueDays} is null) = (${t.dueFrom} is null)`),
    check('requirement_version_until_check', sql`${t.until} is null or coalesce(${t.until} >= ${t.since}, false)`),
    oneOf(t.dueFrom, DUE_FROM),
    between(t.dueDays, 0, 3650),
    between(t.repeatMonths, 1, 240),
    between(t.renewDays, 0, 365),
  ],
);

/** What fulfils a version of a requirement: one of its subjects is enough. Exactly one of the ids is set. */
export const requirementSubject = pgTable(
  'requirement_subject',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    requirementId: uuid('requirement_id').notNull(),
    version: integer('version').notNull(),
    courseId: uuid('course_id'),
    projectId: uuid('project_id'),
    examId: uuid('exam_id'),
    certificateId: uuid('certificate_id'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique('requirement_subject_once')
      .on(t.enterpriseId, t.requirementId, t.version, t.courseId, t.projectId, t.examId, t.certificateId)
      .nullsNotDistinct(),
    foreignKey({
      name: 'requirement_subject_version_fk',
      columns: [t.enterpriseId, t.requirementId, t.version],
      foreignColumns: [requirementVersion.enterpriseId, requirementVersion.requirementId, requirementVersion.number],
    }).onDelete('cascade'),
    foreignKey({
      name: 'requirement_subject_course_fk',
      columns: [t.enterpriseId, t.courseId],
      foreignColumns: [course.enterpriseId, course.id],
    }),
    foreignKey({
      name: 'requirement_subject_project_fk',
      columns: [t.enterpriseId, t.projectId],
      foreignColumns: [project.enterpriseId, project.id],
    }),
    foreignKey({
      name: 'requirement_subject_exam_fk',
      columns: [t.enterpriseId, t.examId],
      foreignColumns: [exam.enterpriseId, exam.id],
    }),
    foreignKey({
      name: 'requirement_subject_certificate_fk',
      columns: [t.enterpriseId, t.certificateId],
      foreignColumns: [certificate.enterpriseId, certificate.id],
    }),
    check(
      'requirement_subject_kind_check',
      sql`num_nonnulls(${t.courseId}, ${t.projectId}, ${t.examId}, ${t.certificateId}) = 1`,
    ),
  ],
);

/**
 * Members whom a requirement concerns, also future ones: those to whom all that a row names applies. `excluded`: whom it does not
 * concern, although another row names them.
 */
export const requirementRule = pgTable(
  'requirement_rule',
  { ...ruleColumns(), requirementId: uuid('requirement_id').notNull() },
  (t) => [
    ...ruleKeys(t),
    foreignKey({
      name: 'requirement_rule_requirement_fk',
      columns: [t.enterpriseId, t.requirementId],
      foreignColumns: [requirement.enterpriseId, requirement.id],
    }).onDelete('cascade'),
    index().on(t.enterpriseId, t.requirementId),
  ],
);

/** A member whom a requirement names: concerned, or an exception from its rules. */
export const requirementPerson = pgTable(
  'requirement_person',
  {
    enterpriseId: enterpriseId(),
    requirementId: uuid('requirement_id').notNull(),
    userId: uuid('user_id').notNull(),
    excluded: boolean('excluded').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.requirementId, t.userId] }),
    foreignKey({
      name: 'requirement_person_requirement_fk',
      columns: [t.enterpriseId, t.requirementId],
      foreignColumns: [requirement.enterpriseId, requirement.id],
    }).onDelete('cascade'),
    memberKey(t.enterpriseId, t.userId),
    index().on(t.enterpriseId, t.userId),
  ],
);
