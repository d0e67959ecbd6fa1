/** Maximum length of the note on one question, characters. */
export const MAX_NOTE_LENGTH = 2_000;
/** Maximum length of the scratch pad, characters. */
export const MAX_PAD_LENGTH = 10_000;
/** Maximum length of all notes and the scratch pad of an attempt together, characters. */
export const MAX_CHOICE_TEXT = 50_000;
