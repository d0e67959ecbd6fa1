import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { RANKING_KINDS } from './rules/policy.ts';
import { Amount, Empty, Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';
import { CertificateChange, CheckIn, Day, UserCertificate } from './record.ts';

/** A class with a date: a place in an offline class, or a live class of a course of the viewer. */
const DatedClass = z.object({
  kind: z.enum(['session', 'live']),
  id: Id,
  title: z.string(),
  courseTitle: z.string(),
  startAt: Instant,
  endAt: Instant,
  /** `booked`, `waiting`: of a place in an offline class; `planned`, `live`: of a live class. */
  state: z.enum(['booked', 'waiting', 'planned', 'live']),
  place: z.string().nullable(),
  path: z.string().meta({ description: 'without language prefix' }),
});

/** Data of `/home` in one response. Its lists are short and consistent with the full ones. */
export const Home = z.object({
  annualHours: Amount,
  totalHours: Amount,
  annualCredits: Amount,
  totalCredits: Amount,
  annualPoints: Amount,
  totalPoints: Amount,
  certificateCount: z.number().int(),
  /** The newest valid certificates. */
  certificates: z
    .array(UserCertificate.pick({ id: true, certificateName: true, certificateNo: true, gmtCreate: true }))
    .max(MAX_ITEMS.dashboard),
  /** Tasks that can still be completed. */
  taskCount: z.number().int(),
  tasks: z
    .array(
      z.object({
        id: Id,
        title: z.string(),
        taskType: z.number().int(),
        startAt: Instant,
        endAt: Instant,
        studyProgress: z.number().int(),
        status: z.enum(['notStarted', 'learning', 'overdue']),
        acceptsLate: z.boolean(),
        itemCount: z.number().int(),
      }),
    )
    .max(MAX_ITEMS.dashboard),
  /** Courses in progress, most recently studied first. */
  courses: z
    .array(
      z.object({
        courseId: Id,
        title: z.string(),
        cover: z.string().nullable(),
        studyProgress: z.number().int(),
        lastResourceId: Id.nullable(),
        lastResourceName: z.string().nullable(),
      }),
    )
    .max(MAX_ITEMS.dashboard),
  /**
   * Exams that can still be taken: an attempt in progress first, then those whose window closes next, then future ones.
   */
  exams: z
    .array(
      z.object({
        id: Id,
        title: z.string(),
        windowStart: Instant,
        windowEnd: Instant,
        /** Seconds. */
        limitSeconds: z.number().int(),
        /** `open`: an attempt is in progress; `waiting`, `resit`: can be started, as in the list of exams; `later`: its window has not started. */
        state: z.enum(['open', 'waiting', 'resit', 'later']),
      }),
    )
    .max(MAX_ITEMS.dashboard),
  /** Classes with a date that are not over, the next one first. */
  classes: z.array(DatedClass).max(MAX_ITEMS.dashboard),
  checkIn: CheckIn.extend({
    /** Today in the tenant's time zone. */
    today: Day,
    /** This week, Monday first. */
    week: z.array(z.object({ day: Day, signed: z.boolean() })).length(7),
  }),
  /** Rankings that the enterprise shows. */
  rankings: z.array(z.enum(RANKING_KINDS)).max(RANKING_KINDS.length),
  unreadCount: z.number().int(),
  announcements: z
    .array(z.object({ id: Id, title: z.string(), publishedAt: Instant, read: z.boolean() }))
    .max(MAX_ITEMS.dashboard),
  /** Decided requests of the user whose decision is unseen, latest first. */
  decided: z
    .array(z.object({ id: Id, title: z.string(), state: z.enum(['approved', 'rejected']) }))
    .max(MAX_ITEMS.dashboard),
  /** Changes by hand of the user's certificates that the user has not seen. */
  certificateChanges: z
    .array(z.object({ id: Id, certificateName: z.string(), change: CertificateChange }))
    .max(MAX_ITEMS.dashboard),
  /** Unread notices that a paper of the user has been marked, latest first. */
  markedExams: z
    .array(z.object({ id: Id, title: z.string(), path: z.string().meta({ description: 'without language prefix' }) }))
    .max(MAX_ITEMS.dashboard),
});

export const home = define({
  'GET /data/auth/user/home/view': {
    summary: 'Get the user’s dashboard: tasks, courses in progress, exams, totals, certificates, announcements',
    auth: 'enterprise',
    input: Empty,
    data: Home,
  },
  'POST /data/auth/user/class/page': {
    summary:
      'List the user’s classes with a date that are not over: places in offline classes, live classes of their courses',
    auth: 'enterprise',
    input: paged(),
    data: page(DatedClass),
  },
});
