/** Days before the end of a certificate at which its holder is told, each once. */
export const EXPIRY_DAYS = [90, 30, 7] as const;

/** How strangers who verify a certificate see the name of its holder: `王*`, in full, or not at all. */
export const SHOWN_NAMES = ['masked', 'full', 'hidden'] as const;
export type ShownName = (typeof SHOWN_NAMES)[number];

/** Whether a number is that of an annual statement, and not of a certificate. */
export const isStatementNumber = (number: string): boolean => /^S\d{4}(-[0-9A-Z]{4}){3}$/i.test(number);
