import { z } from 'zod';
import { Amount, ById, Empty, Id, Instant, saveOf, SeenRevision, whole } from './common.ts';
import { define } from './define.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';

const text = (most: number) => z.string().trim().max(most, { error: 'field.tooLong' });
const required = (most: number) => text(most).min(1, { error: 'field.required' });
const Day = z
  .string()
  .max(10, { error: 'field.invalid' })
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, { error: 'field.invalid' });
const When = z.iso.datetime({ error: 'field.invalid' }).max(40, { error: 'field.invalid' });
const Kind = z.enum(['offline', 'live']);

/** A session of an offline class, or a live class. */
const Entry = z.object({
  kind: Kind,
  id: Id,
  courseId: Id,
  courseTitle: z.string(),
  title: z.string(),
  startAt: Instant,
  endAt: Instant,
  status: z.enum(['planned', 'live', 'ended', 'closed', 'cancelled']),
  place: z.string().nullable(),
  room: z.string().nullable(),
  roomId: Id.nullable(),
  lecturerId: Id.nullable(),
  lecturerName: z.string().nullable(),
  /** Who helps, at offline classes. */
  assistantNames: z.array(z.string()).max(MAX_ITEMS.sessionAssistants),
  seriesId: Id.nullable(),
  capacity: z.number().int().nullable(),
  bookedCount: z.number().int(),
  /** Sum of what it costs. */
  cost: Amount,
  /** What it shares with another one at the same time. */
  clashes: z.array(z.enum(['room', 'lecturer'])).max(2),
});

const Room = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  capacity: z.number().int().nullable(),
  closedAt: Instant.nullable(),
});

export const COST_KINDS = ['lecturer', 'room', 'material', 'travel', 'catering', 'other'] as const;
const Cost = z.object({
  kind: z.enum(COST_KINDS),
  amount: z.number({ error: 'field.invalid' }).min(0).max(100_000_000).multipleOf(0.01),
  note: text(200).default(''),
});
const Named = z.object({ id: Id, name: z.string() });

export const calendar = define({
  'POST /course/auth/calendar/list': {
    summary: 'Sessions of offline classes and live classes of all courses from a day until another one, with clashes',
    auth: 'content.manage',
    input: z.object({
      from: Day,
      /** Excluded. */
      until: Day,
      lecturerId: Id.optional(),
      roomId: Id.optional(),
      courseId: Id.optional(),
      kind: Kind.optional(),
    }),
    data: z.object({
      list: z.array(Entry).max(MAX_ITEMS.calendarEntries),
      /** There are more than can be shown. */
      isCut: z.boolean(),
    }),
  },
  'POST /course/auth/calendar/options': {
    summary: 'Lecturers, rooms, courses, offline classes and live courses that the calendar offers',
    auth: 'content.manage',
    input: Empty,
    data: z.object({
      lecturers: z.array(Named).max(MAX_ITEMS.rooms),
      rooms: z.array(Room).max(MAX_ITEMS.rooms),
      /** Courses with an offline class or live classes. */
      courses: z.array(Named).max(MAX_ITEMS.rooms),
    }),
  },
  'POST /course/auth/calendar/clash/list': {
    summary: 'What else takes place in a room, or with a lecturer, at the times of planned sessions',
    auth: 'content.manage',
    input: z.object({
      times: z
        .array(z.object({ startAt: When, endAt: When }))
        .min(1)
        .max(MAX_ITEMS.seriesSessions + 1),
      roomId: Id.nullable().optional(),
      lecturerId: Id.nullable().optional(),
      assistantIds: z.array(Id).max(MAX_ITEMS.sessionAssistants).default([]),
      /** The session that is changed. */
      exceptId: Id.optional(),
    }),
    data: z.array(Entry).max(MAX_ITEMS.page),
  },
  'POST /course/auth/calendar/room/list': {
    summary: 'Rooms with the sessions in them, and deleted ones that can be restored',
    auth: 'content.manage',
    input: Empty,
    data: z.object({
      rooms: z
        .array(
          Room.extend({
            revision: z.number().int(),
            sessionCount: z.number().int().meta({ description: 'ever planned in it: such a room cannot be deleted' }),
            plannedCount: z.number().int().meta({ description: 'planned and not begun' }),
          }),
        )
        .max(MAX_ITEMS.rooms),
      deleted: z
        .array(Room.pick({ id: true, name: true, address: true }).extend({ deletedAt: Instant }))
        .max(MAX_ITEMS.rooms),
    }),
  },
  'POST /course/auth/calendar/room/save': {
    summary: 'Add a room, or change one: planned sessions in it get the new name and address',
    auth: 'content.manage',
    input: saveOf(
      z.object({
        id: Id.optional(),
        revision: SeenRevision,
        name: required(100),
        address: required(200),
        capacity: whole(1, MAX_ITEMS.trainingSeats).nullable().default(null),
      }),
    ),
    data: ById,
  },
  'POST /course/auth/calendar/room/close': {
    summary: 'Take a room out of the choice, or back into it. Idempotent',
    auth: 'content.manage',
    input: ById.extend({ closed: z.boolean() }),
    data: ById,
  },
  'DELETE /course/auth/calendar/room/delete': {
    summary: 'Delete a room in which no session was ever planned; it can be restored for 30 days',
    auth: 'content.manage',
    input: ById,
    data: ById,
  },
  'PUT /course/auth/calendar/room/restore': {
    summary: 'Restore a deleted room',
    auth: 'content.manage',
    input: ById,
    data: ById,
  },
  'POST /course/auth/calendar/effects': {
    summary: 'Whom the cancellation of a session concerns, or also of the later ones of its series',
    auth: 'content.manage',
    input: ById.extend({ following: z.boolean().default(false) }),
    data: z.object({ sessionCount: z.number().int(), bookedCount: z.number().int(), waitingCount: z.number().int() }),
  },
  'POST /course/auth/calendar/cost/list': {
    summary: 'What a session costs',
    auth: 'content.manage',
    input: ById,
    data: z
      .array(z.object({ id: Id, kind: z.enum(COST_KINDS), amount: Amount, note: z.string().nullable() }))
      .max(MAX_ITEMS.sessionCosts),
  },
  'POST /course/auth/calendar/cost/save': {
    summary: 'Save what a session costs, all of it',
    auth: 'content.manage',
    input: ById.extend({
      costs: z.array(Cost).max(MAX_ITEMS.sessionCosts),
      was: z
        .array(Cost)
        .max(MAX_ITEMS.sessionCosts)
        .meta({ description: 'what was shown: if somebody else has saved others since, nothing is stored (409)' }),
    }),
    data: z.object({ sum: Amount }),
  },
});
