/** How strangers who verify a certificate see the name of its holder: `王*`, in full, or not at all. */
export const SHOWN_NAMES = ['masked', 'full', 'hidden'] as const;
export type ShownName = (typeof SHOWN_NAMES)[number];
