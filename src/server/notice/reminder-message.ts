import { and, eq, isNull } from 'drizzle-orm';
import { href } from '#src/i18n/locale.ts';
import { noticeText } from '#src/i18n/notice-text.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { notice, reminderPreference } from './tables.ts';
import { confirmedPhone, confirmedEmail } from '#src/server/core/confirmed-addresses.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import type { MailMessage } from '#src/server/core/mail/message.ts';
import { nameInMessages, signature } from '#src/server/core/sender-name.ts';
import { readTexts } from '#src/server/message/texts.ts';

export type Reminder = {
  /** Null: the member has no confirmed number or address. */
  sms: { phone: string; title: string; text: string } | null;
  mail: MailMessage | null;
};

/**
 * Claims the reminder of a notice, so that no other process sends it, and composes it.
 * @returns null when it is not to be sent: it was sent or the notice read, or the member has left or no longer wants it
 */
export async function claimReminder(
  db: TenantDb,
  { enterpriseId, noticeId, by }: Jobs['send-reminder'],
  at: Date,
): Promise<Reminder | null> {
  const column = by === 'sms' ? notice.smsAt : notice.mailAt;
  const [claimed] = await db
    .update(notice)
    .set(by === 'sms' ? { smsAt: at } : { mailAt: at })
    .where(and(eq(notice.enterpriseId, enterpriseId), eq(notice.id, noticeId), isNull(notice.readAt), isNull(column)))
    .returning();
  if (!claimed) return null;
  const [reader] = await db
    .select({
      ...{ bySms: reminderPreference.bySms, byEmail: reminderPreference.byEmail, locale: reminderPreference.locale },
      origin: reminderPreference.origin,
    })
    .from(reminderPreference)
    .innerJoin(
      enterpriseUser,
      and(
        eq(enterpriseUser.enterpriseId, reminderPreference.enterpriseId),
        eq(enterpriseUser.userId, reminderPreference.userId),
        eq(enterpriseUser.status, 'active'),
      ),
    )
    .where(and(eq(reminderPreference.enterpriseId, enterpriseId), eq(reminderPreference.userId, claimed.userId)));
  if (!reader || !(by === 'sms' ? reader.bySms : reader.byEmail)) return null;
  const { locale, origin } = reader;
  const texts = await readTexts(db, enterpriseId, locale);
  const site = await nameInMessages(db, enterpriseId, locale);
  const text = noticeText(texts.t, claimed);
  const url = new URL(href(locale, claimed.path), origin).href;
  const phone = by === 'sms' ? await confirmedPhone(db, claimed.userId) : null;
  const email = by === 'mail' ? await confirmedEmail(db, claimed.userId) : null;
  return {
    sms: phone
      ? {
          phone,
          title: String(claimed.detail.title),
          text: texts.sms('sms.reminder', { sign: signature(locale), site, text, url }),
        }
      : null,
    mail: email
      ? texts.mail('mail.reminder', email, {
          ...{ site, text, link: url },
          settings: new URL(href(locale, '/account?change=5&of=me'), origin).href,
        })
      : null,
  };
}

/** Gives a reminder back that could not be sent, so that a retry sends it. */
export async function releaseReminder(db: TenantDb, { enterpriseId, noticeId, by }: Jobs['send-reminder']) {
  await db
    .update(notice)
    .set(by === 'sms' ? { smsAt: null } : { mailAt: null })
    .where(and(eq(notice.enterpriseId, enterpriseId), eq(notice.id, noticeId)));
}
