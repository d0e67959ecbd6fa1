import { CHANNELS, DELIVERY_STATES, MESSAGE_KINDS } from '#src/contract/rules/requirement.ts';
import type { Data } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';
import { day, id, listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/admin/requirements/messages`, and the call of its list. */

export type Message = Data<'POST /course/auth/requirement/message/page'>['list'][number];
export type MessageFilter = {
  keyword?: string;
  requirementId?: string;
  kind?: Message['kind'];
  channel?: (typeof CHANNELS)[number];
  state?: (typeof DELIVERY_STATES)[number];
  from?: string;
  to?: string;
};

export const MESSAGES = listQuery<MessageFilter, 'gmtCreate'>({
  path: '/admin/requirements/messages',
  filters: {
    ...{ keyword: text(100), requirementId: id, kind: oneOf(MESSAGE_KINDS), channel: oneOf(CHANNELS) },
    ...{ state: oneOf(DELIVERY_STATES), from: day, to: day },
  },
  sorts: ['gmtCreate'],
});

export const messagePage = (state: StateOf<typeof MESSAGES>) =>
  ['POST /course/auth/requirement/message/page', pageInput(state)] as const;

/** What became of a message on a channel, in words. */
export function fateText({ channel, state, reason }: Message['deliveries'][number], t: Translate): string {
  const fate = t(`requirement:message.state.${state}`);
  const name = t(`requirement:message.channel.${channel}`);
  return reason ? `${name} ${fate} (${t(`requirement:message.reason.${reason}`)})` : `${name} ${fate}`;
}

/** Which reminder a message is, in words; null: its kind says it. */
export function stepText(step: string, t: Translate): string | null {
  const [name, count] = step.split(':') as [string, string | undefined];
  if (name === 'before' || name === 'after') return t(`requirement:message.step.${name}`, { count: Number(count) });
  return name === 'due' ? t('requirement:message.step.due') : null;
}
