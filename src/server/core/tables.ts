import type { FactorScope } from '#src/contract/rules/factor-policy.ts';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { OfferedLanguages } from '#src/lib/languages.ts';
import { portal, enterpriseId, id, moment, gmtCreate, gmtModified } from './db/columns.ts';
import { oneOf, atLeast } from './db/constraints.ts';

/**
 * Minimum retention of a tenant in days, for tables that only grow. Without a row the defaults of the function
 * `portal.kept_since` apply.
 */
export const dataRetention = pgTable(
  'data_retention',
  {
    enterpriseId: enterpriseId().primaryKey(),
    auditLogDays: integer('audit_log_days').notNull(),
    studyRefusalDays: integer('study_refusal_days').notNull(),
    /** Answers and journals of marked attempts; what counts of them stays in `exam_attempt.submitted_answers`. */
    examAnswerDays: integer('exam_answer_days').notNull().default(1095),
    gmtModified: gmtModified(),
  },
  (t) => [atLeast(t.auditLogDays, 180), atLeast(t.studyRefusalDays, 30), atLeast(t.examAnswerDays, 180)],
);

/** A tenant. Global, because host names are resolved before the tenant is known. */
export const enterprise = portal.table(
  'enterprise',
  {
    id: uuid('id').primaryKey(),
    /** First label of its host name, e.g. `huaxin`. */
    key: text('key').notNull().unique(),
    name: text('name').notNull(),
    /**
     * How `name` looks (`lookOf`), of enterprises that registered themselves: no two of them at once. Null where an operator
     * chose the name.
     */
    registeredName: text('registered_name').unique(),
    /** IANA name, e.g. `Asia/Shanghai`. */
    timeZone: text('time_zone').notNull(),
    /** Language of its content. */
    lang: text('lang').notNull(),
    /** Served on hosts without a tenant label. */
    isDefault: boolean('is_default').notNull().default(false),
    status: text('status').$type<'active' | 'closed'>().notNull().default('active'),
    /** Copy of `website.public_face`, maintained by a trigger: it is needed before tenant rows can be read. */
    publicFace: boolean('public_face').notNull().default(true),
    /** Copies of the columns of `website` of these names, by the same trigger. */
    languages: text('languages').$type<OfferedLanguages>(),
    mobileSite: text('mobile_site'),
    /** The enterprise of rehearsals (decision 067): no people, no fixed host name, never the default one. */
    synthetic: boolean('synthetic').notNull().default(false),
    /** Who needs a second factor (decision 119). Here and not in a tenant table: it is needed with every request, before those can be read. */
    factorScope: text('factor_scope').$type<FactorScope>().notNull().default('off'),
    /** From when on it is needed; null: at once. */
    factorFrom: moment('factor_from'),
    /** A sign-in through an identity provider counts as one with a second factor. */
    factorTrustsProviders: boolean('factor_trusts_providers').notNull().default(false),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    oneOf(t.lang, ['zh', 'en']),
    oneOf(t.status, ['active', 'closed']),
    oneOf(t.factorScope, ['off', 'admin', 'all']),
  ],
);

/**
 * Append-only log of security-relevant actions (sign-ins, rejections, role changes, marking). Partitioned by the month of
 * `id`.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id'),
    action: text('action').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
    address: text('address'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.gmtCreate),
    // For `/admin/audit`: what somebody did, and who did something.
    index('audit_log_actor').on(t.enterpriseId, t.userId, t.id),
    index('audit_log_action').on(t.enterpriseId, t.action, t.id),
  ],
);

/**
 * What entries of the audit log are about: an exam, a certificate, a member … Its index finds the history of a thing. Append-only and
 * partitioned as the log is; entries and their subjects are deleted together (docs/decisions/089).
 */
export const auditSubject = pgTable(
  'audit_subject',
  {
    enterpriseId: enterpriseId(),
    auditId: uuid('audit_id').notNull(),
    subjectId: uuid('subject_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.auditId, t.subjectId] }),
    index().on(t.enterpriseId, t.subjectId, t.auditId),
  ],
);

/** Number of tries within a time window. Shared by all portal processes. */
export const rateLimit = portal.table(
  'rate_limit',
  {
    /** e.g. `login:account:13800000001`. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index().on(t.expiresAt), atLeast(t.count, 0)],
);

/** How far the mailbox was read to which mail servers return e-mails (decision 120). */
export const mailbox = portal.table('mailbox', {
  /** User, server and folder, e.g. `no-reply@mail.example.com/INBOX`. */
  address: text('address').primaryKey(),
  /** Numbers of messages are valid for this one only (RFC 3501, `UIDVALIDITY`). */
  uidValidity: bigint('uid_validity', { mode: 'number' }).notNull().default(0),
  /** The last message that was read. */
  lastUid: bigint('last_uid', { mode: 'number' }).notNull().default(0),
  /** A process reads it until then, unless it extends that. */
  busyUntil: moment('busy_until'),
});
