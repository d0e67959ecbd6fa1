import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
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
import type { Answers, QuestionPage } from '#src/contract/rules/questionnaire.ts';
import { code, enterpriseId, gmtCreate, gmtModified, id } from '#src/server/core/db/columns.ts';
import { atLeast } from '#src/server/core/db/constraints.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/** The questionnaire of a resource with contentType 5. Of several the newest published one is filled in. */
export const questionnaire = pgTable(
  'questionnaire',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    resourceId: uuid('resource_id').notNull(),
    title: text('title').notNull(),
    introduction: text('introduction'),
    /** Whether answers are stored without the person; cannot be changed once there are answers. */
    anonymous: boolean('anonymous').notNull(),
    pages: jsonb('pages').$type<QuestionPage[]>().notNull(),
    published: boolean('published').notNull().default(true),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    // For the foreign key of completions, which keeps `anonymous` from changing.
    unique('questionnaire_anonymous_key').on(t.enterpriseId, t.id, t.anonymous),
    foreignKey({
      columns: [t.enterpriseId, t.resourceId],
      foreignColumns: [courseResource.enterpriseId, courseResource.id],
    }),
    index().on(t.enterpriseId, t.resourceId),
  ],
);

/**
 * Who has filled in a questionnaire, once. Of an anonymous one nothing else is known about the person: the answers are in
 * `questionnaire_sheet` (decision 053).
 */
export const questionnaireCompletion = pgTable(
  'questionnaire_completion',
  {
    enterpriseId: enterpriseId(),
    questionnaireId: uuid('questionnaire_id').notNull(),
    userId: uuid('user_id').notNull(),
    anonymous: boolean('anonymous').notNull(),
    /** Day in the time zone of the tenant. */
    completedOn: date('completed_on', { mode: 'string' }).notNull(),
    /** Of a named questionnaire only. */
    answers: jsonb('answers').$type<Answers>(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.questionnaireId, t.userId] }),
    foreignKey({
      name: 'questionnaire_completion_questionnaire_fk',
      columns: [t.enterpriseId, t.questionnaireId, t.anonymous],
      foreignColumns: [questionnaire.enterpriseId, questionnaire.id, questionnaire.anonymous],
    }),
    memberKey(t.enterpriseId, t.userId),
    check('questionnaire_completion_anonymous_check', sql`${t.anonymous} = (${t.answers} is null)`),
  ],
);

/**
 * The answers of one unknown person to an anonymous questionnaire. Neither a person, nor a time, nor an id that grows with
 * time; every submission rewrites older rows, so that transaction and position tell nothing either (decision 053).
 */
export const questionnaireSheet = pgTable(
  'questionnaire_sheet',
  {
    enterpriseId: enterpriseId(),
    questionnaireId: uuid('questionnaire_id').notNull(),
    /** Random, not ordered by time. */
    id: uuid('id')
      .notNull()
      .default(sql`gen_random_uuid()`),
    answers: jsonb('answers').$type<Answers>().notNull(),
    /** Whether it is in the results, which it enters together with four others. */
    released: boolean('released').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.questionnaireId, t.id] }),
    foreignKey({
      name: 'questionnaire_sheet_questionnaire_fk',
      columns: [t.enterpriseId, t.questionnaireId],
      foreignColumns: [questionnaire.enterpriseId, questionnaire.id],
    }),
  ],
);

/** How many answers a lecturer or administrator has seen in the results of a questionnaire. */
export const questionnaireSeen = pgTable(
  'questionnaire_seen',
  {
    enterpriseId: enterpriseId(),
    questionnaireId: uuid('questionnaire_id').notNull(),
    userId: uuid('user_id').notNull(),
    answerCount: integer('answer_count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.questionnaireId, t.userId] }),
    foreignKey({
      name: 'questionnaire_seen_questionnaire_fk',
      columns: [t.enterpriseId, t.questionnaireId],
      foreignColumns: [questionnaire.enterpriseId, questionnaire.id],
    }),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.answerCount, 0),
  ],
);
