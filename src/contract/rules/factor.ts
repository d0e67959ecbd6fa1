/** A recovery code without separators: Base32 of 50 bits. */
export const RECOVERY_CODE = /^[A-Z2-7]{10}$/;

/** Characters of the name of a passkey. */
export const MAX_PASSKEY_NAME = 40;

/** Upper case without spaces and hyphens, however a code was typed. */
export const plainRecoveryCode = (text: string): string => text.replace(/[\s-]+/g, '').toUpperCase();
