/** Days before the end of a certificate at which its holder is told, each once. */
export const EXPIRY_DAYS = [90, 30, 7] as const;

/** How strangers who verify a certificate see the name of its holder: `王*`, in full, or not at all. */
export const SHOWN_NAMES = ['masked', 'full', 'hidden'] as const;
export type ShownName = (typeof SHOWN_NAMES)[number];
