import { BLANK, countBlanks } from '../text.ts';
import { splitAccepted } from '../short-answers.ts';

/** Other marks of blanks: short lines, and empty brackets. */
const OTHER_MARKS = [/[_＿]{2,}/g, /[(（]\s*[)）]/g, /【\s*】/g, /\[\s+\]/g];
/** What separates the answers of several blanks on one line, if the number then fits. */
const SEPARATORS = [/[;；]/, /[、]/, /[,，]/, /\s+/];

/** Number of blanks that a stem marks in one of the ways that people use. */
export function countMarks(stem: string): number {
  const own = countBlanks(stem);
  return own > 0 ? own : Math.max(0, ...OTHER_MARKS.map((mark) => stem.match(mark)?.length ?? 0));
}

/** Returns a stem with our marks, where another one occurs as often as there are blanks. A stem without any gets one. */
export function markBlanks(stem: string, count: number): string {
  if (countBlanks(stem) === count) return stem;
  const marks = OTHER_MARKS.find((mark) => stem.match(mark)?.length === count);
  if (marks) return stem.replace(marks, BLANK);
  return countMarks(stem) === 0 && count === 1 ? `${stem} ${BLANK}` : stem;
}

/**
 * Reads the accepted texts of blanks: a line for each, or all on one line.
 * @param marks number of blanks that the stem marks
 */
export function readBlanks(text: string, marks: number): string[][] {
  const lines = text
    .split('\n')
    .map(splitAccepted)
    .filter(({ length }) => length > 0);
  if (lines.length !== 1 || marks < 2) return lines;
  for (const separator of SEPARATORS) {
    const parts = text.trim().split(separator).map(splitAccepted);
    if (parts.length === marks && parts.every(({ length }) => length > 0)) return parts;
  }
  return lines;
}
