import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Amount, ById, Empty, Id, Instant, page, paged, whole } from './common.ts';
import { StudyState } from './course.ts';
import { define } from './define.ts';
import { isLinkAddress, MAX_LINK_LENGTH } from './rules/course-items.ts';
import { ExportRecord } from './export.ts';
import { WaitingPage } from './waiting.ts';

export const AttendanceState = z.enum(['present', 'late', 'early', 'absent']);
const SessionStatus = z.enum(['planned', 'cancelled', 'closed']);
/** What a code on the lecturer's screen is for. */
const SignMode = z.enum(['in', 'out']);

/** A session of an offline class, as everybody may see it who may see its course. */
const Session = z.object({
  id: Id,
  resourceId: Id,
  title: z.string(),
  place: z.string(),
  room: z.string().nullable(),
  startAt: Instant,
  endAt: Instant,
  lecturerName: z.string().nullable(),
  /** Who helps the lecturer. */
  assistantNames: z.array(z.string()).max(MAX_ITEMS.sessionAssistants),
  status: SessionStatus,
  capacity: z.number().int(),
  placesLeft: z.number().int(),
});

const Attendance = z.object({
  state: AttendanceState,
  signedInAt: Instant.nullable(),
  signedOutAt: Instant.nullable(),
  confirmed: z.boolean(),
});

const Result = z.object({ passed: z.boolean().nullable(), score: Amount.nullable(), note: z.string().nullable() });

const LearnerSession = Session.extend({
  seat: z.enum(['none', 'booked', 'waiting']),
  /** Place on the waiting list, from 1. */
  waitingPlace: z.number().int().nullable(),
  attendance: Attendance.nullable(),
  /** Whether the viewer can book a place, or one on the waiting list, now. */
  bookable: z.boolean(),
  cancellable: z.boolean(),
  signOutRequired: z.boolean(),
  /** Whether only those complete the class who have passed. */
  passRequired: z.boolean(),
  /** What is handed out now to those who have a place. */
  materials: z
    .array(z.object({ id: Id, name: z.string(), url: z.string(), isFile: z.boolean() }))
    .max(MAX_ITEMS.sessionMaterials),
  /** What the lecturer found; null: nothing was recorded. */
  result: Result.nullable(),
  /** Path of the file for calendars. */
  calendarPath: z.string(),
});

/** A session as the lecturer sees it. */
const RunSession = Session.extend({
  courseId: Id,
  courseTitle: z.string(),
  bookedCount: z.number().int(),
  waitingCount: z.number().int(),
  signedCount: z.number().int(),
  /** Corrections after the confirmation that are not confirmed yet. */
  unconfirmedCount: z.number().int(),
  confirmedAt: Instant.nullable(),
});

const Person = z.object({
  userId: Id,
  userName: z.string(),
  department: z.string().nullable(),
  seat: z.enum(['booked', 'waiting']),
  waitingPlace: z.number().int().nullable(),
  signedInAt: Instant.nullable(),
  signedOutAt: Instant.nullable(),
  signWay: z.enum(['qr', 'code', 'hand']).nullable(),
  /** Null: not known yet. */
  state: AttendanceState.nullable(),
  confirmedState: AttendanceState.nullable(),
  corrected: z.boolean(),
  correctReason: z.string().nullable(),
  /** What the lecturer found; null: nothing was recorded. */
  ...Result.shape,
});

const text = (most: number) => z.string().trim().max(most, { error: 'field.tooLong' });
const required = (most: number) => text(most).min(1, { error: 'field.required' });
const minutes = whole(0, 600);
/** Date and time in the tenant's time zone: `2026-11-23T14:00`. */
const LocalTime = z
  .string()
  .max(16, { error: 'field.invalid' })
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, { error: 'field.invalid' });
const Day = z
  .string()
  .max(10, { error: 'field.invalid' })
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, { error: 'field.invalid' });
const degrees = (most: number) => z.number({ error: 'field.invalid' }).min(-most).max(most);

const SessionFields = {
  title: text(200).optional(),
  /** Required without a room of the list, whose address and name are taken. */
  place: text(200).default(''),
  room: text(100).optional(),
  /** A room of the list; null: none. Absent: as it was, unless place or room change. */
  roomId: Id.nullable().optional(),
  /** Who runs it beside the lecturer of the course; managers of classes set it. */
  lecturerId: Id.nullable().optional(),
  /** Who helps; managers of classes set them. Absent: as it was. */
  assistantIds: z.array(Id).max(MAX_ITEMS.sessionAssistants, { error: 'field.tooMany' }).optional(),
  /** Whether the class is completed only by who has passed. */
  passRequired: z.boolean().optional(),
  /** Until when places can be booked; null: until the start. */
  bookingUntil: LocalTime.nullable().optional(),
  waitingList: z.boolean().optional(),
  startAt: LocalTime,
  endAt: LocalTime,
  capacity: whole(1, MAX_ITEMS.trainingSeats),
  signInFrom: minutes.default(30),
  lateAfter: minutes.default(10),
  earlyLeave: minutes.default(10),
  signOutRequired: z.boolean().default(false),
  earlyCounts: z.boolean().default(false),
  /** Where members must be to sign in; absent: anywhere. */
  location: z
    .object({ latitude: degrees(90), longitude: degrees(180), radius: whole(20, 5_000) })
    .nullable()
    .optional(),
};
const ResultFields = {
  passed: z.boolean().nullable(),
  score: z.number({ error: 'field.invalid' }).min(0).max(100_000).multipleOf(0.01).nullable(),
  note: text(500).default(''),
};
/** A file of the media library or a link that a session hands out. */
const Material = z.object({
  name: required(200),
  fileId: Id.nullable().default(null),
  url: text(MAX_LINK_LENGTH)
    .refine((url) => url === '' || isLinkAddress(url), { error: 'field.url' })
    .default(''),
  shown: z.enum(['before', 'after']).default('before'),
});
const Reason = required(500);
const ofSession = z.object({ sessionId: Id });
const ofMember = ofSession.extend({ userId: Id });

export const training = define({
  'GET /course/api/training/session/list': {
    summary: 'Sessions of the offline classes of a course that can be booked',
    auth: 'visitor',
    input: z.object({ courseId: Id }),
    data: z.object({ list: z.array(Session).max(MAX_ITEMS.trainingSessions) }),
  },
  'GET /course/auth/training/session/list': {
    summary: 'Sessions of the offline classes of a course, or of one class, with my places and attendance',
    auth: 'enterprise',
    input: z
      .object({ courseId: Id.optional(), resourceId: Id.optional() })
      .refine(({ courseId, resourceId }) => courseId ?? resourceId, { error: 'field.required', path: ['courseId'] }),
    data: z.object({ studyState: StudyState, list: z.array(LearnerSession).max(MAX_ITEMS.trainingSessions) }),
  },
  'POST /course/auth/training/seat/save': {
    summary: 'Book a place in a session; on the waiting list if it is full. Idempotent',
    auth: 'enterprise',
    input: ofSession,
    data: z.object({ seat: z.enum(['booked', 'waiting']), waitingPlace: z.number().int().nullable() }),
  },
  'POST /course/auth/training/seat/cancel': {
    summary: 'Give up my place in a session before it starts; the waiting list moves up. Idempotent',
    auth: 'enterprise',
    input: ofSession,
    data: z.object({ seat: z.literal('none') }),
  },
  'POST /course/auth/training/sign/save': {
    summary:
      'Sign in to a session, or out of it, with the code on the lecturer’s screen: scanned (with the session) or typed',
    auth: 'enterprise',
    input: z.object({
      sessionId: Id.optional(),
      code: required(200),
      /** Where the member is, for sessions with a location. */
      position: z
        .object({ latitude: degrees(90), longitude: degrees(180), accuracy: z.number().min(0).max(1e7) })
        .optional(),
    }),
    data: z.object({
      sessionId: Id,
      title: z.string(),
      mode: SignMode,
      state: AttendanceState,
      /** When the member signed in or out. */
      at: Instant,
      /** The member had done so before: nothing was changed. */
      repeated: z.boolean(),
    }),
  },
  'POST /course/auth/training/run/page': {
    summary: 'Sessions that I run; those of all lecturers for administrators',
    auth: 'classes.manage',
    input: paged(10).extend({ when: z.enum(['today', 'upcoming', 'past']).default('upcoming') }),
    data: page(RunSession),
  },
  'GET /course/auth/training/run/view': {
    summary: 'A session that I run, with its members and their attendance',
    auth: 'classes.manage',
    input: ById,
    data: RunSession.extend({
      signInFrom: z.number().int(),
      lateAfter: z.number().int(),
      earlyLeave: z.number().int(),
      signOutRequired: z.boolean(),
      earlyCounts: z.boolean(),
      roomId: Id.nullable(),
      lecturerId: Id.nullable(),
      assistantIds: z.array(Id).max(MAX_ITEMS.sessionAssistants),
      passRequired: z.boolean(),
      seriesId: Id.nullable(),
      /** The later planned sessions of its series, by time. */
      later: z.array(z.object({ id: Id, startAt: Instant, revision: z.number().int() })).max(MAX_ITEMS.seriesSessions),
      bookingUntil: Instant.nullable(),
      waitingList: z.boolean(),
      revision: z.number().int(),
      location: z.object({ latitude: z.number(), longitude: z.number(), radius: z.number().int() }).nullable(),
      /** Whether the attendance can be confirmed now. */
      confirmable: z.boolean(),
      /** It is cancelled, and its start lies ahead. */
      reopenable: z.boolean(),
      /** Whether people who are there without a place can be added now. */
      addable: z.boolean(),
      people: z.array(Person).max(2 * MAX_ITEMS.trainingSeats),
    }),
  },
  'GET /course/auth/training/run/live': {
    summary: 'The current code of a session for the lecturer’s screen, and who signed in last',
    auth: 'classes.manage',
    input: ById.extend({ mode: SignMode }),
    data: z.object({
      /** Null: nobody can sign in or out now. */
      code: z
        .object({
          url: z.string(),
          typed: z.string(),
          /** Milliseconds until the next code. */
          changesIn: z.number().int(),
        })
        .nullable(),
      opensAt: Instant,
      closesAt: Instant,
      bookedCount: z.number().int(),
      signedCount: z.number().int(),
      latest: z
        .array(z.object({ userId: Id, userName: z.string(), at: Instant, state: AttendanceState }))
        .max(MAX_ITEMS.latestSigned),
    }),
  },
  'GET /course/auth/training/resource/list': {
    summary: 'Offline classes (contentType 6) for which I can plan sessions',
    auth: 'classes.manage',
    input: Empty,
    data: z.array(z.object({ id: Id, title: z.string(), courseTitle: z.string() })).max(MAX_ITEMS.resources),
  },
  'POST /course/auth/training/session/save': {
    summary: 'Plan a session, or change one: members with a place are told of another time or place',
    auth: 'classes.manage',
    input: z.union([
      z
        .object({
          id: Id,
          /** That of the session as it was read: another change in between is answered with 409. */
          revision: whole(1, 1_000_000),
          /** The later planned sessions of the series get the same values; their times are moved as this one's. */
          following: z.boolean().default(false),
          /** Required with `following`: these sessions as they were read. Other ones, or a change in between, are answered with 409. */
          later: z
            .array(z.object({ id: Id, revision: whole(1, 1_000_000) }))
            .max(MAX_ITEMS.seriesSessions)
            .optional(),
          ...SessionFields,
        })
        .refine(({ following, later }) => !following || later, { path: ['later'], error: 'field.required' }),
      z.object({
        resourceId: Id,
        /** Further days, at the same time: together they are a series. */
        days: z.array(Day).max(MAX_ITEMS.seriesSessions).default([]),
        /** The session that is copied: its materials are handed out by the new ones, too. */
        copyOf: Id.optional(),
        ...SessionFields,
      }),
    ]),
    data: z.object({ id: Id, count: z.number().int() }),
  },
  'POST /course/auth/training/session/cancel': {
    summary: 'Cancel a session; members with a place are told. Idempotent',
    auth: 'classes.manage',
    input: ById.extend({ reason: Reason, following: z.boolean().default(false) }),
    data: z.object({ id: Id, count: z.number().int() }),
  },
  'POST /course/auth/training/session/reopen': {
    summary:
      'Take back the cancellation of a session whose start lies ahead; those who had a place have it again, and are told. Idempotent',
    auth: 'classes.manage',
    input: ById.extend({ following: z.boolean().default(false) }),
    data: z.object({ id: Id, count: z.number().int() }),
  },
  'POST /course/auth/training/run/people/page': {
    summary: 'List members who can be added to the sheet of a session that I run, by name, department or post',
    auth: 'classes.manage',
    input: paged(10).extend({ sessionId: Id, keyword: required(100) }),
    data: page(
      z.object({
        userId: Id,
        userName: z.string(),
        department: z.string().nullable(),
        post: z.string().nullable(),
      }),
    ),
  },
  'POST /course/auth/training/attendance/add': {
    summary: 'Add a member who is there without a place, and sign them in while signing in is open. Idempotent',
    auth: 'classes.manage',
    input: ofMember,
    data: z.object({ userId: Id }),
  },
  'POST /course/auth/training/attendance/hand': {
    summary: 'Sign a member in or out by hand. Idempotent',
    auth: 'classes.manage',
    input: ofMember.extend({ mode: SignMode }),
    data: z.object({ state: AttendanceState }),
  },
  'POST /course/auth/training/attendance/correct': {
    summary: 'Correct the attendance of a member, with a reason. Counts when it is confirmed',
    auth: 'classes.manage',
    input: ofMember.extend({ state: AttendanceState, reason: Reason }),
    data: z.object({ state: AttendanceState }),
  },
  'POST /course/auth/training/result/save': {
    summary:
      'Save the results of members with a place. They see them; where passing is required, they count when the attendance is confirmed',
    auth: 'classes.manage',
    input: ofSession.extend({
      results: z
        .array(z.object({ userId: Id, ...ResultFields }))
        .min(1)
        .max(MAX_ITEMS.trainingSeats),
    }),
    data: z.object({ count: z.number().int() }),
  },
  'GET /course/auth/training/material/list': {
    summary: 'What a session that I run hands out',
    auth: 'classes.manage',
    input: ofSession,
    data: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          fileId: Id.nullable(),
          fileName: z.string().nullable(),
          url: z.string().nullable(),
          shown: z.enum(['before', 'after']),
        }),
      )
      .max(MAX_ITEMS.sessionMaterials),
  },
  'POST /course/auth/training/material/save': {
    summary:
      'Save what a session hands out, all of it, or also the later planned ones of its series. Editors of content choose files of the media library',
    auth: 'classes.manage',
    input: ofSession.extend({
      following: z.boolean().default(false),
      materials: z.array(Material).max(MAX_ITEMS.sessionMaterials, { error: 'field.tooMany' }),
      was: z
        .array(Material)
        .max(MAX_ITEMS.sessionMaterials)
        .meta({ description: 'what was shown: if somebody else has saved others since, nothing is stored (409)' }),
    }),
    data: z.object({ count: z.number().int() }),
  },
  'POST /course/auth/training/attendance/confirm': {
    summary:
      'Confirm the attendance: members who were there complete the class, which posts class hours once. Again after corrections: posts or takes back the difference',
    auth: 'classes.manage',
    input: ofSession,
    data: z.object({
      /** Members whose class was completed now, and those whose completion was taken back. */
      completedCount: z.number().int(),
      withdrawnCount: z.number().int(),
      absentCount: z.number().int(),
    }),
  },
  'POST /course/auth/training/attendance/export': {
    summary: 'Request an export of the attendance of a session that I run',
    auth: 'classes.manage',
    input: ofSession,
    data: ExportRecord,
  },
  'POST /course/auth/training/waiting/page': {
    summary: 'What waits for me: sessions of today, and attendance to confirm, oldest first',
    auth: 'enterprise',
    input: paged(10),
    data: WaitingPage,
  },
});
