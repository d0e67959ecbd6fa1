/**
 * Characters that no name may hold, because they are not seen or change how others are seen: control, format (zero-width,
 * bidirectional), private and unassigned characters, and letters and symbols without a glyph.
 */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a name consists of visible characters only. */
export const isVisibleName = (text: string): boolean => !INVISIBLE.test(text);

/** A name as it is stored: without space at its ends, and one space where there were several of any kind. */
export const tidyName = (text: string): string => text.replace(/\s+/gu, ' ').trim();
