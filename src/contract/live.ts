import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { ById, Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';
import { WaitingPage } from './waiting.ts';

/** `waiting`: planned, and the waiting room is open. */
export const LiveStatus = z.enum(['planned', 'waiting', 'live', 'ended', 'cancelled']);
export const LiveMessageKind = z.enum(['chat', 'question']);

/** A message; a hidden one has no text. */
export const LiveMessage = z.object({
  id: Id,
  userId: Id,
  userName: z.string(),
  kind: LiveMessageKind,
  body: z.string(),
  /** Second of the class; negative in the waiting room. */
  atSecond: z.number().int(),
  hidden: z.boolean(),
  answered: z.boolean(),
  revision: z.number().int(),
  gmtCreate: Instant,
});

/** A poll; the votes of an open one are counted for the lecturer only. */
export const LivePoll = z.object({
  id: Id,
  question: z.string(),
  options: z.array(z.string()).max(MAX_ITEMS.livePollOptions),
  open: z.boolean(),
  /** Votes by option; null while the viewer may not see them. */
  votes: z.array(z.number().int()).max(MAX_ITEMS.livePollOptions).nullable(),
  voteCount: z.number().int(),
});

/** What all viewers see change: sent with every event, too. */
export const LiveState = z.object({
  status: LiveStatus,
  /** It is cancelled, and its start lies ahead. */
  reopenable: z.boolean(),
  startAt: Instant,
  endAt: Instant,
  openedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  chatOpen: z.boolean(),
  slowModeSeconds: z.number().int(),
  /** Whether segments arrived in the last 30 seconds. */
  receiving: z.boolean(),
  /** Members present now, and raised hands. */
  presentCount: z.number().int(),
  handCount: z.number().int(),
  polls: z.array(LivePoll).max(MAX_ITEMS.livePolls),
  revision: z.number().int(),
});

/** Minutes that the viewer attended. */
export const LivePresence = z.object({
  minutes: z.number().int(),
  requiredMinutes: z.number().int(),
  completed: z.boolean(),
});

export const LiveSessionCard = z.object({
  id: Id,
  courseId: Id,
  resourceId: Id,
  title: z.string(),
  courseTitle: z.string(),
  lecturerName: z.string().nullable(),
  startAt: Instant,
  endAt: Instant,
  status: LiveStatus,
  hasRecording: z.boolean(),
});

export const live = define({
  'POST /course/auth/live/page': {
    summary:
      'List the live classes of published courses: current and coming ones by start (`coming`, `live`, `planned`), or ended ones, latest first (`past`, `recorded`)',
    auth: 'enterprise',
    input: paged().extend({
      scope: z
        .enum(['coming', 'live', 'planned', 'past', 'recorded'])
        .default('coming')
        .meta({ description: '`coming`: live and planned · `past`: ended and cancelled' }),
      courseId: Id.optional(),
    }),
    data: page(LiveSessionCard),
  },
  'GET /course/auth/live/view': {
    summary:
      'Get a live class with its playback, by its id, the id of its resource, or that of the course (its next one)',
    auth: 'enterprise',
    input: ById,
    data: LiveSessionCard.extend({
      serverTime: Instant,
      state: LiveState,
      presence: LivePresence,
      requiredPercent: z.number().int(),
      recordingCounts: z.boolean(),
      /** Seconds of the recording; 0 without one. */
      recordingSeconds: z.number().int(),
      /** `hls`: a playlist; `file`: a video file. Null before the start, and after the end without a recording. */
      playback: z.object({ kind: z.enum(['hls', 'file']), url: z.string() }).nullable(),
      /** A picture of the recording, if one was made. */
      posterUrl: z.string().nullable(),
      /** Whether the viewer leads the class. */
      isHost: z.boolean(),
      muted: z.boolean(),
      handRaised: z.boolean(),
      /** The viewer's votes: poll and option. */
      ownVotes: z.array(z.object({ pollId: Id, choice: z.number().int() })).max(MAX_ITEMS.livePolls),
    }),
  },
  'POST /course/auth/live/message/page': {
    summary: 'List the messages of a live class in the order of the class, for the replay',
    auth: 'enterprise',
    input: paged(100).extend({ id: Id }),
    data: page(LiveMessage),
  },
  'POST /course/auth/live/message/save': {
    summary: 'Write a message or a question in a live class',
    auth: 'enterprise',
    input: z.object({
      id: Id,
      kind: LiveMessageKind.default('chat'),
      body: z.string().trim().min(1, { error: 'field.required' }).max(500, { error: 'field.tooLong' }),
    }),
    data: LiveMessage,
  },
  'POST /course/auth/live/hand/save': {
    summary: 'Raise or lower one’s hand',
    auth: 'enterprise',
    input: z.object({ id: Id, raised: z.boolean() }),
    data: z.object({ raised: z.boolean() }),
  },
  'POST /course/auth/live/poll/vote': {
    summary: 'Vote in an open poll, once',
    auth: 'enterprise',
    input: z.object({ pollId: Id, choice: whole(0, MAX_ITEMS.livePollOptions - 1) }),
    data: z.object({ choice: z.number().int() }),
  },
  'POST /course/auth/live/attend': {
    summary: 'Report presence; the current minute of a live class counts as attended. Idempotent',
    auth: 'enterprise',
    input: ById,
    data: LivePresence.extend({ status: LiveStatus, serverTime: Instant }),
  },
  'POST /course/auth/live/waiting/page': {
    summary: 'List the live classes that the viewer leads and that are live or start within a week',
    auth: 'enterprise',
    input: paged(),
    data: WaitingPage,
  },
});
