/** `userType` of the members of an enterprise. */
export const USER_TYPE = { member: 1, lecturer: 2, organisation: 3 } as const;

/** After so many refusals of an e-mail address in a row it counts as failing: nothing is sent to it until it is confirmed again. */
export const MAX_EMAIL_FAILURES = 3;
