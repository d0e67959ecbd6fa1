const PHONE = /^1\d{10}$/;

/** Whether a text is a mobile number of mainland China, as people sign in with it. */
export function isPhone(text: string): boolean {
  return PHONE.test(text);
}

/** A phone number as it is shown to anybody, its owner included: `138****0001`. */
export function maskPhone(phone: string): string {
  return phone.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2');
}

/** A number as people type or paste it, without spaces, dashes, full-width digits and the country's prefix. */
export function plainNumber(text: string): string {
  return text.normalize('NFKC').replace(/[\s-]/g, '').replace(/^\+86/, '');
}
