import type { Limit } from '#src/server/core/rate-limit.ts';

/* Rate limits of login and codes (documented in docs/operations.md): number of attempts within a period in seconds. */

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** Wrong passwords of one account. Counted before the password is checked, and refunded when it was right. */
export const PASSWORD_PER_ACCOUNT: Limit = { limit: 10, seconds: 15 * MINUTE };
/** From this attempt on a proof of work is required. */
export const PASSWORD_PICTURE_FROM = 3;
/** Wrong passwords of a logged-in user who changes credentials: limits guessing in a browser that was left open. */
export const OWN_PASSWORD: Limit = { limit: 5, seconds: 15 * MINUTE };
/** Wrong codes of the second factor of one account. Counted before the code is checked, and refunded when it was right. */
export const FACTOR_PER_ACCOUNT: Limit = { limit: 5, seconds: 15 * MINUTE };
export const FACTOR_PER_DAY: Limit = { limit: 50, seconds: DAY };
/** Challenges for passkeys from one address. */
export const PASSKEYS_PER_ADDRESS: Limit = { limit: 300, seconds: 10 * MINUTE };
/** Wrong passwords and codes from one address. Only failures count: a whole enterprise may share one address. */
export const FAILURES_PER_ADDRESS: Limit = { limit: 300, seconds: 15 * MINUTE };
/** From this number of failures of an address on, every password attempt from it needs a proof of work. */
export const FAILURES_PICTURE_FROM = 100;

/** Codes for one phone number. `CODE_PER_MINUTE.seconds` is also the delay before a code can be requested again. */
export const CODE_PER_MINUTE: Limit = { limit: 1, seconds: MINUTE };
export const CODES_PER_HOUR: Limit = { limit: 5, seconds: HOUR };
export const CODES_PER_DAY: Limit = { limit: 10, seconds: DAY };
/** After this number of codes for a number, or from an address, within an hour a proof of work is required. */
export const CODES_PICTURE_AFTER = 3;
export const ADDRESS_PICTURE_AFTER = 60;
export const CODES_PER_ADDRESS_HOUR: Limit = { limit: 300, seconds: HOUR };
export const CODES_PER_ADDRESS_DAY: Limit = { limit: 1_000, seconds: DAY };
export const ALL_CODES_SECONDS = DAY;

export const PICTURES_PER_ADDRESS: Limit = { limit: 300, seconds: 10 * MINUTE };
