import { sql } from 'drizzle-orm';
import {
  bigint,
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
  uuid,
} from 'drizzle-orm/pg-core';
import type { RubricContent, Scores } from '#src/contract/rules/evaluation.ts';
import { amount, code, enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { file } from '#src/server/file/tables.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/** `practice`: a practical operation with evidence; `job`: a job evaluation; `assessment`: an item of a task. */
export type FormKind = 'practice' | 'job' | 'assessment';
/**
 * `draft`: evidence is collected; `selfAssessment`, `superiorAssessment`, `talk`, `confirmation`: steps of a job evaluation;
 * `assessing`: the assessors give their scores.
 */
export type EvaluationState =
  'draft' | 'assessing' | 'selfAssessment' | 'superiorAssessment' | 'talk' | 'confirmation' | 'done';

/** Weighted criteria by which work is scored. */
export const rubric = pgTable(
  'rubric',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    title: text('title').notNull(),
    /** Percent that is needed to pass. */
    passMark: integer('pass_mark').notNull().default(60),
    criteria: jsonb('criteria').$type<RubricContent['criteria']>().notNull(),
    published: boolean('published').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    between(t.passMark, 0, 100),
  ],
);

/** What is evaluated with a rubric: a resource, or (without one) the item of a task. */
export const evaluationForm = pgTable(
  'evaluation_form',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    kind: text('kind').$type<FormKind>().notNull(),
    title: text('title').notNull(),
    rubricId: uuid('rubric_id').notNull(),
    resourceId: uuid('resource_id'),
    /** How often a practical operation or job evaluation can be tried until it is passed. */
    maxTries: integer('max_tries').notNull().default(1),
    published: boolean('published').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    unique().on(t.enterpriseId, t.resourceId),
    foreignKey({ columns: [t.enterpriseId, t.rubricId], foreignColumns: [rubric.enterpriseId, rubric.id] }),
    foreignKey({
      columns: [t.enterpriseId, t.resourceId],
      foreignColumns: [courseResource.enterpriseId, courseResource.id],
    }),
    oneOf(t.kind, ['practice', 'job', 'assessment']),
    between(t.maxTries, 1, 10),
    check('evaluation_form_subject_check', sql`(${t.resourceId} is null) = (${t.kind} = 'assessment')`),
  ],
);

/** Persons named as assessors or superior of a form. None: the lecturer of the course, or the head of the department. */
export const evaluationFormAssessor = pgTable(
  'evaluation_form_assessor',
  { enterpriseId: enterpriseId(), formId: uuid('form_id').notNull(), userId: uuid('user_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.formId, t.userId] }),
    foreignKey({
      columns: [t.enterpriseId, t.formId],
      foreignColumns: [evaluationForm.enterpriseId, evaluationForm.id],
    }),
    memberKey(t.enterpriseId, t.userId),
  ],
);

/** One try of a person at a form. The rubric is frozen when it begins. */
export const evaluation = pgTable(
  'evaluation',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    formId: uuid('form_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** Number of the try, from 1. */
    attempt: integer('attempt').notNull().default(1),
    state: text('state').$type<EvaluationState>().notNull(),
    rubric: jsonb('rubric').$type<RubricContent>().notNull(),
    /** What was done, where and with whom. */
    note: text('note').notNull().default(''),
    submittedAt: moment('submitted_at'),
    talkAt: moment('talk_at'),
    talkNote: text('talk_note'),
    selfConfirmedAt: moment('self_confirmed_at'),
    superiorConfirmedAt: moment('superior_confirmed_at'),
    /** 0–100; the mean of several assessors. */
    score: amount('score'),
    passed: boolean('passed'),
    doneAt: moment('done_at'),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.formId, t.userId, t.attempt),
    foreignKey({
      columns: [t.enterpriseId, t.formId],
      foreignColumns: [evaluationForm.enterpriseId, evaluationForm.id],
    }),
    index().on(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.attempt, 1),
    oneOf(t.state, ['draft', 'assessing', 'selfAssessment', 'superiorAssessment', 'talk', 'confirmation', 'done']),
    between(t.score, 0, 100),
    check('evaluation_done_check', sql`(${t.state} = 'done') = (${t.doneAt} is not null)`),
  ],
);

/** Scores that one person gives: an assessor, the superior, or the person about themselves. A draft until it is submitted. */
export const evaluationAssessment = pgTable(
  'evaluation_assessment',
  {
    enterpriseId: enterpriseId(),
    evaluationId: uuid('evaluation_id').notNull(),
    userId: uuid('user_id').notNull(),
    role: text('role').$type<'self' | 'assessor'>().notNull(),
    scores: jsonb('scores').$type<Scores>().notNull().default({}),
    comment: text('comment').notNull().default(''),
    /** Weighted sum of the points, 0–100. */
    score: amount('score'),
    submittedAt: moment('submitted_at'),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.evaluationId, t.userId] }),
    foreignKey({
      columns: [t.enterpriseId, t.evaluationId],
      foreignColumns: [evaluation.enterpriseId, evaluation.id],
    }),
    index().on(t.enterpriseId, t.userId, t.submittedAt),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.role, ['self', 'assessor']),
    between(t.score, 0, 100),
    check('evaluation_assessment_submitted_check', sql`(${t.score} is null) = (${t.submittedAt} is null)`),
  ],
);

/** A file of evidence, uploaded in parts (tus 1.0). Complete once it has a file. */
export const evidenceUpload = pgTable(
  'evidence_upload',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    evaluationId: uuid('evaluation_id').notNull(),
    userId: uuid('user_id').notNull(),
    fileName: text('file_name').notNull(),
    /** Bytes. */
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** Keys of the received parts in the file store, in order; empty once the file is complete. */
    parts: text('parts')
      .array()
      .notNull()
      .default(sql`'{}'`),
    fileId: uuid('file_id'),
    /** When an unfinished upload is deleted. */
    expiresAt: moment('expires_at').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({
      columns: [t.enterpriseId, t.evaluationId],
      foreignColumns: [evaluation.enterpriseId, evaluation.id],
    }),
    foreignKey({ columns: [t.enterpriseId, t.fileId], foreignColumns: [file.enterpriseId, file.id] }),
    index().on(t.enterpriseId, t.evaluationId),
    index().on(t.enterpriseId, t.userId),
    index('evidence_upload_unfinished')
      .on(t.enterpriseId, t.expiresAt)
      .where(sql`file_id is null`),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.fileSize, 1),
    check('evidence_upload_received_check', sql`${t.received} between 0 and ${t.fileSize}`),
  ],
);
