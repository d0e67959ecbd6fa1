import { isNotNull, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { amount, code, enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { file } from '#src/server/file/tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';

export const COST_KINDS = ['lecturer', 'room', 'material', 'travel', 'catering', 'other'] as const;
type CostKind = (typeof COST_KINDS)[number];
export const MATERIAL_SHOWN = ['before', 'after'] as const;
export const ATTENDANCE_STATES = ['present', 'late', 'early', 'absent'] as const;
export type AttendanceState = (typeof ATTENDANCE_STATES)[number];

/** A room that can be chosen for sessions. */
export const trainingRoom = pgTable(
  'training_room',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    /** Null: not known. */
    capacity: integer('capacity'),
    /** Rooms that are not used any more cannot be chosen. */
    closedAt: moment('closed_at'),
    /** Since then it is in no list; it can be restored for `RESTORABLE_DAYS`. No session has ever taken place in it. */
    deletedAt: moment('deleted_at'),
    /** Increases with each change. */
    revision: integer('revision').notNull().default(1),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    uniqueIndex('training_room_name')
      .on(t.enterpriseId, t.name, t.address)
      .where(sql`deleted_at is null`),
    atLeast(t.capacity, 1),
  ],
);

/** A session of an offline class: one date of a resource of contentType 6. */
export const trainingSession = pgTable(
  'training_session',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    resourceId: uuid('resource_id').notNull(),
    code: code(),
    /** Null: the name of the resource. */
    title: text('title'),
    place: text('place').notNull(),
    room: text('room'),
    /** The room of the list; `place` and `room` are its address and name then. */
    roomId: uuid('room_id'),
    /** Sessions that were planned together. */
    seriesId: uuid('series_id'),
    /** Until when places can be booked and given up; null: until the start. */
    bookingUntil: moment('booking_until'),
    /** Whether members can wait for a place when all are booked. */
    waitingList: boolean('waiting_list').notNull().default(true),
    startAt: moment('start_at').notNull(),
    endAt: moment('end_at').notNull(),
    capacity: integer('capacity').notNull(),
    /** Who runs it beside the lecturer of the course. */
    lecturerId: uuid('lecturer_id'),
    /** Minutes before the start from which members can sign in. */
    signInFrom: integer('sign_in_from').notNull().default(30),
    /** Minutes after the start after which a member is late. */
    lateAfter: integer('late_after').notNull().default(10),
    /** Minutes before the end from which leaving is not early. */
    earlyLeave: integer('early_leave').notNull().default(10),
    signOutRequired: boolean('sign_out_required').notNull().default(false),
    /** Whether members who left early get their class hours. */
    earlyCounts: boolean('early_counts').notNull().default(false),
    /** Where members must be to sign in, with `radius` in metres; null: anywhere. */
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    radius: integer('radius'),
    /** Whether the class is completed only by those who were there and have passed. */
    passRequired: boolean('pass_required').notNull().default(false),
    status: text('status').$type<'planned' | 'cancelled' | 'closed'>().notNull().default('planned'),
    /** First confirmation of the attendance. */
    confirmedAt: moment('confirmed_at'),
    /** Increases with each change of what was planned. */
    revision: integer('revision').notNull().default(1),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.resourceId, t.code),
    foreignKey({
      columns: [t.enterpriseId, t.resourceId],
      foreignColumns: [courseResource.enterpriseId, courseResource.id],
    }),
    foreignKey({ columns: [t.enterpriseId, t.lecturerId], foreignColumns: [lecturer.enterpriseId, lecturer.id] }),
    foreignKey({ columns: [t.enterpriseId, t.roomId], foreignColumns: [trainingRoom.enterpriseId, trainingRoom.id] }),
    index('training_session_room_idx').on(t.enterpriseId, t.roomId).where(isNotNull(t.roomId)),
    index('training_session_series_idx').on(t.enterpriseId, t.seriesId, t.startAt).where(isNotNull(t.seriesId)),
    index().on(t.enterpriseId, t.startAt, t.id),
    check('training_session_period_check', sql`${t.endAt} > ${t.startAt}`),
    atLeast(t.capacity, 1),
    atLeast(t.revision, 1),
    atLeast(t.signInFrom, 0),
    atLeast(t.lateAfter, 0),
    atLeast(t.earlyLeave, 0),
    between(t.latitude, -90, 90),
    between(t.longitude, -180, 180),
    atLeast(t.radius, 1),
    check('training_session_location_check', sql`num_nonnulls(${t.latitude}, ${t.longitude}, ${t.radius}) in (0, 3)`),
    oneOf(t.status, ['planned', 'cancelled', 'closed']),
    check('training_session_confirmed_check', sql`(${t.status} = 'closed') = (${t.confirmedAt} is not null)`),
  ],
);

/** A member's place in a session, or in its waiting list. */
export const trainingSeat = pgTable(
  'training_seat',
  {
    enterpriseId: enterpriseId(),
    sessionId: uuid('session_id').notNull(),
    userId: uuid('user_id').notNull(),
    status: text('status').$type<'booked' | 'waiting' | 'cancelled'>().notNull(),
    /** Order of the requests of a session: the waiting list moves up by it. */
    position: integer('position').notNull(),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.sessionId, t.userId] }),
    foreignKey({
      columns: [t.enterpriseId, t.sessionId],
      foreignColumns: [trainingSession.enterpriseId, trainingSession.id],
    }),
    index().on(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.status, ['booked', 'waiting', 'cancelled']),
    atLeast(t.position, 1),
  ],
);

/** A member's attendance of a session. */
export const trainingAttendance = pgTable(
  'training_attendance',
  {
    enterpriseId: enterpriseId(),
    sessionId: uuid('session_id').notNull(),
    userId: uuid('user_id').notNull(),
    signedInAt: moment('signed_in_at'),
    signedOutAt: moment('signed_out_at'),
    /** How the member signed in; null: not at all. */
    signWay: text('sign_way').$type<'qr' | 'code' | 'hand'>(),
    /** By rule, or as corrected. */
    state: text('state').$type<AttendanceState>().notNull(),
    /** The confirmed state: differs from `state` until a correction is confirmed. */
    confirmedState: text('confirmed_state').$type<AttendanceState>(),
    /** Who corrected the state by hand: rules do not change it any more. */
    correctedBy: uuid('corrected_by'),
    correctedAt: moment('corrected_at'),
    correctReason: text('correct_reason'),
    /** Whether the result counted as passed at the last confirmation. */
    confirmedPassed: boolean('confirmed_passed'),
    /** What the lecturer found; whether it counts for the completion is a rule of the session. */
    passed: boolean('passed'),
    score: amount('score'),
    /** For the member. */
    note: text('note'),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.sessionId, t.userId] }),
    foreignKey({
      columns: [t.enterpriseId, t.sessionId],
      foreignColumns: [trainingSession.enterpriseId, trainingSession.id],
    }),
    index().on(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.correctedBy),
    oneOf(t.signWay, ['qr', 'code', 'hand']),
    oneOf(t.state, ATTENDANCE_STATES),
    oneOf(t.confirmedState, ATTENDANCE_STATES),
    between(t.score, 0, 100_000),
    check('training_attendance_signed_check', sql`(${t.signedInAt} is null) = (${t.signWay} is null)`),
    check('training_attendance_corrected_check', sql`(${t.correctedAt} is null) = (${t.correctReason} is null)`),
  ],
);

/** Who helps the lecturer of a session: runs it too, and has teaching hours for it. */
export const trainingAssistant = pgTable(
  'training_assistant',
  {
    enterpriseId: enterpriseId(),
    sessionId: uuid('session_id').notNull(),
    lecturerId: uuid('lecturer_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.sessionId, t.lecturerId] }),
    index().on(t.enterpriseId, t.lecturerId),
    foreignKey({
      columns: [t.enterpriseId, t.sessionId],
      foreignColumns: [trainingSession.enterpriseId, trainingSession.id],
    }),
    foreignKey({ columns: [t.enterpriseId, t.lecturerId], foreignColumns: [lecturer.enterpriseId, lecturer.id] }),
  ],
);

/** A file or a link that a session hands out to those who have a place. */
export const trainingMaterial = pgTable(
  'training_material',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    sessionId: uuid('session_id').notNull(),
    /** Null: a link. */
    fileId: uuid('file_id'),
    url: text('url'),
    name: text('name').notNull(),
    /** From when on it is shown: at once, or after the session. */
    shown: text('shown').$type<(typeof MATERIAL_SHOWN)[number]>().notNull().default('before'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.sessionId, t.fileId),
    oneOf(t.shown, MATERIAL_SHOWN),
    check('training_material_target_check', sql`num_nonnulls(${t.fileId}, ${t.url}) = 1`),
    foreignKey({
      columns: [t.enterpriseId, t.sessionId],
      foreignColumns: [trainingSession.enterpriseId, trainingSession.id],
    }),
    foreignKey({ columns: [t.enterpriseId, t.fileId], foreignColumns: [file.enterpriseId, file.id] }),
  ],
);

/** What a session costs. */
export const trainingCost = pgTable(
  'training_cost',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    sessionId: uuid('session_id').notNull(),
    kind: text('kind').$type<CostKind>().notNull(),
    /** In the currency of the enterprise. */
    amount: amount('amount').notNull(),
    note: text('note'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.sessionId),
    foreignKey({
      columns: [t.enterpriseId, t.sessionId],
      foreignColumns: [trainingSession.enterpriseId, trainingSession.id],
    }),
    oneOf(t.kind, COST_KINDS),
    atLeast(t.amount, 0),
  ],
);
