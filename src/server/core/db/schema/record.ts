import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { amount, code, enterpriseId, gmtCreate, id, moment } from './columns.ts';
import { atLeast, oneOf } from './constraints.ts';
import { memberKey } from './member-key.ts';

export type LedgerKind = 'hours' | 'credits' | 'points';

/**
 * Append-only ledger of class hours, credits and points. `source` names the fact that earned the line
 * (`course:<id>:hours`), so the same fact is posted once; a correction is a reversal, never an edit.
 */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** Of hours: required, culture, lecturer, other. */
    hourKind: text('hour_kind'),
    amount: amount('amount').notNull(),
    source: text('source').notNull(),
    title: text('title').notNull(),
    /** The line that this one takes back. */
    reversalOf: uuid('reversal_of'),
    /** Calendar year in the tenant's time zone. */
    year: integer('year').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.userId, t.source),
    foreignKey({ columns: [t.enterpriseId, t.reversalOf], foreignColumns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.userId, t.kind, t.gmtCreate, t.id),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.kind, ['hours', 'credits', 'points']),
    oneOf(t.hourKind, ['required', 'culture', 'lecturer', 'other']),
    check('ledger_entry_hours_check', sql`(${t.kind} = 'hours') = (${t.hourKind} is not null)`),
    check('ledger_entry_amount_check', sql`${t.amount} <> 0`),
    atLeast(t.year, 1),
  ],
);

/** A row per title of certificate that can be earned. */
export const certificate = pgTable(
  'certificate',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    certificateName: text('certificate_name').notNull(),
    issuer: text('issuer').notNull(),
    /** Null: never expires. */
    validMonths: integer('valid_months'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    atLeast(t.validMonths, 1),
  ],
);

/** Totals per person, kind and year, kept in the same transaction as the lines. `hourKind` is empty for credits and points. */
export const ledgerTotal = pgTable(
  'ledger_total',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    hourKind: text('hour_kind').notNull().default(''),
    year: integer('year').notNull(),
    total: amount('total').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId, t.kind, t.hourKind, t.year] }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.kind, ['hours', 'credits', 'points']),
    oneOf(t.hourKind, ['', 'required', 'culture', 'lecturer', 'other']),
    check('ledger_total_hours_check', sql`(${t.kind} = 'hours') = (${t.hourKind} <> '')`),
    atLeast(t.year, 1),
  ],
);

export const userCertificate = pgTable(
  'user_certificate',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    certificateId: uuid('certificate_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** As the person was called then: a certificate does not change. */
    userName: text('user_name').notNull(),
    certificateNo: text('certificate_no').notNull(),
    issueWay: text('issue_way').$type<'automatic' | 'manual'>().notNull(),
    issuedAt: moment('issued_at').notNull(),
    expiresAt: moment('expires_at'),
    /** The fact that earned it, e.g. `exam:<id>`; posted once. */
    source: text('source').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.userId, t.source),
    unique().on(t.enterpriseId, t.certificateNo),
    foreignKey({
      columns: [t.enterpriseId, t.certificateId],
      foreignColumns: [certificate.enterpriseId, certificate.id],
    }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.issueWay, ['automatic', 'manual']),
    check('user_certificate_validity_check', sql`${t.expiresAt} > ${t.issuedAt}`),
  ],
);

/** Last number given to a certificate, per calendar year. */
export const certificateSequence = pgTable(
  'certificate_sequence',
  {
    enterpriseId: enterpriseId(),
    year: integer('year').notNull(),
    last: integer('last').notNull(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.year] }), atLeast(t.last, 1)],
);
