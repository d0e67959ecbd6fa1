import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { PersonName } from './account.ts';
import { BulkJob, chosenRows, isChosen, NOT_CHOSEN } from './bulk.ts';
import { Empty, Id, Instant, page, paged, saveOf, SeenRevision, sorted, whole } from './common.ts';
import { define } from './define.ts';
import { ExportRecord } from './export.ts';
import { CertificateStatus, ExpiresWithin, UserCertificate } from './record.ts';

const Keyword = z.string().trim().max(100).optional();
const Reason = z.string().trim().min(1, { error: 'field.certificateReason' }).max(500, { error: 'field.tooLong' });
const CalendarDay = z.iso.date({ error: 'field.date' }).max(10, { error: 'field.date' });
const Requested = z.object({ count: z.number().int() }).meta({ description: 'number of new requests' });

const Kind = z.object({
  id: Id,
  certificateName: z.string(),
  issuer: z.string(),
  /** Null: never expires. */
  validMonths: z.number().int().nullable(),
});

const IssuedFilter = z.object({
  /** Part of the holder’s name, the number or the name of the certificate; no wildcards. */
  keyword: Keyword,
  certificateId: Id.optional(),
  status: CertificateStatus.optional(),
  expiresWithin: ExpiresWithin.optional(),
});

/**
 * Certificates that are issued, revoked and renewed by hand: lecturers for the exams of their courses, administrators for all
 * (docs/decisions/037). Each change is a request that another administrator decides.
 */
export const certificate = define({
  'GET /course/auth/certificate/list': {
    summary: 'List the kinds of certificates that the user may issue by hand',
    auth: 'lecturer',
    input: Empty,
    data: z.array(Kind).max(MAX_ITEMS.certificates),
  },
  'POST /course/auth/certificate/kind/page': {
    summary: 'List the kinds of certificates of the enterprise by name',
    auth: 'content.manage',
    input: paged().extend({
      keyword: Keyword,
      courseId: Id.optional().meta({ description: 'only that of this course' }),
      sort: sorted('certificateName', 'issuedCount'),
    }),
    data: page(
      z.object({
        ...Kind.shape,
        revision: z.number().int(),
        isFromPack: z.boolean().meta({ description: 'its content pack changes it' }),
        course: z
          .object({ id: Id, title: z.string() })
          .nullable()
          .meta({ description: 'whose editor changes it, but for its template' }),
        template: z
          .object({ id: Id, name: z.string() })
          .nullable()
          .meta({ description: 'null: as the portal makes them' }),
        issuedCount: z.number().int(),
      }),
    ),
  },
  'POST /course/auth/certificate/kind/save': {
    summary: 'Add a kind of certificates, or change one; 409 for an earlier revision',
    auth: 'content.manage',
    input: saveOf(
      z.object({
        id: Id.optional(),
        certificateName: z.string().trim().min(1, { error: 'field.required' }).max(100, { error: 'field.tooLong' }),
        issuer: z.string().trim().min(1, { error: 'field.required' }).max(100, { error: 'field.tooLong' }),
        validMonths: whole(1, 600).nullable().meta({ description: 'null: never expires' }),
        revision: SeenRevision,
      }),
    ),
    data: z.object({ id: Id }),
  },
  'DELETE /course/auth/certificate/kind/delete': {
    summary: 'Remove a kind of certificates of which none was issued and which nothing names',
    auth: 'content.manage',
    input: z.object({ id: Id }),
    data: z.null(),
  },
  'POST /course/auth/certificate/issued/page': {
    summary: 'List issued certificates of the kinds that the user may issue, newest first',
    auth: 'lecturer',
    input: paged().extend({
      ...IssuedFilter.shape,
      sort: sorted('holderName', 'certificateName', 'gmtCreate', 'expireTime'),
    }),
    data: page(
      UserCertificate.extend({
        holderName: z.string(),
        userName: z.string().meta({ description: 'name of the holder on the certificate' }),
        department: z.string().nullable(),
        /** A pending request for this certificate. */
        requested: z.enum(['certificateRevoke', 'certificateRenew', 'certificateCorrect']).nullable(),
        /** Whether it was earned by an exam, whose credits and points can be reversed. */
        fromExam: z.boolean(),
        /** End of the validity after a renewal; null: it cannot be renewed. */
        renewedUntil: Instant.nullable(),
      }),
    ),
  },
  'POST /course/auth/certificate/issued/export': {
    summary: 'Request an export of issued certificates: as a table, or as an archive of PDF files, 1,000 in each',
    auth: 'admin',
    input: IssuedFilter.extend({ format: z.enum(['xlsx', 'zip']).default('xlsx') }),
    data: ExportRecord,
  },
  'POST /course/auth/certificate/expiring/page': {
    summary:
      'List the valid certificates that end soon of the people whose training the user may read, the next ends first',
    auth: 'training.read',
    input: paged().extend({
      keyword: Keyword,
      expiresWithin: ExpiresWithin.default('90'),
      sort: sorted('holderName', 'certificateName', 'expireTime'),
    }),
    data: page(
      UserCertificate.pick({ id: true, certificateName: true, certificateNo: true, gmtCreate: true }).extend({
        expireTime: Instant,
        userId: Id,
        holderName: z.string(),
        department: z.string().nullable(),
      }),
    ),
  },
  'POST /course/auth/certificate/people/page': {
    summary:
      'List members by name, department or post; with certificateId, those to whom that certificate can be issued',
    auth: 'lecturer',
    input: paged(10).extend({
      keyword: Keyword,
      /** Leaves out who holds this certificate, and for whom it is requested. */
      certificateId: Id.optional(),
      /** Only lecturers. */
      isLecturer: z.boolean().optional(),
    }),
    data: page(
      z.object({
        userId: Id,
        userName: z.string(),
        department: z.string().nullable(),
        post: z.string().nullable(),
      }),
    ),
  },
  'POST /course/auth/certificate/issue': {
    summary: 'Request that a certificate is issued to members; another administrator decides for each member',
    auth: 'lecturer',
    input: z.object({
      certificateId: Id,
      userIds: z
        .array(Id)
        .min(1, { error: 'field.choosePeople' })
        .max(MAX_ITEMS.certificateHolders, { error: 'field.tooManyPeople' }),
      reason: Reason,
    }),
    data: Requested,
  },
  'POST /course/auth/certificate/revoke': {
    summary: 'Request that a certificate is revoked; another administrator decides',
    auth: 'lecturer',
    input: z.object({
      id: Id,
      reason: Reason,
      /** Also reverse the credits and points of the exam by which it was earned. */
      reverseCredits: z.boolean().default(false),
    }),
    data: Requested,
  },
  'POST /course/auth/certificate/renew': {
    summary: 'Request that the validity of a certificate is extended from its end; another administrator decides',
    auth: 'lecturer',
    input: z.object({ id: Id, reason: Reason }),
    data: Requested,
  },
  'POST /course/auth/certificate/correct': {
    summary:
      'Request that a certificate is corrected: another one with the right name and dates is issued, and this one revoked; another administrator decides',
    auth: 'lecturer',
    input: z.object({
      id: Id,
      reason: Reason,
      userName: PersonName.min(1, { error: 'field.nameRequired' })
        .optional()
        .meta({ description: 'name of the holder; left out: as it is' }),
      issuedOn: CalendarDay.optional().meta({ description: 'date of issue; left out: as it is' }),
      expiresOn: CalendarDay.nullable()
        .optional()
        .meta({ description: 'last day of the validity; null: never expires; left out: as it is' }),
    }),
    data: Requested,
  },
  'POST /course/auth/certificate/bulk/save': {
    summary: 'Begin to request that several certificates are revoked or renewed; a job does so, one by one',
    auth: 'lecturer',
    input: z
      .object({
        ...chosenRows(IssuedFilter),
        kind: z.enum(['revoke', 'renew']),
        reason: Reason,
        reverseCredits: z.boolean().default(false),
      })
      .refine(isChosen, NOT_CHOSEN),
    data: BulkJob,
  },
  'PUT /course/auth/user/certificate/see': {
    summary: 'Mark changes of the user’s own certificates as seen; other certificates are ignored',
    auth: 'enterprise',
    input: z.array(Id).min(1).max(100, { error: 'field.tooLong' }),
    data: z.object({ count: z.number().int() }),
  },
});
