import { isEmail } from '#src/lib/email.ts';
import { plainNumber } from '#src/lib/phone.ts';

/** A typed phone number or e-mail address, as the operations that take both accept it. */
export function typedRecipient(text: string): { phone: string } | { email: string } {
  return text.includes('@') ? { email: text.trim().toLowerCase() } : { phone: plainNumber(text) };
}

/** The same as one text, to compare what was typed. */
export function recipientKey(text: string): string {
  const to = typedRecipient(text);
  return 'email' in to ? to.email : to.phone;
}

/** Whether a text is meant as an e-mail address but is none. */
export const isBrokenEmail = (text: string): boolean => text.includes('@') && !isEmail(text.trim());
