import { z } from 'zod';
import { Amount, Empty, Id, Instant, page, paged, sorted } from './common.ts';
import { define } from './define.ts';
import { ExportRecord, TableFormat } from './export.ts';
import { CENTRE_LISTS, CERTIFICATE_STATES, SEAT_ENDS, SEAT_STATES } from './rules/centre.ts';

/** Whose rows a list of the organisation centre contains (docs/specification.md, section "Organisation centre"). */
const OfPeople = z.object({
  /** Part of the name, of the title of the row, or of a path of departments. */
  keyword: z.string().trim().max(100).optional(),
  /** Its path; members of the departments below it are included. */
  department: z.string().max(200).optional(),
  userId: Id.optional(),
});
const SeatFilter = OfPeople.extend({
  courseId: Id.optional(),
  state: z.enum(SEAT_STATES).optional(),
  ends: z.enum(SEAT_ENDS).optional(),
});

const Person = z.object({
  userId: Id,
  userName: z.string(),
  department: z.string().nullable(),
});
const Day = z.iso.date().nullable();
/** A score. */
const Score = Amount.nullable();

const Figures = z.object({
  seats: z.number().int(),
  /** Seats whose course is not begun. */
  unused: z.number().int(),
  completed: z.number().int(),
  /** Mean progress in the courses of the seats, 0–100. */
  studyProgress: z.number().int(),
  /** Tasks that contain one of the courses. */
  tasks: z.number().int(),
  overdueTasks: z.number().int(),
  examsPassed: z.number().int(),
  /** Class hours that the courses and their exams have earned. */
  hours: Amount,
  /** Valid certificates that they have earned. */
  certificates: z.number().int(),
});
const CentrePerson = Person.extend({ post: z.string().nullable(), active: z.boolean() }).extend(Figures.shape);

const Seat = Person.extend({
  orderId: Id,
  orderNo: z.string(),
  courseId: Id,
  title: z.string(),
  state: z.enum(SEAT_STATES),
  studyProgress: z.number().int(),
  completedOn: Day,
  gmtCreate: Instant,
  /** Until when the seat opens the course; null: without end. */
  expiresAt: Instant.nullable(),
  expired: z.boolean(),
  /** Whether the rules of the enterprise allow to take it back now. */
  canTakeBack: z.boolean(),
});

export const centre = define({
  'GET /course/auth/centre/view': {
    summary: 'Get the figures of the organisation centre: people, ordered, free, unused and ending seats',
    auth: 'organisation',
    input: Empty,
    data: z.object({
      people: z.number().int(),
      seats: z.number().int(),
      assigned: z.number().int(),
      unused: z.number().int(),
      /** Valid seats that end within 30 days, of courses that are not completed. */
      ending: z.number().int(),
    }),
  },
  'POST /course/auth/centre/people/page': {
    summary:
      'List the people of the user’s organisation: members with a seat of its approved orders, with what they did in the courses of these seats. For administrators of all organisations',
    auth: 'organisation',
    input: paged()
      .extend(OfPeople.shape)
      .extend({ sort: sorted('userName', 'department', 'seats', 'studyProgress') }),
    data: page(CentrePerson),
  },
  'GET /course/auth/centre/person/view': {
    summary: 'Get a person of the user’s organisation with their figures',
    auth: 'organisation',
    input: z.object({ userId: Id }),
    data: CentrePerson,
  },
  'POST /course/auth/centre/seat/page': {
    summary: 'List the assigned seats of the user’s organisation with the progress in their courses',
    auth: 'organisation',
    input: paged()
      .extend(SeatFilter.shape)
      .extend({ sort: sorted('userName', 'department', 'title', 'studyProgress', 'expiresAt') }),
    data: page(Seat),
  },
  'POST /course/auth/centre/task/page': {
    summary: 'List the tasks that contain a course of a seat, by person, with the progress in that course',
    auth: 'organisation',
    input: paged().extend(OfPeople.shape),
    data: page(
      Person.extend({
        taskId: Id,
        title: z.string(),
        courseTitle: z.string(),
        studyProgress: z.number().int(),
        state: z.enum(['notStarted', 'learning', 'completed', 'overdue']),
        endAt: Instant,
      }),
    ),
  },
  'POST /course/auth/centre/exam/page': {
    summary: 'List the exams of the courses of seats, by person, with result',
    auth: 'organisation',
    input: paged().extend(OfPeople.shape),
    data: page(
      Person.extend({
        examId: Id,
        title: z.string(),
        examState: z.enum(['waiting', 'pass', 'fail', 'awaitingMarking', 'absent', 'resit']),
        bestScore: Score,
        passScore: Amount,
        attemptsUsed: z.number().int(),
        windowEnd: Instant,
      }),
    ),
  },
  'POST /course/auth/centre/hour/page': {
    summary: 'List the class hours that the courses of seats and their exams have earned',
    auth: 'organisation',
    input: paged().extend(OfPeople.shape),
    data: page(
      Person.extend({ id: Id, title: z.string(), hourKind: z.string().nullable(), amount: Amount, gmtCreate: Instant }),
    ),
  },
  'POST /course/auth/centre/certificate/page': {
    summary: 'List the certificates that the courses of seats and their exams have earned',
    auth: 'organisation',
    input: paged().extend(OfPeople.shape),
    data: page(
      Person.extend({
        id: Id,
        title: z.string(),
        certificateNo: z.string(),
        status: z.enum(CERTIFICATE_STATES),
        issuedAt: Instant,
        expiresAt: Instant.nullable(),
      }),
    ),
  },
  'POST /course/auth/centre/export': {
    summary: 'Request an export of a list of the organisation centre with its filter',
    auth: 'organisation',
    input: SeatFilter.extend({ list: z.enum(CENTRE_LISTS), format: TableFormat }),
    data: ExportRecord,
  },
});
