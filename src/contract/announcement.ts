import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { ById, Empty, Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';

/** An announcement in lists. */
export const AnnouncementCard = z.object({
  id: Id,
  title: z.string(),
  summary: z.string().nullable(),
  cover: z.string().nullable(),
  author: z.string().nullable(),
  publishedAt: Instant,
  pinned: z.boolean(),
  admireCount: z.number().int(),
  commentCount: z.number().int(),
});
/** An attachment of an announcement. */
const Attachment = z.object({
  fileName: z.string(),
  fileSize: z.number().int().meta({ description: 'bytes' }),
  contentType: z.string(),
  url: z.string(),
});
const Neighbour = z.object({ id: Id, title: z.string() });

const AnnouncementView = AnnouncementCard.extend({
  /** Sanitised HTML. */
  bodyHtml: z.string(),
  attachments: z.array(Attachment).max(MAX_ITEMS.attachments),
  /** The previous (newer) and the next announcement of the list. */
  previous: Neighbour.nullable(),
  next: Neighbour.nullable(),
});
/** The user's state: read, liked; `toConfirm`: they are asked to confirm that they have read it. */
const UserState = {
  read: z.boolean(),
  admired: z.boolean(),
  toConfirm: z.boolean(),
  confirmedAt: Instant.nullable(),
};
const Count = z.object({ count: z.number().int() });
/** Batch actions require a selection. */
const Ids = z
  .array(Id, { error: 'field.selectAnnouncements' })
  .min(1, { error: 'field.selectAnnouncements' })
  .max(100, { error: 'field.tooLong' });

export const announcement = define({
  'POST /user/api/announcement/page': {
    summary: 'List published announcements, newest first, for everybody',
    auth: 'visitor',
    input: paged(10),
    data: page(AnnouncementCard),
    cache: ['announcement', 'admires:announcement', 'comments:announcement'],
  },
  'GET /user/api/announcement/view': {
    summary: 'Get one announcement, for everybody',
    auth: 'visitor',
    input: ById,
    data: AnnouncementView,
  },
  'POST /user/auth/announcement/user/record/page': {
    summary: 'List the user’s announcements, newest first, without deleted ones',
    auth: 'enterprise',
    input: paged(5).extend({
      read: z.boolean().optional().meta({ description: 'true: only read ones, false: only unread ones' }),
    }),
    data: page(AnnouncementCard.extend(UserState)),
  },
  'POST /user/auth/announcement/user/record/read/count': {
    summary: 'Count the announcements that the user has read',
    auth: 'enterprise',
    input: Empty,
    data: Count,
  },
  'POST /user/auth/announcement/user/record/wait/read/count': {
    summary: 'Count the user’s unread announcements and notices',
    auth: 'enterprise',
    input: Empty,
    data: Count.extend({
      notices: z.number().int().meta({ description: 'unread notices to this user; not part of `count`' }),
      until: Instant.meta({ description: 'the count includes announcements published up to this time' }),
    }),
  },
  'GET /user/auth/announcement/user/record/view': {
    summary: 'Get one announcement and mark it as read',
    auth: 'enterprise',
    input: ById.extend({
      peek: z
        .literal('1')
        .optional()
        .meta({ description: 'not marked as read, e.g. when the browser prefetches the page' }),
    }),
    data: AnnouncementView.extend(UserState),
  },
  'PUT /user/auth/announcement/user/record/batch/read': {
    summary: 'Mark announcements as read',
    auth: 'enterprise',
    input: Ids,
    data: Count,
  },
  'PUT /user/auth/announcement/user/record/all/read': {
    summary: 'Mark all announcements as read that were published up to `until`',
    auth: 'enterprise',
    input: z.object({
      until: z.iso
        .datetime({ error: 'field.invalid' })
        .max(40, { error: 'field.invalid' })
        .meta({ description: 'time of the list that the user saw' }),
    }),
    data: Count,
  },
  'DELETE /user/auth/announcement/user/record/batch/delete': {
    summary: 'Remove announcements from the user’s list',
    auth: 'enterprise',
    input: Ids,
    data: Count,
    body: true,
  },
  'PUT /user/auth/announcement/user/record/confirm': {
    summary: 'Confirm having read an announcement that asks for it',
    auth: 'enterprise',
    input: ById,
    data: z.object({ confirmedAt: Instant }),
  },
  'PUT /user/auth/announcement/user/record/update/admire': {
    summary: 'Like an announcement, or remove the like',
    auth: 'enterprise',
    input: ById,
    data: z.object({ admired: z.boolean(), admireCount: z.number().int() }),
  },
});
