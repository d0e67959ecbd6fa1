/** Attachments of an announcement. */
export const ANNOUNCEMENT_FILES = 10;

/**
 * Where a member is with an announcement: `confirmed` that they have read it · `seen`: opened it · `reminded`, and has not opened it ·
 * `none` of these.
 */
export const RECEIPT_STATES = ['confirmed', 'seen', 'reminded', 'none'] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];
/** The states that members can have with an announcement: nobody confirms one that need not be confirmed. */
export const receiptStates = (mustRead: boolean): readonly ReceiptState[] =>
  RECEIPT_STATES.filter((state) => mustRead || state !== 'confirmed');
