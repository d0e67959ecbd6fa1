import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { enterpriseId, gmtCreate, id, type LocalizedText, moment } from '#src/server/core/db/columns.ts';
import { department } from '#src/server/organisation/tables.ts';
import { atLeast } from '#src/server/core/db/constraints.ts';

/** Sums of hours and credits are decimal texts with two decimals, as PostgreSQL computes them. */
export type Sums = {
  hours: Record<'required' | 'culture' | 'lecturer' | 'other' | 'total', string>;
  credits: string;
  examCount: number;
  certificateCount: number;
};

/** What a statement says. A person has exams and certificates, a department has parts; times are ISO 8601. */
export type StatementContent = Sums & {
  exams: { title: string; score: string; totalScore: string; passedAt: string }[];
  certificates: { name: string; titles: LocalizedText | null; number: string; issuedAt: string }[];
  /** Name of the organisation account whose people it is about; missing: of a person, a department or the enterprise. */
  organisation?: string;
  /** The departments of the people, by path; of people without one the path is empty. */
  parts: (Sums & { department: string; people: number })[];
};

/**
 * Issued annual statements. A row never changes: a trigger refuses it (rules.sql). Of a department or organisation the people are kept, so that what is said
 * about them can be compared with the ledger although they change departments.
 */
export const annualStatement = pgTable(
  'annual_statement',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    /** Not consecutive, and not to be guessed. */
    statementNo: text('statement_no').notNull(),
    year: integer('year').notNull(),
    /** Null: of a department. */
    userId: uuid('user_id'),
    /** Path of the department, of a person theirs at that time; null: none, of a statement without a person the whole enterprise. */
    department: text('department'),
    /** The department, which keeps its id when it is renamed or moved; null: of a person, or of the enterprise. */
    departmentId: uuid('department_id'),
    /** Real name of the person; null: of a department. */
    userName: text('user_name'),
    enterpriseName: text('enterprise_name').notNull(),
    /** The organisation account whose people it is about, in the courses of their seats; null: it is not about those of one. */
    organisationId: uuid('organisation_id'),
    /** The people of a department; null: of a person. */
    people: uuid('people').array(),
    content: jsonb('content').$type<StatementContent>().notNull(),
    issuedAt: moment('issued_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique('annual_statement_number').on(t.enterpriseId, t.statementNo),
    index('annual_statement_person').on(t.enterpriseId, t.userId, t.issuedAt, t.id),
    index('annual_statement_department')
      .on(t.enterpriseId, t.year, t.departmentId, t.issuedAt, t.id)
      .where(sql`${t.userId} is null`),
    memberKey(t.enterpriseId, t.userId),
    foreignKey({
      name: 'annual_statement_department_fk',
      columns: [t.enterpriseId, t.departmentId],
      foreignColumns: [department.enterpriseId, department.id],
    }),
    index('annual_statement_organisation')
      .on(t.enterpriseId, t.organisationId, t.issuedAt, t.id)
      .where(sql`${t.organisationId} is not null`),
    memberKey(t.enterpriseId, t.organisationId),
    atLeast(t.year, 1),
    check('annual_statement_person_check', sql`(${t.userId} is null) = (${t.userName} is null)`),
    check(
      'annual_statement_organisation_check',
      sql`${t.organisationId} is null or (${t.userId} is null and ${t.department} is null)`,
    ),
    check('annual_statement_people_check', sql`(${t.userId} is null) = (${t.people} is not null)`),
  ],
);

/**
 * Statements of departments of which one of the people had hours, credits, a pass or a certificate posted, issued or taken back since: triggers add
 * rows (rules.sql), the first of which counts. Whoever verifies a statement needs no look at the figures of its people.
 */
export const annualStatementChange = pgTable(
  'annual_statement_change',
  { enterpriseId: enterpriseId(), id: id(), statementId: uuid('statement_id').notNull(), gmtCreate: gmtCreate() },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    index('annual_statement_change_statement').on(t.enterpriseId, t.statementId),
    foreignKey({
      name: 'annual_statement_change_statement_fk',
      columns: [t.enterpriseId, t.statementId],
      foreignColumns: [annualStatement.enterpriseId, annualStatement.id],
    }).onDelete('cascade'),
  ],
);
