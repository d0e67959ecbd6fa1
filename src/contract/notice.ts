import { z } from 'zod';
import { LOCALES } from '#src/lib/languages.ts';
import { Empty, Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';
import {
  CHANNEL_STATES,
  NOTICE_CHANNELS,
  NOTICE_CHOICES,
  NOTICE_DELIVERY_REASONS,
  NOTICE_DELIVERY_STATES,
  NOTICE_GROUPS,
  NOTICE_KINDS,
  UNSUBSCRIBE_GROUPS,
} from './rules/notice.ts';
import { WaitingPage } from './waiting.ts';

export const NoticeKind = z.enum(NOTICE_KINDS);

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

const Channel = z.enum(NOTICE_CHANNELS, { error: 'field.invalid' });
const Choice = z.enum(NOTICE_CHOICES as [string, ...string[]], { error: 'field.invalid' });
/** By name. For the compiler any names: dozens of them in each of the types that are made of all calls take it gigabytes. */
const Choices = z.object(
  Object.fromEntries(NOTICE_CHOICES.map((name) => [name, z.boolean().optional()])),
) as unknown as z.ZodType<Partial<Record<string, boolean>>>;
/** Hours of the clock from 0 to 23; the same twice: none are quiet. Null: those of the enterprise. */
const QuietHours = z.object({ from: whole(0, 23), until: whole(0, 23) });
const Setting = z.object({
  /** What comes, also what must come: names of `NOTICE_CHOICES`. */
  chosen: z.array(Choice).max(NOTICE_CHOICES.length),
  required: z.array(Choice).max(NOTICE_CHOICES.length).meta({ description: 'the enterprise sends it to everybody' }),
  channels: z.record(Channel, z.enum(CHANNEL_STATES)),
  locale: z.enum(['zh', 'en']).meta({ description: 'language of the messages' }),
  languages: z.array(z.enum(LOCALES)).max(LOCALES.length).meta({ description: 'which the enterprise offers' }),
  quiet: QuietHours.nullable(),
  enterpriseQuiet: QuietHours,
});

const Day = z.iso.date({ error: 'field.invalid' }).max(10, { error: 'field.invalid' });
const Delivery = z.object({
  id: z.string(),
  userName: z.string(),
  employeeNo: z.string().nullable(),
  channel: Channel,
  group: z.enum(NOTICE_GROUPS),
  isRequired: z.boolean().meta({ description: 'the enterprise required it when the notice was sent' }),
  state: z.enum(NOTICE_DELIVERY_STATES),
  reason: z.enum(NOTICE_DELIVERY_REASONS).nullable(),
  tries: z.number().int(),
  error: z.string().nullable().meta({ description: 'what the provider said at the last try' }),
  gmtCreate: Instant,
  nextAt: Instant.meta({ description: 'of one that waits: when it is tried' }),
  doneAt: Instant.nullable(),
});

/** Longest token of a link, with a margin. */
const Token = z.string().max(400, { error: 'field.invalid' });
const Unsubscribed = z.object({
  groups: z.array(z.enum(UNSUBSCRIBE_GROUPS)).max(UNSUBSCRIBE_GROUPS.length),
  isOn: z.boolean().meta({ description: 'some of them still come by e-mail' }),
  isRequired: z
    .boolean()
    .meta({ description: 'the enterprise requires all of them by now: they cannot be turned off' }),
});

export const noticeCalls = define({
  'POST /user/api/notice/unsubscribe/view': {
    summary: 'Say which notices the link of an e-mail turns off, and whether they still come by e-mail',
    auth: 'public',
    input: z.object({ token: Token }),
    data: Unsubscribed,
  },
  'POST /user/api/notice/unsubscribe/save': {
    summary: 'Turn the notices of such a link off, or on again, without signing in',
    auth: 'public',
    input: z.object({ token: Token, on: z.boolean() }),
    data: Unsubscribed,
  },
  'POST /user/auth/notice/delivery/page': {
    summary: 'List what became of notices on other channels than the portal, the newest first',
    auth: 'admin',
    input: paged().extend({
      keyword: z
        .string()
        .trim()
        .max(100, { error: 'field.tooLong' })
        .optional()
        .meta({ description: 'name or number of who got it' }),
      group: z.enum(NOTICE_GROUPS, { error: 'field.invalid' }).optional(),
      channel: Channel.optional(),
      state: z.enum(NOTICE_DELIVERY_STATES, { error: 'field.invalid' }).optional(),
      from: Day.optional(),
      to: Day.optional(),
    }),
    data: page(Delivery).extend({
      isMore: z.boolean().meta({ description: 'there are more than `totalCount`, which are not counted' }),
    }),
  },
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
  'POST /user/auth/notice/unreached/own/page': {
    summary:
      'List the people whose superior I am and whom required notices have not reached, the most such notices first',
    auth: 'enterprise',
    input: paged(10).extend({
      keyword: z.string().trim().max(100).optional().meta({ description: 'a part of the name or employee number' }),
    }),
    data: page(
      z.object({
        userId: Id,
        userName: z.string(),
        employeeNo: z.string().nullable(),
        count: z.number().int().meta({ description: 'unread notices that reached them on no channel' }),
      }),
    ),
  },
  'POST /user/auth/notice/unreached/waiting/page': {
    summary: 'The same people as what waits for me',
    auth: 'enterprise',
    input: paged(),
    data: WaitingPage,
  },
  'GET /user/auth/notice/setting/view': {
    summary: 'Which notices I get on which channel besides the portal, in which language, and when not',
    auth: 'enterprise',
    input: Empty,
    data: Setting,
  },
  'PUT /user/auth/notice/setting/save': {
    summary:
      'Choose channels for groups of notices, the language of the messages, and quiet hours; what is left out stays',
    auth: 'enterprise',
    input: z.object({
      choices: Choices.optional(),
      locale: z.enum(['zh', 'en'], { error: 'field.invalid' }).optional(),
      quiet: QuietHours.nullable().optional(),
    }),
    data: Setting,
  },
});
