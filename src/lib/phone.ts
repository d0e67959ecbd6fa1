/**
 * A normalised mobile number: of mainland China 11 digits, of other countries E.164 with `+`. Without lookahead, because
 * the fuzz tests make inputs from it.
 */
export const PHONE = /^(?:1[3-9]\d{9}|\+(?:[1-79]\d{7,14}|8[0-57-9]\d{6,13}))$/;

/** Maximum length of a typed phone number, with spaces and dashes. */
export const PHONE_LENGTH = 30;

/** Whether a normalised text ({@link plainNumber}) is a mobile number: `13800000001` or `+85291234567`. */
export function isPhone(text: string): boolean {
  return PHONE.test(text);
}

/** Masks a phone number, as shown to everybody including its owner: `138****0001`, `+852****4567`. */
export function maskPhone(phone: string): string {
  return phone.replace(/^(\+?\d{3})\d+(\d{4})$/, '$1****$2');
}

/** Normalises typed or pasted digits, e.g. a code: removes spaces, dashes and brackets, converts full-width digits. */
export function plainDigits(text: string): string {
  return text.normalize('NFKC').replace(/[\s()\p{Pd}]/gu, '');
}

/**
 * Normalises a typed or pasted phone number: like `plainDigits`, writes `+` for the international prefix `00`, and removes
 * the country code of mainland China.
 */
export function plainNumber(text: string): string {
  return plainDigits(text)
    .replace(/^00(?=[1-9])/, '+')
    .replace(/^\+86/, '');
}
