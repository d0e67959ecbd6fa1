/** Longest text of a note, in characters. */
export const MAX_NOTE_LENGTH = 2_000;
