import {
  NOTICE_CHANNELS,
  NOTICE_DELIVERY_STATES,
  NOTICE_GROUPS,
  type NoticeChannel,
  type NoticeDeliveryState,
  type NoticeGroup,
} from '#src/contract/rules/notice.ts';
import { day, listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/admin/messages/log`, and the call of its list. */

type Filter = {
  keyword?: string;
  group?: NoticeGroup;
  channel?: NoticeChannel;
  state?: NoticeDeliveryState;
  from?: string;
  to?: string;
};

export const DELIVERIES = listQuery<Filter>({
  path: '/admin/messages/log',
  filters: {
    ...{ keyword: text(100), group: oneOf(NOTICE_GROUPS), channel: oneOf(NOTICE_CHANNELS) },
    ...{ state: oneOf(NOTICE_DELIVERY_STATES), from: day, to: day },
  },
});
export const deliveryPage = (state: StateOf<typeof DELIVERIES>) =>
  ['POST /user/auth/notice/delivery/page', pageInput(state)] as const;
