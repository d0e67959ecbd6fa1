import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
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
import { bytea, enterpriseId, gmtCreate, id, int4multirange, moment } from '#src/server/core/db/columns.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { file } from '#src/server/file/tables.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/** A live class: one broadcast, set up for a resource of a course (decision 049). */
export const liveSession = pgTable(
  'live_session',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    courseId: uuid('course_id').notNull(),
    resourceId: uuid('resource_id').notNull(),
    title: text('title').notNull(),
    /** Planned period. */
    startAt: moment('start_at').notNull(),
    endAt: moment('end_at').notNull(),
    /** Actual period: from the start by the lecturer to the end. */
    openedAt: moment('opened_at'),
    endedAt: moment('ended_at'),
    status: text('status').$type<'planned' | 'live' | 'ended' | 'cancelled'>().notNull().default('planned'),
    /** SHA-256 of the ingest key; null: none was issued, or it was revoked. */
    keyHash: bytea('key_hash'),
    keyIssuedAt: moment('key_issued_at'),
    /** Number of starts of the encoder: segments of a later one follow those of an earlier one, under the same names. */
    epoch: integer('epoch').notNull().default(0),
    /** Place in the stream at which the class began: what arrived before is only seen in the preview. */
    startEpoch: integer('start_epoch').notNull().default(0),
    startSequence: integer('start_sequence').notNull().default(0),
    /** Bytes of all segments. */
    ingestBytes: bigint('ingest_bytes', { mode: 'number' }).notNull().default(0),
    lastSegmentAt: moment('last_segment_at'),
    chatOpen: boolean('chat_open').notNull().default(true),
    /** Seconds between two messages of a member; 0: no slow mode. */
    slowModeSeconds: integer('slow_mode_seconds').notNull().default(0),
    /** Percent of the duration that has to be attended. */
    requiredPercent: integer('required_percent').notNull().default(70),
    /** Whether watching the recording completes the resource, too. */
    recordingCounts: boolean('recording_counts').notNull().default(true),
    /** The recording as one file; without it the segments are played. */
    recordingFileId: uuid('recording_file_id'),
    /** The broadcast from a browser that is going on; null: none, an encoder may send. */
    broadcastId: uuid('broadcast_id'),
    /** The process that converts broadcasts of the class, until when unless it extends it. */
    converter: uuid('converter'),
    converterUntil: moment('converter_until'),
    /** Whether the attendance was evaluated after the end. */
    settledAt: moment('settled_at'),
    /** Increases with each change that viewers see: messages, polls, hands and settings have the one of their change. */
    revision: bigint('revision', { mode: 'number' }).notNull().default(0),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.resourceId),
    foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
    foreignKey({
      columns: [t.enterpriseId, t.resourceId],
      foreignColumns: [courseResource.enterpriseId, courseResource.id],
    }),
    foreignKey({ columns: [t.enterpriseId, t.recordingFileId], foreignColumns: [file.enterpriseId, file.id] }),
    index().on(t.enterpriseId, t.courseId, t.startAt),
    index().on(t.enterpriseId, t.startAt, t.id),
    check('live_session_period_check', sql`${t.endAt} > ${t.startAt}`),
    oneOf(t.status, ['planned', 'live', 'ended', 'cancelled']),
    atLeast(t.epoch, 0),
    atLeast(t.startEpoch, 0),
    atLeast(t.startSequence, 0),
    atLeast(t.ingestBytes, 0),
    between(t.slowModeSeconds, 0, 3600),
    between(t.requiredPercent, 1, 100),
    atLeast(t.revision, 0),
  ],
);

/**
 * A broadcast from a browser: the file that its recorder writes, as numbered fragments in the file store (decision 099). Fragments
 * before `resumeNumber` have become segments.
 */
export const liveBroadcast = pgTable(
  'live_broadcast',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    sessionId: uuid('session_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** Order of the broadcasts of a class. */
    number: integer('number').notNull(),
    container: text('container').$type<'mp4' | 'webm'>().notNull(),
    /** Pixels. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Begun before the class: what is not converted when the class starts is dropped. */
    rehearsal: boolean('rehearsal').notNull(),
    /** The fragment that is expected next: all before it are stored. */
    nextNumber: integer('next_number').notNull().default(0),
    /** Bytes of all fragments. */
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    lastFragmentAt: moment('last_fragment_at'),
    /** Where a conversion goes on: byte of a fragment at which a key frame begins, and what was converted, milliseconds. */
    resumeNumber: integer('resume_number').notNull().default(0),
    resumeOffset: integer('resume_offset').notNull().default(0),
    resumeMs: integer('resume_ms').notNull().default(0),
    /** Segments that were made. */
    segmentCount: integer('segment_count').notNull().default(0),
    /** Conversions that failed since the last segment. */
    failures: integer('failures').notNull().default(0),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    /** Everything is converted or dropped, and no fragment is left. */
    doneAt: moment('done_at'),
    /** Why it was ended by the portal. */
    problem: text('problem').$type<'unreadable' | 'takenOver'>(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.sessionId, t.number),
    foreignKey({ columns: [t.enterpriseId, t.sessionId], foreignColumns: [liveSession.enterpriseId, liveSession.id] }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.container, ['mp4', 'webm']),
    oneOf(t.problem, ['unreadable', 'takenOver']),
    between(t.width, 1, 1920),
    between(t.height, 1, 1920),
    atLeast(t.number, 1),
    atLeast(t.nextNumber, 0),
    atLeast(t.bytes, 0),
    atLeast(t.resumeNumber, 0),
    atLeast(t.resumeOffset, 0),
    atLeast(t.resumeMs, 0),
    atLeast(t.segmentCount, 0),
    atLeast(t.failures, 0),
  ],
);

/**
 * A segment of the stream, or the initialisation section of its segments. The place in the stream is known when a
 * playlist has named it; a row without a file was named by a playlist and has not arrived.
 */
export const liveSegment = pgTable(
  'live_segment',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    sessionId: uuid('session_id').notNull(),
    epoch: integer('epoch').notNull(),
    /** File name that the encoder sent. */
    name: text('name').notNull(),
    /** Media sequence number in the encoder's playlist; null until a playlist names it, and for initialisation sections. */
    sequence: integer('sequence'),
    durationMs: integer('duration_ms'),
    isInit: boolean('is_init').notNull().default(false),
    fileId: uuid('file_id'),
    arrivedAt: moment('arrived_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.sessionId, t.epoch, t.name),
    index().on(t.enterpriseId, t.sessionId, t.epoch, t.sequence),
    foreignKey({ columns: [t.enterpriseId, t.sessionId], foreignColumns: [liveSession.enterpriseId, liveSession.id] }),
    foreignKey({ columns: [t.enterpriseId, t.fileId], foreignColumns: [file.enterpriseId, file.id] }),
    atLeast(t.epoch, 0),
    atLeast(t.sequence, 0),
    atLeast(t.durationMs, 0),
  ],
);

/** A message or a question of a live class. */
export const liveMessage = pgTable(
  'live_message',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    sessionId: uuid('session_id').notNull(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').$type<'chat' | 'question'>().notNull(),
    body: text('body').notNull(),
    /** Second of the class, for the replay beside the recording; negative in the waiting room. */
    atSecond: integer('at_second').notNull(),
    hiddenAt: moment('hidden_at'),
    answeredAt: moment('answered_at'),
    revision: bigint('revision', { mode: 'number' }).notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.sessionId, t.revision),
    index().on(t.enterpriseId, t.sessionId, t.atSecond, t.id),
    index().on(t.enterpriseId, t.sessionId, t.userId, t.gmtCreate),
    foreignKey({ columns: [t.enterpriseId, t.sessionId], foreignColumns: [liveSession.enterpriseId, liveSession.id] }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.kind, ['chat', 'question']),
  ],
);

/** A raised hand; lowered hands have no row. */
export const liveHand = pgTable(
  'live_hand',
  {
    enterpriseId: enterpriseId(),
    sessionId: uuid('session_id').notNull(),
    userId: uuid('user_id').notNull(),
    raisedAt: moment('raised_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.sessionId, t.userId] }),
    foreignKey({ columns: [t.enterpriseId, t.sessionId], foreignColumns: [liveSession.enterpriseId, liveSession.id] }),
    memberKey(t.enterpriseId, t.userId),
  ],
);

export const livePoll = pgTable(
  'live_poll',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    sessionId: uuid('session_id').notNull(),
    question: text('question').notNull(),
    options: jsonb('options').$type<string[]>().notNull(),
    open: boolean('open').notNull().default(true),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.sessionId, t.id),
    foreignKey({ columns: [t.enterpriseId, t.sessionId], foreignColumns: [liveSession.enterpriseId, liveSession.id] }),
  ],
);

/** The vote of a member; it cannot be changed. */
export const livePollVote = pgTable(
  'live_poll_vote',
  {
    enterpriseId: enterpriseId(),
    pollId: uuid('poll_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** Index of the option. */
    choice: integer('choice').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.pollId, t.userId] }),
    foreignKey({ columns: [t.enterpriseId, t.pollId], foreignColumns: [livePoll.enterpriseId, livePoll.id] }),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.choice, 0),
  ],
);

/** Presence of a member in a live class. */
export const liveAttendance = pgTable(
  'live_attendance',
  {
    enterpriseId: enterpriseId(),
    sessionId: uuid('session_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** Minutes since the start in which the page reported presence. */
    minutes: int4multirange('minutes').notNull().default('{}'),
    joinedAt: moment('joined_at').notNull(),
    lastBeatAt: moment('last_beat_at').notNull(),
    /** A muted member cannot write messages. */
    muted: boolean('muted').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.sessionId, t.userId] }),
    index().on(t.enterpriseId, t.sessionId, t.lastBeatAt),
    foreignKey({ columns: [t.enterpriseId, t.sessionId], foreignColumns: [liveSession.enterpriseId, liveSession.id] }),
    memberKey(t.enterpriseId, t.userId),
  ],
);
export type LiveSession = typeof liveSession.$inferSelect;
