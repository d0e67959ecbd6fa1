import { eq } from 'drizzle-orm';
import { maskEmail } from '#src/lib/email.ts';
import { maskPhone } from '#src/lib/phone.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { settings } from '#src/server/core/settings.ts';

/** Where a code is sent: a phone number by SMS, or an e-mail address. */
export type Recipient = { phone: string; email?: undefined } | { email: string; phone?: undefined };
/** The input of an operation, which the contract has checked to contain one of both. */
type Given = { phone?: string; email?: string };

export const recipientOf = ({ phone, email }: Given): Recipient =>
  email === undefined ? { phone: phone! } : { email };

/** The number or address, as key of codes and rate limits. A number contains no `@`, so the two cannot be confused. */
export const keyOf = ({ phone, email }: Recipient): string => email ?? phone;

/** Condition: the account of this phone number, or whose confirmed address this is. */
export const accountOf = ({ phone, email }: Recipient) =>
  email === undefined ? eq(userAccount.phone, phone) : eq(userAccount.email, email);

/** For the audit log. */
export const maskedRecipient = ({ phone, email }: Recipient) =>
  email === undefined ? { phone: maskPhone(phone) } : { email: maskEmail(email) };

/**
 * Returns where the codes go with which a user confirms a change: to the phone; by e-mail if there is none, or if the
 * portal sends e-mail but no SMS. Null: the user has neither.
 */
export function ownRecipient({ phone, email }: { phone: string | null; email: string | null }): Recipient | null {
  const { mail, sms } = settings();
  if (email && mail && (!phone || sms.provider === 'outbox')) return { email };
  return phone ? { phone } : null;
}
