/** Most characters of a comment or reply, as browsers count them. */
export const COMMENT_LENGTH = 1_000;

/** Everything that draws nothing by itself, except the line break and the tab. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g;

/** Plain text as it is kept: one kind of line break, no control characters, at most one empty line in a row. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(CONTROL, '')
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Whether there is anything to see: blanks and joiners of no width alone are none. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

/** A piece of plain text: words, a link, or the end of a line. */
export type TextPart = { text: string; href?: string } | { br: true };

// Chinese text has no blanks around an address: its own punctuation ends it, and so do its characters.
const ADDRESS =
  /https?:\/\/[^\s<>"'`\p{Script=Han}\u3000-\u303f\uff00-\uffef\u2010-\u2027\u202a-\u202e\u2066-\u2069]+/giu;

/** Plain text as what is drawn: lines, and the addresses in it as links. Nothing else ever becomes more than text. */
export function textParts(text: string): TextPart[] {
  return text.split('\n').flatMap((line, i) => [...(i > 0 ? [{ br: true } as const] : []), ...lineParts(line)]);
}

function lineParts(line: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of line.matchAll(ADDRESS)) {
    // The full stop of the sentence is not the address's.
    const address = found.replace(/[.,;:!?)\]}]+$/, '');
    if (!URL.canParse(address)) continue;
    if (index > end) parts.push({ text: line.slice(end, index) });
    parts.push({ text: address, href: new URL(address).href });
    end = index + address.length;
  }
  if (end < line.length) parts.push({ text: line.slice(end) });
  return parts;
}
