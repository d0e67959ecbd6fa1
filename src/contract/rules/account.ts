/** `userType` of the members of an enterprise. */
export const USER_TYPE = { member: 1, lecturer: 2, organisation: 3 } as const;
