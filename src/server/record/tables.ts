import { sql } from 'drizzle-orm';
import {
  bigint,
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
import { SHOWN_NAMES } from '#src/contract/rules/certificate.ts';
import type { Layout } from '#src/contract/rules/certificate-layout.ts';
import { RANKING_NAMES } from '#src/contract/rules/policy.ts';
import {
  amount,
  code,
  enterpriseId,
  gmtCreate,
  gmtModified,
  id,
  localized,
  moment,
} from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { file } from '#src/server/file/tables.ts';

/** A change of a certificate by hand. */
export type CertificateChange = 'issued' | 'revoked' | 'renewed' | 'corrected';
export type LedgerKind = 'hours' | 'credits' | 'points';

/**
 * Append-only ledger of class hours, credits and points. `source` identifies the event that earned the entry
 * (`course:<id>:hours`), so each event is posted once; a correction is a reversal entry, never an update.
 */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** For hours: required, culture, lecturer, other. */
    hourKind: text('hour_kind'),
    amount: amount('amount').notNull(),
    source: text('source').notNull(),
    title: text('title').notNull(),
    /** The entry that this one reverses. */
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

/** What stands where on certificates: a draft, and what was published of it. */
export const certificateTemplate = pgTable(
  'certificate_template',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    /** Of a content pack; null: made in the portal. */
    code: text('code'),
    name: text('name').notNull(),
    draft: jsonb('draft').$type<Layout>().notNull(),
    /** Rises with each change; a save names the one that it is based on. */
    revision: integer('revision').notNull().default(1),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique('certificate_template_code_unique').on(t.enterpriseId, t.code),
    atLeast(t.revision, 1),
  ],
);

/** A template as it was published. It does not change, because certificates were issued with it; a trigger sees to that. */
export const certificateTemplateVersion = pgTable(
  'certificate_template_version',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    templateId: uuid('template_id').notNull(),
    /** From 1. */
    version: integer('version').notNull(),
    layout: jsonb('layout').$type<Layout>().notNull(),
    publishedAt: moment('published_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique('certificate_template_version_unique').on(t.enterpriseId, t.templateId, t.version),
    foreignKey({
      name: 'certificate_template_version_template_fk',
      columns: [t.enterpriseId, t.templateId],
      foreignColumns: [certificateTemplate.enterpriseId, certificateTemplate.id],
    }).onDelete('cascade'),
    atLeast(t.version, 1),
  ],
);

/** Files that are pictures of templates. They are not in the media library, so nobody replaces or deletes them there. */
export const certificatePicture = pgTable(
  'certificate_picture',
  {
    enterpriseId: enterpriseId(),
    fileId: uuid('file_id').notNull(),
    /** Bytes. */
    fileSize: integer('file_size').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.fileId] }),
    foreignKey({
      name: 'certificate_picture_file_fk',
      columns: [t.enterpriseId, t.fileId],
      foreignColumns: [file.enterpriseId, file.id],
    }),
    atLeast(t.fileSize, 1),
  ],
);

/** Pictures of the draft and of the versions of a template: while it is named here, a picture cannot be deleted. */
export const certificateTemplatePicture = pgTable(
  'certificate_template_picture',
  {
    enterpriseId: enterpriseId(),
    templateId: uuid('template_id').notNull(),
    fileId: uuid('file_id').notNull(),
  },
  (t) => [
    primaryKey({ name: 'certificate_template_picture_pk', columns: [t.enterpriseId, t.templateId, t.fileId] }),
    index('certificate_template_picture_file').on(t.enterpriseId, t.fileId),
    foreignKey({
      name: 'certificate_template_picture_template_fk',
      columns: [t.enterpriseId, t.templateId],
      foreignColumns: [certificateTemplate.enterpriseId, certificateTemplate.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'certificate_template_picture_file_fk',
      columns: [t.enterpriseId, t.fileId],
      foreignColumns: [certificatePicture.enterpriseId, certificatePicture.fileId],
    }),
  ],
);

/** A kind of certificate that can be earned. */
export const certificate = pgTable(
  'certificate',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    certificateName: text('certificate_name').notNull(),
    issuer: text('issuer').notNull(),
    /** Its name in both languages; null: in one. */
    titles: localized('titles'),
    /** Null: never expires. */
    validMonths: integer('valid_months'),
    /** Of which its certificates are made; null: as the portal makes them. */
    templateId: uuid('template_id'),
    /** Rises with each change in the portal; a save names the one that it is based on. */
    revision: integer('revision').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    index('certificate_template_of_kind')
      .on(t.enterpriseId, t.templateId)
      .where(sql`${t.templateId} is not null`),
    foreignKey({
      name: 'certificate_template_fk',
      columns: [t.enterpriseId, t.templateId],
      foreignColumns: [certificateTemplate.enterpriseId, certificateTemplate.id],
    }),
    atLeast(t.validMonths, 1),
    atLeast(t.revision, 0),
  ],
);

/**
 * Totals per user, kind and year, maintained by a trigger on `ledger_entry`. `hourKind` is empty for credits and
 * points.
 */
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
    /** Real name at the time of issue: a certificate does not change. */
    userName: text('user_name').notNull(),
    /** Name and issuer of its kind, and name of the enterprise, at the time of issue: a trigger writes them, and nothing changes them later. */
    certificateName: text('certificate_name').notNull().default(''),
    issuer: text('issuer').notNull().default(''),
    enterpriseName: text('enterprise_name').notNull().default(''),
    /** Names of its kind at the time of issue, if it has them in both languages. */
    titles: localized('titles'),
    /** The version of a template of which it is made, taken from its kind with the names above; null: as the portal makes them. */
    templateVersionId: uuid('template_version_id'),
    certificateNo: text('certificate_no').notNull(),
    issueWay: text('issue_way').$type<'automatic' | 'manual'>().notNull(),
    issuedAt: moment('issued_at').notNull(),
    expiresAt: moment('expires_at'),
    /** The event that earned it, e.g. `exam:<id>`; issued once per event. */
    source: text('source').notNull(),
    /** Null: not revoked. */
    revokedAt: moment('revoked_at'),
    /** The reason, shown to the holder. */
    revokeReason: text('revoke_reason'),
    /** It was revoked because the exam is not passed any more: a pass restores it. */
    revokedWithPass: boolean('revoked_with_pass').notNull().default(false),
    /** The certificate that this one corrects, which is revoked; null: none. */
    replacesId: uuid('replaces_id'),
    /** The last change by hand that the holder has not seen yet. */
    unseenChange: text('unseen_change').$type<CertificateChange>(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.userId, t.source),
    unique().on(t.enterpriseId, t.certificateNo),
    // One correction of each; the corrected one of a correction is another certificate.
    unique('user_certificate_replaces_unique').on(t.enterpriseId, t.replacesId),
    index('user_certificate_newest').on(t.enterpriseId, t.issuedAt, t.id),
    index('user_certificate_expiring')
      .on(t.enterpriseId, t.expiresAt, t.id)
      .where(sql`${t.revokedAt} is null and ${t.expiresAt} is not null`),
    foreignKey({
      name: 'user_certificate_replaces_fk',
      columns: [t.enterpriseId, t.replacesId],
      foreignColumns: [t.enterpriseId, t.id],
    }),
    index('user_certificate_template_version')
      .on(t.enterpriseId, t.templateVersionId)
      .where(sql`${t.templateVersionId} is not null`),
    foreignKey({
      name: 'user_certificate_template_version_fk',
      columns: [t.enterpriseId, t.templateVersionId],
      foreignColumns: [certificateTemplateVersion.enterpriseId, certificateTemplateVersion.id],
    }),
    foreignKey({
      columns: [t.enterpriseId, t.certificateId],
      foreignColumns: [certificate.enterpriseId, certificate.id],
    }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.issueWay, ['automatic', 'manual']),
    check('user_certificate_validity_check', sql`${t.expiresAt} > ${t.issuedAt}`),
    oneOf(t.unseenChange, ['issued', 'revoked', 'renewed', 'corrected']),
    check('user_certificate_revoked_check', sql`(${t.revokedAt} is null) = (${t.revokeReason} is null)`),
    check('user_certificate_revoked_with_pass_check', sql`not ${t.revokedWithPass} or ${t.revokedAt} is not null`),
  ],
);

/** How strangers who verify a certificate see the name of its holder, of those who have chosen; of the others it is masked. */
export const certificateChoice = pgTable(
  'certificate_choice',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    holderName: text('holder_name').$type<(typeof SHOWN_NAMES)[number]>().notNull(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.holderName, SHOWN_NAMES),
  ],
);

/** Last certificate number of each calendar year. */
export const certificateSequence = pgTable(
  'certificate_sequence',
  {
    enterpriseId: enterpriseId(),
    year: integer('year').notNull(),
    last: integer('last').notNull(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.year] }), atLeast(t.last, 1)],
);

/** Daily check-in, one per calendar day in the tenant's time zone. */
export const checkIn = pgTable(
  'check_in',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** Consecutive days, including this one. */
    streak: integer('streak').notNull(),
    points: amount('points').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId, t.day] }),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.streak, 1),
    atLeast(t.points, 0),
  ],
);

/** How members appear in rankings who have chosen; the others appear with their name. A trigger keeps `ranking_total.ranked`. */
export const rankingChoice = pgTable(
  'ranking_choice',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    names: text('names').$type<(typeof RANKING_NAMES)[number]>().notNull(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.names, RANKING_NAMES),
  ],
);

/**
 * Ledger totals over all kinds of hours, indexed for rankings. Maintained by triggers on `ledger_entry` and
 * `enterprise_user`.
 */
export const rankingTotal = pgTable(
  'ranking_total',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** Calendar year in the tenant's time zone; 0: all years. */
    year: integer('year').notNull(),
    total: amount('total').notNull(),
    /**
     * The total in hundredths, used for sorting. Under row level security PostgreSQL searches an index only with leakproof
     * operators: those of `bigint` are leakproof, those of `numeric` are not.
     */
    score: bigint('score', { mode: 'number' })
      .generatedAlwaysAs(sql`(total * 100)::bigint`)
      .notNull(),
    /** False for disabled members, and those who do not want to appear. */
    ranked: boolean('ranked').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId, t.kind, t.year] }),
    // tests/api/ranking.test.ts compares its predicate with that of the queries.
    index('ranking_total_place')
      .on(t.enterpriseId, t.kind, t.year, t.score.desc().nullsFirst(), t.userId)
      .where(sql`${t.ranked} and ${t.score} > 0`),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.kind, ['hours', 'credits', 'points']),
    atLeast(t.year, 0),
  ],
);
