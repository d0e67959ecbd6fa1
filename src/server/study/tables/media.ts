import {
  boolean,
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
import { enterpriseId, id, gmtCreate, gmtModified, code, sort } from '#src/server/core/db/columns.ts';
import { oneOf, atLeast, matches } from '#src/server/core/db/constraints.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { file } from '#src/server/file/tables.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/** Captions of a video or audio (WebVTT), one file per language. */
export const resourceCaption = pgTable(
  'resource_caption',
  {
    enterpriseId: enterpriseId(),
    resourceId: uuid('resource_id').notNull(),
    /** Language tag, like `zh` or `pt-BR`. */
    lang: text('lang').notNull(),
    fileId: uuid('file_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.resourceId, t.lang] }),
    foreignKey({
      columns: [t.enterpriseId, t.resourceId],
      foreignColumns: [courseResource.enterpriseId, courseResource.id],
    }),
    foreignKey({ columns: [t.enterpriseId, t.fileId], foreignColumns: [file.enterpriseId, file.id] }),
    matches(t.lang, '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  ],
);

/** A question that the player asks at a second of a video or audio. */
export const resourceQuestion = pgTable(
  'resource_question',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    resourceId: uuid('resource_id').notNull(),
    code: code(),
    /** Position in seconds at which playback pauses. */
    atSecond: integer('at_second').notNull(),
    kind: text('kind').$type<'single' | 'multiple' | 'judge'>().notNull(),
    stem: text('stem').notNull(),
    /** Empty for `judge`, whose options are `T` and `F`. */
    options: jsonb('options').$type<{ key: string; text: string }[]>().notNull(),
    /** Keys of the right options, sorted. */
    rightKeys: jsonb('right_keys').$type<string[]>().notNull(),
    explanation: text('explanation'),
    /** Playback continues only after an answer. */
    required: boolean('required').notNull().default(true),
    sort: sort(),
    published: boolean('published').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.resourceId, t.code),
    foreignKey({
      columns: [t.enterpriseId, t.resourceId],
      foreignColumns: [courseResource.enterpriseId, courseResource.id],
    }),
    atLeast(t.atSecond, 0),
    oneOf(t.kind, ['single', 'multiple', 'judge']),
  ],
);

/** A member's answer to a question of a video: the latest one, and whether the first one was right. */
export const resourceAnswer = pgTable(
  'resource_answer',
  {
    enterpriseId: enterpriseId(),
    questionId: uuid('question_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** Keys of the chosen options, sorted. */
    chosen: jsonb('chosen').$type<string[]>().notNull(),
    isRight: boolean('is_right').notNull(),
    firstRight: boolean('first_right').notNull(),
    attempts: integer('attempts').notNull().default(1),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.questionId, t.userId] }),
    foreignKey({
      columns: [t.enterpriseId, t.questionId],
      foreignColumns: [resourceQuestion.enterpriseId, resourceQuestion.id],
    }),
    index().on(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.attempts, 1),
  ],
);
