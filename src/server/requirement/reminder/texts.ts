import { sql } from 'drizzle-orm';
import { NOTICE_SETTINGS_PATH, type NoticeGroup, type NoticeKind } from '#src/contract/rules/notice.ts';
import type { MessageKind } from '#src/contract/rules/requirement.ts';
import { href, type Locale } from '#src/i18n/locale.ts';
import { noticeText } from '#src/i18n/notice-text.ts';
import type { Translate } from '#src/i18n/format.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { messageIdOf } from '#src/server/core/mail/message-id.ts';
import type { MailLine, MailMessage } from '#src/server/core/mail/message.ts';
import { nameInMessages, signature } from '#src/server/core/sender-name.ts';
import { readTexts } from '#src/server/message/texts.ts';
import { unsubscribePart } from '#src/server/notice/unsubscribe.ts';
import { instant } from '../state-sql.ts';
import type { Sender } from './channels.ts';

/** Where the reader sees their requirements, and those of their people. */
const PATH = '/account/requirements';
/** Names that the e-mail of a digest lists; the page lists more. */
const MAX_LISTED = 50;

/** A message that is to be sent. */
export type Waiting = {
  messageId: string;
  userId: string;
  kind: MessageKind;
  title: string | null;
  dueOn: string;
  isOverdue: boolean;
  /** Of a digest: people whose requirements are still not fulfilled, and how many of these are overdue. */
  people: number;
  overdue: number;
};
/** What one person is sent on a channel at a time: one message about all their requirements. */
export type Transmission = {
  userId: string;
  /** The phone number or the e-mail address. */
  to: string;
  locale: Locale;
  /** Address of the portal where the person chose to get messages. */
  origin: string;
  items: Waiting[];
  /** Groups of notices that they belong to and that the person may decline. */
  optional: NoticeGroup[];
};

type Text = { kind: NoticeKind; detail: Record<string, string | number>; path: string };

/** The notice of a message; its text is made in the language of the reader. Digests name nobody: names stay where they can be erased. */
export function noticeOf({ kind, title, dueOn, isOverdue, people, overdue }: Waiting): Text {
  const path = PATH;
  if (kind === 'digest') return { kind: 'requirementDigest', detail: { count: people, overdue }, path };
  const detail = { title: title!, date: dueOn };
  if (kind === 'test') return { kind: 'requirementTest', detail, path };
  return { kind: isOverdue ? 'requirementOverdue' : 'requirementDue', detail, path };
}

/** Composes the one e-mail to a person about all that waits for them. */
export async function composeReminderMail(
  db: TenantDb,
  sender: Sender,
  at: Date,
  { userId, to, locale, origin, items, optional }: Transmission,
): Promise<MailMessage> {
  const texts = await readTexts(db, sender.id, locale);
  const site = await nameInMessages(db, sender.id, locale);
  const url = (path: string) => new URL(href(locale, path), origin).href;
  const shown: MailLine[] = [];
  for (const item of items) {
    const notice = noticeOf(item);
    shown.push({ text: noticeText(texts.t, notice), url: url(notice.path) });
    if (item.kind === 'digest') shown.push(...(await peopleOf(db, sender, at, item)).map((text) => ({ text })));
  }
  const text = textOf(items, texts.t);
  const values = { site, text, items: shown, settings: url(NOTICE_SETTINGS_PATH) };
  const subject = { enterpriseId: sender.id, userId, groups: optional };
  const { unsubscribe, footer } = unsubscribePart(subject, locale, origin, texts.t);
  return {
    ...texts.mail('mail.requirements', to, values, footer),
    messageId: messageIdOf({ kind: 'requirement', id: items[0]!.messageId, enterpriseId: sender.id }, origin),
    unsubscribe,
  };
}

/** Composes the one text message to a person. `title`: for providers that accept templates only. */
export async function composeReminderSms(
  db: TenantDb,
  { id }: Sender,
  { to, locale, origin, items }: Transmission,
): Promise<{ phone: string; title: string; text: string }> {
  const texts = await readTexts(db, id, locale);
  const site = await nameInMessages(db, id, locale);
  const text = textOf(items, texts.t);
  const url = new URL(href(locale, PATH), origin).href;
  const [only] = items;
  const title = items.length === 1 && only!.title ? only!.title : text;
  return { phone: to, title, text: texts.sms('sms.reminder', { sign: signature(locale), site, text, url }) };
}

function textOf(items: Waiting[], t: Translate): string {
  return items.length === 1 ? noticeText(t, noticeOf(items[0]!)) : t('notice:requirements', { count: items.length });
}

/** The people of a digest who have not fulfilled their requirements yet, each with the requirement and its due date. */
async function peopleOf(db: TenantDb, { id, timeZone }: Sender, at: Date, { messageId }: Waiting): Promise<string[]> {
  const { rows } = await db.execute<{ userName: string; title: string; dueOn: string }>(sql`
    select u.user_name as "userName", r.title, i.due_on::text as "dueOn"
    from requirement_message i
    join enterprise_user u on u.enterprise_id = i.enterprise_id and u.user_id = i.user_id
    join requirement r on r.enterprise_id = i.enterprise_id and r.id = i.requirement_id
    where i.enterprise_id = ${id} and i.digest_id = ${messageId} and portal.reminder_obstacle(i, ${instant(at)}, ${timeZone}) is null
    order by i.due_on, u.user_name, i.id limit ${MAX_LISTED}`);
  return rows.map(({ userName, title, dueOn }) => `${userName} · ${title} · ${dueOn}`);
}
