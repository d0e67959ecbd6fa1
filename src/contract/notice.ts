import { z } from 'zod';
import { Empty, Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';

/** What a notice reports. Each has a text in both languages (`notice.json`). */
export const NoticeKind = z.enum([
  'answered',
  'accepted',
  'commented',
  'mentioned',
  'invited',
  'moderated',
  'appealDecided',
  'digest',
  'examPublished',
  'examMarked',
  'examRegraded',
  'examRegradedPass',
  'examRegradedFail',
  'certificate',
  'requestDecided',
  'trainingSeat',
  'trainingChanged',
  'trainingCancelled',
  'trainingReminder',
  'evaluationWaiting',
  'evaluationDone',
  'task',
  'coaching',
  'appealMade',
  'appealReversed',
  'markAppealMade',
  'markAppealAnswered',
  'examVoided',
  'examInvigilator',
  'examReopened',
  'switchAppealMade',
  'switchAppealDecided',
  'requirementDue',
  'requirementOverdue',
  'requirementDigest',
  'requirementTest',
  'announcement',
  'factorReset',
]);
export type NoticeKind = z.infer<typeof NoticeKind>;

const Notice = z.object({
  id: Id,
  kind: NoticeKind,
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  path: z.string().meta({ description: 'without language prefix' }),
  /** The text of the enterprise; null: that of the portal. */
  text: z.string().nullable(),
  read: z.boolean(),
  gmtCreate: Instant,
});

const Frequency = z.enum(['none', 'daily', 'weekly']);
const Digest = z.object({
  frequency: Frequency,
  byEmail: z.boolean(),
  email: z
    .enum(['off', 'unconfirmed', 'ready'])
    .meta({ description: 'off: the portal sends no e-mail; unconfirmed: the member has no confirmed address' }),
});

const Reminder = z.object({
  bySms: z.boolean(),
  byEmail: z.boolean(),
  sms: z.enum(['off', 'unconfirmed', 'ready']).meta({ description: 'like `email`; unconfirmed: no confirmed number' }),
  email: Digest.shape.email,
});

export const noticeCalls = define({
  'POST /user/auth/notice/page': {
    summary: 'My notices, newest first',
    auth: 'enterprise',
    input: paged(10).extend({ read: z.boolean().optional().meta({ description: 'only read, or only unread ones' }) }),
    data: page(Notice).extend({ unreadCount: z.number().int() }),
  },
  'PUT /user/auth/notice/read': {
    summary: 'Mark notices as read: some, or all up to a moment',
    auth: 'enterprise',
    input: z.union([
      z.object({ ids: z.array(Id).min(1).max(100) }),
      z.object({ until: z.iso.datetime({ error: 'field.invalid' }).max(40, { error: 'field.invalid' }) }),
    ]),
    data: z.object({ unreadCount: z.number().int() }),
  },
  'GET /user/auth/notice/digest/view': {
    summary: 'How often I get a digest of the community',
    auth: 'enterprise',
    input: Empty,
    data: Digest,
  },
  'PUT /user/auth/notice/digest/save': {
    summary:
      'Choose how often to get a digest of the community, and whether it comes by e-mail with the unread notices',
    auth: 'enterprise',
    input: z.object({ frequency: Frequency, byEmail: z.boolean().optional() }),
    data: Digest,
  },
  'GET /user/auth/notice/reminder/view': {
    summary: 'Whether I get notices of tasks and coachings by SMS or e-mail, too',
    auth: 'enterprise',
    input: Empty,
    data: Reminder,
  },
  'PUT /user/auth/notice/reminder/save': {
    summary: 'Choose whether to get notices of tasks and coachings by SMS or e-mail, too',
    auth: 'enterprise',
    input: z.object({ bySms: z.boolean(), byEmail: z.boolean() }),
    data: Reminder,
  },
});
