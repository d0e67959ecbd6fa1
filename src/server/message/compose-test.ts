import { confirmedEmail } from '#src/server/core/confirmed-addresses.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import type { MailMessage } from '#src/server/core/mail/message.ts';
import { exampleOf } from './example.ts';
import { allTemplates } from './templates.ts';
import { textsOf } from './texts.ts';

/**
 * Composes the e-mail with which an editor tests a text. Notices and text messages come as the reminder that would carry them.
 * @returns null when the editor has no confirmed address any more
 */
export async function composeTest(
  db: TenantDb,
  { enterpriseId, userId, kind, lang, origin, text }: Jobs['send-test-message'],
): Promise<MailMessage | null> {
  const to = await confirmedEmail(db, userId);
  if (!to) return null;
  const texts = textsOf(lang, new Map([[kind, text]]));
  const where = { enterpriseId, origin };
  const template = allTemplates().get(kind)!;
  const values = await exampleOf(db, template, lang, where);
  if (template.channel === 'mail') return texts.mail(kind, to, values);
  const carrier = await exampleOf(db, allTemplates().get('mail.reminder')!, lang, where);
  return texts.mail('mail.reminder', to, { ...carrier, text: texts.sms(kind, values) });
}
