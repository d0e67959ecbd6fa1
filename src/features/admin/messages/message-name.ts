import type { MessageLang } from '#src/contract/rules/message.ts';
import type { Translate } from '#src/i18n/format.ts';
import type { ListedMessage } from './message-list.ts';

/** What a message is called: notices by their text, others by what they are for. */
export const messageName = (
  message: Pick<ListedMessage, 'kind' | 'channel' | MessageLang>,
  t: Translate,
  lang: MessageLang,
) =>
  message.channel === 'notice'
    ? message[lang].body.replace(/\{\{(\w+)\}\}/g, (_, name: string) => `[${t(`message:placeholder.${name}`)}]`)
    : t(`message:name.${message.kind}`);
