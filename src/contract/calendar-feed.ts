import { z } from 'zod';
import { Empty, Instant } from './common.ts';
import { define } from './define.ts';

/** The secret address of a member's dates (docs/specification.md, section "Calendar subscription"). */
export const calendarFeeds = define({
  'GET /user/auth/calendar/feed/view': {
    summary: 'Get since when the user has a secret address of their dates, and when a calendar program last read it',
    auth: 'enterprise',
    input: Empty,
    data: z.object({ feed: z.object({ createdAt: Instant, lastReadAt: Instant.nullable() }).nullable() }),
  },
  'POST /user/auth/calendar/feed/renew': {
    summary:
      'Make a secret address of the user’s dates for calendar programs, which is shown only now; the former one is not valid any more',
    auth: 'enterprise',
    input: Empty,
    data: z.object({ url: z.string() }),
  },
  'DELETE /user/auth/calendar/feed/revoke': {
    summary: 'Make the secret address of the user’s dates invalid. Idempotent',
    auth: 'enterprise',
    input: Empty,
    data: z.object({ count: z.number().int() }),
  },
});
