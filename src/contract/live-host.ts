import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { ById, Empty, Id, Instant, page, paged, saveOf, whole } from './common.ts';
import { define } from './define.ts';
import { ExportRecord } from './export.ts';
import { LivePoll, LiveSessionCard, LiveState } from './live.ts';

const Line = z.string().trim().min(1, { error: 'field.required' }).max(100, { error: 'field.tooLong' });
const When = z.iso.datetime({ error: 'field.invalid' }).max(40, { error: 'field.invalid' });

/** Calls of the lecturer of the course; who manages the classes of the enterprise leads every class. */
export const liveHost = define({
  'POST /course/auth/live/host/page': {
    summary: 'List the live classes that the viewer leads, latest first',
    auth: 'classes.manage',
    input: paged(),
    data: page(LiveSessionCard),
  },
  'GET /course/auth/live/host/view': {
    summary: 'Get the controls of a live class: ingest, raised hands, polls, attendance',
    auth: 'classes.manage',
    input: ById,
    data: LiveSessionCard.extend({
      serverTime: Instant,
      state: LiveState,
      requiredPercent: z.number().int(),
      recordingCounts: z.boolean(),
      keyIssuedAt: Instant.nullable(),
      /** Bytes received, and their limit. */
      ingestBytes: z.number().int(),
      maxIngestBytes: z.number().int(),
      lastSegmentAt: Instant.nullable(),
      /** Playlist of everything that arrived, also before the start. */
      previewUrl: z.string().nullable(),
      /** The broadcast from a browser that is going on. */
      broadcast: z
        .object({ id: Id, userName: z.string(), isOwn: z.boolean(), rehearsal: z.boolean(), startedAt: Instant })
        .nullable(),
      /** Whether the portal can convert what browsers record that do not record MP4 (ffmpeg). */
      canConvert: z.boolean(),
      hands: z.array(z.object({ userId: Id, userName: z.string(), raisedAt: Instant })).max(MAX_ITEMS.liveHands),
      polls: z.array(LivePoll).max(MAX_ITEMS.livePolls),
    }),
  },
  'POST /course/auth/live/session/courses': {
    summary: 'List the live courses (type 3) for which the viewer may plan classes',
    auth: 'classes.manage',
    input: Empty,
    data: z.array(z.object({ id: Id, title: z.string() })).max(MAX_ITEMS.page),
  },
  'POST /course/auth/live/session/save': {
    summary: 'Plan a live class of a course, or change a planned one',
    auth: 'classes.manage',
    input: saveOf(
      z.object({
        id: Id.optional(),
        courseId: Id,
        title: Line,
        startAt: When,
        endAt: When,
        requiredPercent: whole(1, 100).default(70),
        recordingCounts: z.boolean().default(true),
        was: z
          .object({
            title: z.string().max(100, { error: 'field.tooLong' }),
            ...{ startAt: When, endAt: When },
            requiredPercent: whole(1, 100),
            recordingCounts: z.boolean(),
          })
          .optional()
          .meta({
            description:
              'What was shown of a planned class: if somebody else has changed it since, nothing is stored (409)',
          }),
      }),
      'was',
    ),
    data: z.object({ id: Id }),
  },
  'POST /course/auth/live/key/issue': {
    summary: 'Issue a new ingest key; the previous one becomes invalid. The key is shown once',
    auth: 'classes.manage',
    input: ById,
    data: z.object({ key: z.string(), url: z.string() }),
  },
  'POST /course/auth/live/key/revoke': {
    summary: 'Revoke the ingest key',
    auth: 'classes.manage',
    input: ById,
    data: Empty,
  },
  'POST /course/auth/live/broadcast/start': {
    summary:
      'Begin a broadcast from a browser: a rehearsal before the class has started. Its fragments are sent to …/broadcast/fragment/{broadcastId}/{number}',
    auth: 'classes.manage',
    input: z.object({
      id: Id,
      container: z.enum(['mp4', 'webm']).meta({ description: 'What the recorder writes; `mp4` is fragmented' }),
      width: whole(16, 1920),
      height: whole(16, 1920),
      replaces: Id.optional().meta({ description: 'The viewer’s own broadcast that this one follows' }),
      takeOver: z
        .boolean()
        .default(false)
        .meta({ description: 'Ends the broadcast of another page, or revokes the key' }),
    }),
    data: z.object({ broadcastId: Id, rehearsal: z.boolean() }),
  },
  'POST /course/auth/live/broadcast/stop': {
    summary: 'End a broadcast from a browser whose fragments have all been sent. Idempotent',
    auth: 'classes.manage',
    input: ById,
    data: Empty,
  },
  'POST /course/auth/live/status/save': {
    summary: 'Start, end or cancel a live class. Idempotent',
    auth: 'classes.manage',
    input: z.object({ id: Id, status: z.enum(['live', 'ended', 'cancelled', 'planned']) }),
    data: LiveState,
  },
  'POST /course/auth/live/chat/save': {
    summary: 'Open or close the chat of a live class, and set its slow mode',
    auth: 'classes.manage',
    input: z.object({ id: Id, chatOpen: z.boolean(), slowModeSeconds: whole(0, 3600) }),
    data: LiveState,
  },
  'POST /course/auth/live/message/moderate': {
    summary: 'Hide or show a message, or mark a question as answered',
    auth: 'classes.manage',
    input: z.object({ id: Id, hidden: z.boolean().optional(), answered: z.boolean().optional() }),
    data: z.object({ hidden: z.boolean(), answered: z.boolean() }),
  },
  'POST /course/auth/live/mute/save': {
    summary: 'Mute a member in a live class, or end that',
    auth: 'classes.manage',
    input: z.object({ id: Id, userId: Id, muted: z.boolean() }),
    data: z.object({ muted: z.boolean() }),
  },
  'POST /course/auth/live/hand/lower': {
    summary: 'Lower the hand of a member, e.g. after giving them the floor',
    auth: 'classes.manage',
    input: z.object({ id: Id, userId: Id }),
    data: Empty,
  },
  'POST /course/auth/live/poll/save': {
    summary: 'Start a poll in a live class',
    auth: 'classes.manage',
    input: z.object({
      id: Id,
      question: Line,
      options: z.array(Line).min(2, { error: 'field.required' }).max(MAX_ITEMS.livePollOptions),
    }),
    data: z.object({ id: Id }),
  },
  'POST /course/auth/live/poll/close': {
    summary: 'Close a poll; everybody then sees its result. Idempotent',
    auth: 'classes.manage',
    input: ById,
    data: Empty,
  },
  'POST /course/auth/live/attendance/page': {
    summary: 'List who attended a live class, with the minutes, by name',
    auth: 'classes.manage',
    input: paged().extend({ id: Id }),
    data: page(
      z.object({
        userId: Id,
        userName: z.string(),
        department: z.string().nullable(),
        minutes: z.number().int(),
        joinedAt: Instant,
        lastBeatAt: Instant,
        present: z.boolean(),
        muted: z.boolean(),
        completed: z.boolean(),
      }),
    ),
  },
  'POST /course/auth/live/attendance/export': {
    summary: 'Request an export of the attendance of a live class',
    auth: 'classes.manage',
    input: ById,
    data: ExportRecord,
  },
});
