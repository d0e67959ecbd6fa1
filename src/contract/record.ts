import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { SHOWN_NAMES } from './rules/certificate.ts';
import { RANKING_NAMES } from './rules/policy.ts';
import { Amount, ById, Empty, Id, Instant, page, paged, whole } from './common.ts';
import { TemplateSheet } from './certificate-template.ts';
import { define } from './define.ts';
import { ExportRecord } from './export.ts';

/** Kinds of class hours. */
export const HourKind = z.enum(['required', 'culture', 'lecturer', 'other']);
/** Calendar year in the tenant's time zone. */
const Year = whole(2000, 2200);

/** User hours. `annualHours` covers this calendar year, everything else all years. */
export const UserHours = z.object({
  annualHours: Amount,
  totalHours: Amount,
  requiredHours: Amount,
  cultureHours: Amount,
  lecturerHours: Amount,
  otherHours: Amount,
  sex: z.number().int().default(1),
});

/** A ledger entry. A reversal has the opposite amount of an earlier entry. */
const Line = z.object({
  id: Id,
  title: z.string(),
  amount: Amount,
  year: z.number().int(),
  reversal: z.boolean(),
  gmtCreate: Instant,
});

export const HourLine = Line.extend({ hourKind: HourKind });
export const CreditLine = Line.extend({ kind: z.enum(['credits', 'points']) });

export const CreditCount = z.object({
  annualCredits: Amount,
  totalCredits: Amount,
  annualPoints: Amount,
  totalPoints: Amount,
  /** Years with credits or points, newest first. */
  years: z.array(z.number().int()).max(MAX_ITEMS.years),
});

const CreditFilter = paged().extend({ kind: z.enum(['credits', 'points']).optional(), year: Year.optional() });

/** Status of a certificate, and `revoked`, which an administrator has approved (docs/decisions/037). */
export const CertificateStatus = z.enum(['held', 'expired', 'revoked']);

/** An issued certificate. `gmtCreate` is the time of issue. */
export const UserCertificate = z.object({
  id: Id,
  certificateName: z.string(),
  certificateNo: z.string(),
  issuer: z.string(),
  issueWay: z.enum(['automatic', 'manual']),
  status: CertificateStatus,
  gmtCreate: Instant,
  /** Null: never expires. */
  expireTime: Instant.nullable(),
  /** Null: not revoked. */
  revokeTime: Instant.nullable(),
  revokeReason: z.string().nullable(),
  replacedBy: z.string().nullable().meta({ description: 'number of the certificate that corrects this one' }),
  replaces: z.string().nullable().meta({ description: 'number of the certificate that this one corrects' }),
});

/** Days within which a valid certificate expires. */
export const ExpiresWithin = z.enum(['7', '30', '90']);

const CertificateFilter = z.object({
  status: CertificateStatus.optional(),
  expiresWithin: ExpiresWithin.optional(),
  issueWay: z.enum(['automatic', 'manual']).optional(),
});

/** A change by hand that the holder has not seen yet. */
export const CertificateChange = z.enum(['issued', 'revoked', 'renewed', 'corrected']);

const creditCount = {
  summary: 'Get credits and points: totals of this year and of all years',
  auth: 'enterprise',
  input: Empty,
  data: CreditCount,
} as const;
const creditPage = {
  summary: 'List the ledger entries of credits and points, newest first',
  auth: 'enterprise',
  input: CreditFilter,
  data: page(CreditLine),
} as const;

/** Entries to export; without a kind, credits and points, like the list. */
const creditExport = {
  summary: 'Request an export of the user’s ledger entries',
  auth: 'enterprise',
  input: z.object({
    kind: z.enum(['credits', 'points', 'hours']).optional(),
    hourKind: HourKind.optional().meta({ description: 'only for class hours' }),
    year: Year.optional(),
  }),
  data: ExportRecord,
} as const;

/** A calendar date in the tenant's time zone: `2026-03-01`. */
export const Day = z.string().meta({ format: 'date' });

/** State of the daily check-in. */
export const CheckIn = z.object({
  /** Whether the user has checked in today. */
  signed: z.boolean(),
  /** Consecutive days, including today if checked in. */
  streak: z.number().int(),
  /** Points of today's check-in, whether or not it has been done. */
  points: z.number(),
  /** Whether the enterprise offers it. */
  offered: z.boolean(),
});

/** A member's contribution in one year. */
export const Contribution = z.object({
  year: z.number().int(),
  points: Amount,
  /** Points of the twelve months by source, January first. */
  list: z
    .array(
      z.object({
        month: z.number().int(),
        study: Amount,
        exam: Amount,
        checkIn: Amount,
        other: Amount,
        total: Amount,
      }),
    )
    .length(12),
  /** Courses completed. */
  courseCount: z.number().int(),
  /** Exams passed. */
  examCount: z.number().int(),
  /** Visible comments and replies. */
  commentCount: z.number().int(),
  checkInDays: z.number().int(),
  /** Teaching hours, of the present year the annual ones (twelve months); null for non-lecturers. */
  teachingHours: Amount.nullable(),
});

/** How strangers see the name of a holder. */
const NameChoice = z.object({ holderName: z.enum(SHOWN_NAMES) });

export const record = define({
  'POST /data/auth/user/sign/save': {
    summary: 'Check in for the current day of the tenant’s time zone. Idempotent within the day',
    auth: 'enterprise',
    input: Empty,
    data: z.object({
      day: Day,
      streak: z.number().int(),
      points: Amount,
      /** Points of this year and of all years, including this check-in. */
      annualPoints: Amount,
      totalPoints: Amount,
    }),
  },
  'GET /data/auth/user/sign/month/view': {
    summary: 'Get the user’s check-ins of one month (default: the current one) and the current streak',
    auth: 'enterprise',
    input: z.object({
      month: z
        .string()
        .length(7, { error: 'field.invalid' })
        .regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, { error: 'field.invalid' })
        .optional(),
    }),
    data: CheckIn.extend({
      today: Day,
      month: z.string(),
      /** What a day earns, and every nth consecutive one in addition; null: nothing earns points. */
      rules: z.object({ points: z.number(), bonusEvery: z.number().int(), bonusPoints: z.number() }).nullable(),
      /** Check-in days of the month with their points. */
      list: z.array(z.object({ day: Day, points: Amount })).max(31),
      longestStreak: z.number().int(),
      totalDays: z.number().int(),
      /** Month of the first check-in; null without check-ins. */
      firstMonth: z.string().nullable(),
    }),
  },
  'PUT /user/auth/ranking/choice/save': {
    summary: 'Set how the user appears in rankings: with the name, with the department only, or not at all',
    auth: 'enterprise',
    input: z.object({ names: z.enum(RANKING_NAMES) }),
    data: z.object({ names: z.enum(RANKING_NAMES) }),
  },
  'GET /data/auth/user/contribution/view': {
    summary:
      'Get the user’s contribution in one year (default: the current one): points by month and source, and counts',
    auth: 'enterprise',
    input: z.object({ year: Year.optional() }),
    data: Contribution,
  },
  'GET /data/auth/course/hour/user/hours/count': {
    summary: 'Get the user’s class hours by kind',
    auth: 'enterprise',
    input: Empty,
    data: UserHours,
  },
  'POST /data/auth/course/hour/user/course/hour/page': {
    summary: 'List the ledger entries of class hours, newest first',
    auth: 'enterprise',
    input: paged().extend({ hourKind: HourKind.optional(), year: Year.optional() }),
    data: page(HourLine),
  },
  'GET /data/auth/course/hour/user/month/list': {
    summary: 'Get the class hours by month of one year (default: the current one)',
    auth: 'enterprise',
    input: z.object({ year: Year.optional() }),
    data: z.object({
      year: z.number().int(),
      /** Years with class hours, newest first; always includes the current year. */
      years: z.array(z.number().int()).max(MAX_ITEMS.years),
      total: Amount,
      /** Twelve, January first. */
      list: z
        .array(
          z.object({
            month: z.number().int(),
            required: Amount,
            culture: Amount,
            lecturer: Amount,
            other: Amount,
            total: Amount,
          }),
        )
        .length(12),
    }),
  },
  // Existing clients use two forms of this path, so both are served (docs/decisions/010).
  'GET /data/auth/user/credit/hour/change/record/count': creditCount,
  'POST /data/auth/user/credit/hour/change/record/page': creditPage,
  'POST /data/auth/user/credit/hour/change/record/export': creditExport,
  'GET /data/auth/credit/hour/change/record/count': creditCount,
  'POST /data/auth/credit/hour/change/record/page': creditPage,
  'POST /data/auth/credit/hour/change/record/export': creditExport,
  'POST /course/auth/user/certificate/page': {
    summary: 'List the user’s certificates, newest first',
    auth: 'enterprise',
    input: paged().extend(CertificateFilter.shape),
    data: page(UserCertificate.extend({ unseenChange: CertificateChange.nullable() })),
  },
  'POST /course/auth/user/certificate/export': {
    summary: 'Request an export of the user’s certificates',
    auth: 'enterprise',
    input: CertificateFilter.extend({
      format: z.enum(['xlsx', 'zip']).default('xlsx').meta({ description: 'zip: each as PDF' }),
    }),
    data: ExportRecord,
  },
  'GET /course/auth/user/certificate/view': {
    summary: 'Get one of the user’s certificates, with the data printed on it',
    auth: 'enterprise',
    input: ById,
    data: UserCertificate.extend({
      userName: z.string(),
      enterpriseName: z.string(),
      sheet: TemplateSheet.nullable().meta({
        description: 'what it is made of; null: as the portal makes certificates',
      }),
      renewPath: z
        .string()
        .nullable()
        .meta({ description: 'exam or course by which a later one is earned; null: by hand' }),
      verifyUrl: z.string().meta({ description: 'page on which anybody can verify it' }),
    }),
  },
  'GET /course/auth/user/certificate/choice/view': {
    summary: 'How strangers who verify a certificate of the user see their name',
    auth: 'enterprise',
    input: Empty,
    data: NameChoice,
  },
  'PUT /course/auth/user/certificate/choice/save': {
    summary: 'Set how strangers who verify a certificate of the user see their name',
    auth: 'enterprise',
    input: NameChoice,
    data: NameChoice,
  },
  'GET /course/api/certificate/verify': {
    summary: 'Verify a certificate by its number; at most 60 per address in ten minutes',
    auth: 'public',
    input: z.object({
      number: z.string().trim().min(1, { error: 'field.required' }).max(60, { error: 'field.tooLong' }),
    }),
    data: UserCertificate.pick({
      ...{ certificateName: true, certificateNo: true, issuer: true, gmtCreate: true },
      ...{ expireTime: true, revokeTime: true, replacedBy: true, replaces: true },
    }).extend({
      state: z.enum(['valid', 'expired', 'revoked', 'replaced']),
      enterpriseName: z.string(),
      holderName: z.string().nullable().meta({ description: 'as the holder allows; null: not shown' }),
    }),
  },
});
