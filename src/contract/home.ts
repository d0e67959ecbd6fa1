import { z } from 'zod';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';
import { Amount, Empty, Id, Instant } from './common.ts';
import { define } from './define.ts';
import { CheckIn, Day, UserCertificate } from './record.ts';

/** Data of `/home` in one response. Its lists are short and consistent with the full ones. */
export const Home = z.object({
  annualHours: Amount,
  totalHours: Amount,
  annualCredits: Amount,
  totalCredits: Amount,
  annualPoints: Amount,
  totalPoints: Amount,
  certificateCount: z.number().int(),
  /** The newest valid ones. */
  certificates: z
    .array(UserCertificate.pick({ id: true, certificateName: true, certificateNo: true, gmtCreate: true }))
    .max(MAX_ITEMS.dashboard),
  /** Tasks that are not completed. */
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
  /** Exams that can still be taken: one in progress first, then the nearest. */
  exams: z
    .array(
      z.object({
        id: Id,
        title: z.string(),
        windowStart: Instant,
        windowEnd: Instant,
        /** Seconds. */
        limitSeconds: z.number().int(),
        /** `open`: an attempt is in progress; `now`: can be started; `later`: its window has not started. */
        state: z.enum(['open', 'now', 'later']),
      }),
    )
    .max(MAX_ITEMS.dashboard),
  checkIn: CheckIn.extend({
    /** Today in the tenant's time zone. */
    today: Day,
    /** This week, Monday first. */
    week: z.array(z.object({ day: Day, signed: z.boolean() })).length(7),
  }),
  unreadCount: z.number().int(),
  announcements: z
    .array(z.object({ id: Id, title: z.string(), publishedAt: Instant, read: z.boolean() }))
    .max(MAX_ITEMS.dashboard),
  /** The viewer's requests that were decided since the last visit, latest first. */
  decided: z
    .array(z.object({ id: Id, title: z.string(), state: z.enum(['approved', 'rejected']) }))
    .max(MAX_ITEMS.dashboard),
});

export const home = define({
  'GET /data/auth/user/home/view': {
    summary:
      'The dashboard of the signed-in person: tasks, courses under study, exams, totals, certificates, announcements',
    auth: 'enterprise',
    input: Empty,
    data: Home,
  },
});
