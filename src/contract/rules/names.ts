/**
 * Characters that names must not contain, because they are invisible or change how others are displayed: control,
 * format (zero-width, bidirectional), private and unassigned characters, and letters and symbols without a glyph.
 */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a name consists of visible characters only. */
export const isVisibleName = (text: string): boolean => !INVISIBLE.test(text);

/** Normalises a name for storage: trimmed, with runs of white space replaced by one space. */
export const tidyName = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/**
 * Whether a name contains neither digits nor anything that reads or works as an address: it is shown to strangers, in messages and
 * in the list of enterprises.
 */
export function isPlainName(text: string): boolean {
  // A dot before two letters is how a host name goes on; an ideographic full stop works like one.
  return !/\p{Nd}|[.\u3002]\p{L}{2}|[/\\@%\u3010\u3011]|\bwww\b/iu.test(text.normalize('NFKC'));
}
