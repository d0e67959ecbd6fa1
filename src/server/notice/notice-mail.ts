import { and, asc, count, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { NOTICE_SETTINGS_PATH } from '#src/contract/rules/notice.ts';
import { href, type Locale } from '#src/i18n/locale.ts';
import { noticeMore, noticeText } from '#src/i18n/notice-text.ts';
import { confirmedEmail } from '#src/server/core/confirmed-addresses.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { digestPreference, notice } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { messageIdOf } from '#src/server/core/mail/message-id.ts';
import type { MailLine, MailMessage } from '#src/server/core/mail/message.ts';
import { nameInMessages } from '#src/server/core/sender-name.ts';
import { readTexts } from '#src/server/message/texts.ts';
import { unsubscribePart } from './unsubscribe.ts';

/** Notices that one e-mail lists; the others are in the portal. */
const MAX_LISTED = 20;

/**
 * Composes the e-mail with a member's unread notices of a period.
 * @returns null when there is nothing to send: everything was read, or the member has no confirmed address, has left, or
 *   no longer wants e-mail
 */
export async function composeNoticeMail(
  db: TenantDb,
  { enterpriseId, userId, since, until }: Jobs['send-notice-mail'],
): Promise<MailMessage | null> {
  const reader = await findReader(db, enterpriseId, userId);
  if (!reader) return null;
  const { email, locale, origin } = reader;
  const unread = and(
    eq(notice.enterpriseId, enterpriseId),
    eq(notice.userId, userId),
    isNull(notice.readAt),
    gt(notice.gmtCreate, new Date(since)),
    lte(notice.gmtCreate, new Date(until)),
  );
  const [found] = await db.select({ total: count() }).from(notice).where(unread);
  const total = found!.total;
  if (total === 0) return null;
  const listed = await db
    .select({ kind: notice.kind, detail: notice.detail, path: notice.path })
    .from(notice)
    .where(unread)
    .orderBy(asc(notice.gmtCreate), asc(notice.id))
    .limit(MAX_LISTED);
  const texts = await readTexts(db, enterpriseId, locale);
  const { t } = texts;
  const url = (path: string) => new URL(href(locale, path), origin).href;
  const notices: MailLine[] = listed.flatMap((each) => {
    const more = noticeMore(t, each);
    return [{ text: noticeText(t, each), url: url(each.path) }, ...(more ? [{ text: more }] : [])];
  });
  if (total > MAX_LISTED) notices.push({ text: t('notice:mail.more', { count: total - MAX_LISTED }) });
  const title = await nameInMessages(db, enterpriseId, locale);
  const { unsubscribe, footer } = unsubscribePart({ enterpriseId, userId, groups: ['digest'] }, locale, origin, t);
  const values = { count: total, title, notices, settings: url(NOTICE_SETTINGS_PATH) };
  const id = `${userId}-${Date.parse(until)}`;
  return {
    ...texts.mail('mail.notices', email, values, footer),
    messageId: messageIdOf({ kind: 'digest', id, enterpriseId }, origin),
    unsubscribe,
  };
}

/** The member with their language and the portal's address; nothing when they are not to receive e-mail. */
async function findReader(db: TenantDb, enterpriseId: string, userId: string) {
  const [found] = await db
    .select({
      locale: sql<Locale>`portal.offered_language(${digestPreference.enterpriseId}, ${digestPreference.locale})`,
      origin: digestPreference.origin,
    })
    .from(digestPreference)
    .innerJoin(
      enterpriseUser,
      and(
        eq(enterpriseUser.enterpriseId, digestPreference.enterpriseId),
        eq(enterpriseUser.userId, digestPreference.userId),
        eq(enterpriseUser.status, 'active'),
      ),
    )
    .where(
      and(
        eq(digestPreference.enterpriseId, enterpriseId),
        eq(digestPreference.userId, userId),
        eq(digestPreference.byEmail, true),
        isNotNull(digestPreference.origin),
      ),
    );
  const email = found && (await confirmedEmail(db, userId));
  return email && { ...found, email, origin: found.origin! };
}
