import { noticeCalls } from '#src/contract/notice.ts';
import { implement } from '#src/server/core/implement.ts';
import { saveDigest, viewDigest } from './digest.ts';
import { listUnreached, pageUnreached } from './list-unreached.ts';
import { pageDeliveries } from './page-deliveries.ts';
import { pageNotices } from './page-notices.ts';
import { readNotices } from './read-notices.ts';
import { saveUnsubscribe, viewUnsubscribe } from './unsubscribe.ts';
import { saveSetting, viewSetting } from './setting.ts';

export const noticeOperations = implement(noticeCalls, {
  'POST /user/api/notice/unsubscribe/view': viewUnsubscribe,
  'POST /user/api/notice/unsubscribe/save': saveUnsubscribe,
  'POST /user/auth/notice/delivery/page': pageDeliveries,
  'POST /user/auth/notice/page': pageNotices,
  'PUT /user/auth/notice/read': readNotices,
  'GET /user/auth/notice/digest/view': viewDigest,
  'PUT /user/auth/notice/digest/save': saveDigest,
  'POST /user/auth/notice/unreached/own/page': listUnreached,
  'POST /user/auth/notice/unreached/waiting/page': pageUnreached,
  'GET /user/auth/notice/setting/view': viewSetting,
  'PUT /user/auth/notice/setting/save': saveSetting,
});
