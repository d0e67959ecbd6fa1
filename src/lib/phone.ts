const PHONE = /^1\d{10}$/;

/** Whether a text is a mobile number of mainland China. */
export function isPhone(text: string): boolean {
  return PHONE.test(text);
}

/** A masked phone number, as shown to everybody including its owner: `138****0001`. */
export function maskPhone(phone: string): string {
  return phone.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2');
}

/**
 * Normalises a typed or pasted phone number: removes spaces, dashes and the country prefix, converts full-width digits.
 */
export function plainNumber(text: string): string {
  return text.normalize('NFKC').replace(/[\s-]/g, '').replace(/^\+86/, '');
}
