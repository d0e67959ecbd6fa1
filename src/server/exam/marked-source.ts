/** `source` of the notice that an attempt has been marked. */
export const markedSource = (attemptId: string) => `marked:${attemptId}`;
