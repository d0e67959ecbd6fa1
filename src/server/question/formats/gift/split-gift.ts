import { addNotes, noNotes, type GiftNotes } from './read-notes.ts';

/** One question or category of a GIFT file, without its comments, and what they say of it. */
export type GiftBlock = { text: string; line: number; notes: GiftNotes };

/** Escaped characters, and braces that are not. */
const BRACES = /\\.|([{}])/g;

/**
 * Divides a GIFT file at its blank lines. A blank line within the braces of an answer does not divide, if the braces are
 * closed before the next question. Comments are left out; those with an id or tags belong to the question that follows.
 */
export function splitGift(text: string): GiftBlock[] {
  const lines = text.split(/\r\n|\r|\n/);
  const blocks: GiftBlock[] = [];
  let lineTexts: string[] = [];
  let start = 0;
  let notes = noNotes();
  let open = 0;
  const end = () => {
    if (lineTexts.length > 0) {
      blocks.push({ text: lineTexts.join('\n'), line: start, notes });
      notes = noNotes();
    }
    [lineTexts, open] = [[], 0];
  };
  for (const [index, line] of lines.entries()) {
    const trimmed = line.trim();
    if (trimmed.startsWith('//')) {
      addNotes(trimmed, notes);
    } else if (trimmed === '') {
      if (open <= 0 || !closesLater(lines, index)) end();
    } else if (/^\$CATEGORY:/i.test(trimmed)) {
      end();
      blocks.push({ text: trimmed, line: index + 1, notes: noNotes() });
    } else {
      if (lineTexts.length === 0) start = index + 1;
      lineTexts.push(line);
      open += balance(line);
    }
  }
  end();
  return blocks;
}

/** Lines that are searched for the end of an answer after a blank line. */
const LOOK_AHEAD = 50;

function closesLater(lines: string[], from: number): boolean {
  for (const line of lines.slice(from, from + LOOK_AHEAD)) {
    if (/^\s*(?:::|\$CATEGORY:)/i.test(line)) return false;
    for (const [, brace] of line.matchAll(BRACES)) if (brace) return brace === '}';
  }
  return false;
}

function balance(line: string): number {
  let open = 0;
  for (const [, brace] of line.matchAll(BRACES)) open += brace === '{' ? 1 : brace === '}' ? -1 : 0;
  return open;
}
