import type { MessageLang, MessageValues } from '#src/contract/rules/message.ts';
import { NOTICE_SETTINGS_PATH } from '#src/contract/rules/notice.ts';
import { href } from '#src/i18n/locale.ts';
import { getT } from '#src/i18n/server.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { nameInMessages, signature } from '#src/server/core/sender-name.ts';
import type { Template } from './templates.ts';

/** Pages that the links of examples open. */
const LINKS: Record<string, string> = {
  link: '/account?change=2',
  url: '/account?change=2',
  settings: NOTICE_SETTINGS_PATH,
};
const NUMBERS: Record<string, number> = { count: 3, overdue: 1, before: 58, after: 62, minutes: 5, all: 12 };

type Where = { enterpriseId: string; origin: string };

/** Values of all placeholders of a message, for its preview and its test. The code is none that signs anybody in. */
export async function exampleOf(
  db: TenantDb,
  { placeholders }: Template,
  lang: MessageLang,
  { enterpriseId, origin }: Where,
): Promise<MessageValues> {
  const t = getT(lang);
  const url = (path: string) => new URL(href(lang, path), origin).href;
  const valueOf = async (name: string) => {
    if (name === 'site') return nameInMessages(db, enterpriseId, lang);
    if (name === 'sign') return signature(lang);
    return NUMBERS[name] ?? t(`message:example.${name}`);
  };
  const values: MessageValues = {};
  for (const { name, kind } of placeholders) {
    const path = LINKS[name];
    if (path !== undefined) values[name] = url(path);
    else if (kind === 'list') values[name] = [{ text: t(`message:example.${name}`), url: url('/account') }];
    else values[name] = await valueOf(name);
  }
  return values;
}
