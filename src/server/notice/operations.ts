import { noticeCalls } from '#src/contract/notice.ts';
import { implement } from '#src/server/core/implement.ts';
import { saveDigest, viewDigest } from './digest.ts';
import { pageNotices } from './page-notices.ts';
import { readNotices } from './read-notices.ts';
import { saveReminder, viewReminder } from './reminder.ts';

export const noticeOperations = implement(noticeCalls, {
  'POST /user/auth/notice/page': pageNotices,
  'PUT /user/auth/notice/read': readNotices,
  'GET /user/auth/notice/digest/view': viewDigest,
  'PUT /user/auth/notice/digest/save': saveDigest,
  'GET /user/auth/notice/reminder/view': viewReminder,
  'PUT /user/auth/notice/reminder/save': saveReminder,
});
