/**
 * Characters that names must not contain, because they are invisible or change how others are displayed: control,
 * format (zero-width, bidirectional), private and unassigned characters, and letters and symbols without a glyph.
 */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a name consists of visible characters only. */
export const isVisibleName = (text: string): boolean => !INVISIBLE.test(text);

/** Normalises a name for storage: trimmed, with runs of white space replaced by one space. */
export const tidyName = (text: string): string => text.replace(/\s+/gu, ' ').trim();
