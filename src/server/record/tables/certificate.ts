import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { SHOWN_NAMES } from '#src/contract/rules/certificate.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { amount, code, enterpriseId, gmtModified, id, localized, moment } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { certificateTemplate, certificateTemplateVersion } from './template.ts';

/** A change of a certificate by hand. */
export type CertificateChange = 'issued' | 'revoked' | 'renewed' | 'corrected';
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
    /** Class hours and credits that the ledger has for what earned it, at the time of issue (rules.sql); null: issued by hand. */
    classHours: amount('class_hours'),
    credits: amount('credits'),
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
