import type { Data } from '#src/contract/calls.ts';
import { MESSAGE_CHANNELS } from '#src/contract/rules/message.ts';
import { listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/admin/messages`, and the call of its list. */

export const PAGE = 'POST /system/auth/message/template/page';
export type ListedMessage = Data<typeof PAGE>['list'][number];
type Filter = { keyword?: string; channel?: ListedMessage['channel']; changed?: 'yes' | 'no' };

export const CHANGED = ['yes', 'no'] as const;

export const MESSAGES = listQuery<Filter>({
  path: '/admin/messages',
  filters: { keyword: text(100), channel: oneOf(MESSAGE_CHANNELS), changed: oneOf(CHANGED) },
});
export const messagePage = (state: StateOf<typeof MESSAGES>) => {
  const { changed, ...input } = pageInput(state);
  return [PAGE, { ...input, ...(changed && { changed: changed === 'yes' }) }] as const;
};
