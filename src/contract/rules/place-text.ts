import type { LayoutElement } from './certificate-layout.ts';

/** A line of a text as it is drawn: millimetres from the upper left corner of the page, size in points. */
export type PlacedLine = { text: string; x: number; width: number; baseline: number; size: number };
/** Returns the width of a text in relation to the size of its letters. */
export type Measure = (text: string) => number;

export const MM_PER_POINT = 25.4 / 72;
/** How far a text that is too long is made smaller before it is broken, and the smallest size at all, points. */
const LEAST_SHARE = 0.6;
const LEAST_SIZE = 4;
/** Distance of lines, and of the baseline from the upper edge of a line, in relation to the size. */
const LINE_HEIGHT = 1.3;
const ASCENT = 0.98;

/**
 * Places a text in its box, in the middle of its height: one line if it fits, smaller to six tenths of its size if it is too long, and otherwise in lines, as
 * large as they fit into the box. At the smallest size lines may go beyond the box.
 * @param text without placeholders; `\n` begins another line
 */
export function placeText(
  { x, y, width, height, size, align }: Pick<LayoutElement, 'x' | 'y' | 'width' | 'height' | 'size' | 'align'>,
  text: string,
  measure: Measure,
): PlacedLine[] {
  const given = text.split('\n').map((line) => line.trim());
  if (given.every((line) => line === '')) return [];
  const widths = given.map(measure);
  const fits = (lines: number, at: number) => lines * at * LINE_HEIGHT * MM_PER_POINT <= height + 0.01;
  const share = Math.min(1, width / (Math.max(...widths) * size * MM_PER_POINT));
  const pieces = given.map((line) => piecesOf(line, measure));
  let used = size * share;
  let lines = given.map((line, n) => ({ line, ems: widths[n]! }));
  if (share < LEAST_SHARE || (given.length > 1 && !fits(given.length, used))) {
    used = size;
    for (;;) {
      lines = pieces.flatMap((each) => broken(each, width / (used * MM_PER_POINT)));
      if (used <= LEAST_SIZE || fits(lines.length, used)) break;
      used = Math.max(LEAST_SIZE, used - 0.5);
    }
  }
  const step = used * LINE_HEIGHT * MM_PER_POINT;
  const top = y + (height - step * lines.length) / 2;
  return lines.map(({ line, ems }, n) => {
    const long = ems * used * MM_PER_POINT;
    const left = align === 'left' ? 0 : align === 'right' ? width - long : (width - long) / 2;
    return {
      text: line,
      x: x + left,
      width: long,
      baseline: top + n * step + ASCENT * used * MM_PER_POINT,
      size: used,
    };
  });
}

type Piece = { text: string; ems: number };

/** Parts between which a line may be broken: words with the space after them, and Chinese characters. */
const piecesOf = (line: string, measure: Measure): Piece[] =>
  (line.match(/[^\s\u2e80-\u{3ffff}]+\s*|[\u2e80-\u{3ffff}]\s*|\s+/gu) ?? []).map((text) => ({
    text,
    ems: measure(text),
  }));

/** Breaks a line. A word that is longer than a line is broken where it must be. @param width in relation to the size of letters */
function broken(pieces: Piece[], width: number): { line: string; ems: number }[] {
  const lines: { line: string; ems: number }[] = [];
  let line = '';
  let ems = 0;
  const end = () => {
    lines.push({ line: line.trimEnd(), ems });
    line = '';
    ems = 0;
  };
  for (const piece of pieces) {
    if (line && ems + piece.ems > width) end();
    if (piece.ems <= width) {
      line += piece.text;
      ems += piece.ems;
      continue;
    }
    const letters = Array.from(piece.text);
    const each = piece.ems / letters.length;
    for (const letter of letters) {
      if (line && ems + each > width) end();
      line += letter;
      ems += each;
    }
  }
  if (line || lines.length === 0) end();
  return lines;
}

/** Width of a text in a common sans-serif font, nearly: for drawings on the screen, whose fonts differ. */
export const nearWidth: Measure = (text) => {
  let ems = 0;
  for (const letter of text) {
    if (letter >= '\u2e80') ems += 1;
    else if (/[A-ZMWmw@%&]/.test(letter)) ems += 0.68;
    else if (/[ijl.,:;'|!()[\] ]/.test(letter)) ems += 0.28;
    else ems += 0.555;
  }
  return ems;
};
