import { and, eq, sql } from 'drizzle-orm';
import { dateText } from '#src/lib/dates.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import type { MailMessage } from '#src/server/core/mail/message.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { unseal } from '#src/server/core/seal.ts';
import { nameInMessages, signature } from '#src/server/core/sender-name.ts';
import { readTexts } from '#src/server/message/texts.ts';
import { hashToken } from '../session/token.ts';
import { memberInvitation } from '../tables/invitation.ts';
import type { SmsMessage } from '../code/sms/message.ts';
import { invitationState } from './invitation-state.ts';

type Job = Jobs['send-invitation'];
export type Invitation = { sms: SmsMessage; mail?: undefined } | { mail: MailMessage; sms?: undefined };

/** Condition: the invitation still has the token of the job. */
const ofJob = ({ enterpriseId, userId }: Job, token: string) =>
  and(
    eq(memberInvitation.enterpriseId, enterpriseId),
    eq(memberInvitation.userId, userId),
    eq(memberInvitation.tokenHash, hashToken(token)),
  );

const openSealed = ({ sealed }: Job) => JSON.parse(unseal(sealed)) as { token: string; url: string };

/** Composes the message of an invitation, in its language. @returns null when it was sent, or its link is not valid any more */
export async function composeInvitation(db: TenantDb, job: Job, now: Date): Promise<Invitation | null> {
  const { token, url } = openSealed(job);
  const { rows } = await db.execute<{ state: string }>(sql`
    select ${invitationState(sql`i`, sql`u`, sql`a`, sql`${now.toISOString()}::timestamptz`)} as state
    from member_invitation i
    join enterprise_user u on u.enterprise_id = i.enterprise_id and u.user_id = i.user_id
    join portal.user_account a on a.id = i.user_id
    where i.enterprise_id = ${job.enterpriseId} and i.user_id = ${job.userId}`);
  if (rows[0]?.state !== 'pending' && rows[0]?.state !== 'failed') return null;
  const [invitation] = await db.select().from(memberInvitation).where(ofJob(job, token));
  if (!invitation || invitation.sentAt) return null;
  const { locale, recipient, way, expiresAt } = invitation;
  const texts = await readTexts(db, job.enterpriseId, locale);
  const { timeZone } = await readEnterprise(db, job.enterpriseId);
  const values = {
    sign: signature(locale),
    site: await nameInMessages(db, job.enterpriseId, locale),
    until: dateText(expiresAt, timeZone, locale),
  };
  if (way === 'sms') {
    const text = texts.sms('sms.invitation', { ...values, url });
    return { sms: { phone: recipient, purpose: 'invitation', site: values.site, url, text } };
  }
  return { mail: texts.mail('mail.invitation', recipient, { ...values, link: url }) };
}

/** Stores what became of the message. @param failure null: it was accepted */
export async function noteSent(db: TenantDb, job: Job, failure: string | null, now: Date): Promise<void> {
  const { token } = openSealed(job);
  await db
    .update(memberInvitation)
    .set(failure === null ? { sentAt: now, failure: null } : { failure })
    .where(ofJob(job, token));
}
