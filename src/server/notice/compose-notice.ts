import { NOTICE_SETTINGS_PATH } from '#src/contract/rules/notice.ts';
import { href, type Locale } from '#src/i18n/locale.ts';
import { noticeText } from '#src/i18n/notice-text.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { messageIdOf } from '#src/server/core/mail/message-id.ts';
import type { MailMessage } from '#src/server/core/mail/message.ts';
import { nameInMessages, signature } from '#src/server/core/sender-name.ts';
import { readTexts, type Texts } from '#src/server/message/texts.ts';
import type { Claimed } from './deliver.ts';
import { unsubscribePart } from './unsubscribe.ts';

/** What composes the messages of an enterprise; texts are read once for each language. */
export type Composer = {
  mail(notice: Claimed): MailMessage;
  /** Of an app: a card that opens the place. */
  card(notice: Claimed): { title: string; text: string; url: string; button: string };
  /** `title`: for providers that accept templates only. */
  sms(notice: Claimed): { phone: string; title: string; text: string };
};

/** Reads the texts that messages about notices need. */
export async function openComposer(db: TenantDb, enterpriseId: string, notices: Claimed[]): Promise<Composer> {
  const parts = new Map<Locale, { texts: Texts; site: string }>();
  for (const locale of new Set(notices.map((each) => each.locale)))
    parts.set(locale, {
      texts: await readTexts(db, enterpriseId, locale),
      site: await nameInMessages(db, enterpriseId, locale),
    });
  const partsOf = (notice: Claimed) => {
    const { texts, site } = parts.get(notice.locale)!;
    const urlOf = (path: string) => new URL(href(notice.locale, path), notice.origin).href;
    return { texts, site, urlOf, text: noticeText(texts.t, notice), url: urlOf(notice.path) };
  };
  return {
    mail(notice) {
      const { texts, site, urlOf, text, url } = partsOf(notice);
      const values = { site, text, link: url, settings: urlOf(NOTICE_SETTINGS_PATH) };
      const { noticeId, userId, group, locale, origin, isRequired, to } = notice;
      const messageId = messageIdOf({ kind: 'notice', id: noticeId, enterpriseId }, origin);
      // What the enterprise requires cannot be turned off.
      const subject = { enterpriseId, userId, groups: isRequired ? [] : [group] };
      const { unsubscribe, footer } = unsubscribePart(subject, locale, origin, texts.t);
      return { ...texts.mail('mail.reminder', to, values, footer), messageId, unsubscribe };
    },
    card(notice) {
      const { texts, site, text, url } = partsOf(notice);
      return { title: site, text, url, button: texts.t('notice:card') };
    },
    sms(notice) {
      const { texts, site, text, url } = partsOf(notice);
      const { locale, detail, to } = notice;
      return {
        phone: to,
        title: String(detail.title ?? text),
        text: texts.sms('sms.reminder', { sign: signature(locale), site, text, url }),
      };
    },
  };
}
