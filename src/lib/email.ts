/** The address syntax of HTML (`<input type=email>`), with at least one dot in the domain. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** Whether a text is an e-mail address: ASCII, without spaces, line breaks or a display name. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text);
}

/** Masks an address, as shown to everybody including its owner: `z***@example.com`. */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/, '$1***');
}
