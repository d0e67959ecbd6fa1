/** Control characters except line break and tab, line separators, and the byte order mark. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g;

/** Normalises plain text for storage: `\n` as line break, no control characters, at most one consecutive empty line. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(CONTROL, '')
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Whether the text has any visible character; spaces and zero-width characters do not count. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

/** A part of plain text: text, a link, or a line break. */
export type TextPart = { text: string; href?: string } | { br: true };

// Chinese text has no spaces around a URL: Chinese punctuation and characters end it.
const ADDRESS =
  /https?:\/\/[^\s<>"'`\p{Script=Han}\u3000-\u303f\uff00-\uffef\u2010-\u2027\u202a-\u202e\u2066-\u2069]+/giu;

/** Splits plain text into lines, links and text. Only URLs become links; everything else stays text. */
export function textParts(text: string): TextPart[] {
  return text.split('\n').flatMap((line, i) => [...(i > 0 ? [{ br: true } as const] : []), ...lineParts(line)]);
}

function lineParts(line: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of line.matchAll(ADDRESS)) {
    // The full stop of the sentence does not belong to the URL.
    const address = found.replace(/[.,;:!?)\]}]+$/, '');
    if (!URL.canParse(address)) continue;
    if (index > end) parts.push({ text: line.slice(end, index) });
    parts.push({ text: address, href: new URL(address).href });
    end = index + address.length;
  }
  if (end < line.length) parts.push({ text: line.slice(end) });
  return parts;
}
