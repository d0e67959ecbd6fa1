/* Rules of the organisation centre (docs/specification.md, section "Organisation centre"). */

/** Its lists of people, which can all be exported. */
export const CENTRE_LISTS = ['people', 'seats', 'tasks', 'exams', 'hours', 'certificates'] as const;
export type CentreList = (typeof CENTRE_LISTS)[number];

/** What became of a seat: its course is not begun, is studied, is completed. */
export const SEAT_STATES = ['unused', 'learning', 'completed'] as const;
/** Seats that end within `SEAT_END_DAYS[0]` days and are not completed, and those that have ended. */
export const SEAT_ENDS = ['soon', 'expired'] as const;
export const CERTIFICATE_STATES = ['held', 'expired', 'revoked'] as const;

/** Days before the end of seats at which the organisation account is told, the first first. */
export const SEAT_END_DAYS = [30, 7] as const;
