import type { Criterion } from '#src/server/question/tables.ts';
import { QUESTION_FILE_LIMITS as LIMITS } from './limits.ts';
import { cleanLine } from './text.ts';

/** Writes criteria as one line each, points first: `3: names the cause`. */
export const criteriaText = (criteria: Criterion[]): string =>
  criteria.map(({ text, points }) => `${points}: ${cleanLine(text)}`).join('\n');

const LINE = /^(\d{1,4}(?:\.\d{1,2})?)\s*[:：]\s*(\S.*)$/u;

/** Reads what `criteriaText` writes. @returns undefined if a line is no criterion, or there are too many */
export function readCriteria(text: string): Criterion[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const found = lines.flatMap((line) => {
    const [, points, said] = LINE.exec(cleanLine(line)) ?? [];
    return said === undefined || said.length > LIMITS.criterion ? [] : [{ text: said, points: Number(points) }];
  });
  const fits = found.length === lines.length && found.length <= LIMITS.criteria;
  return fits && found.every(({ points }) => points <= LIMITS.points) && found.some(({ points }) => points > 0)
    ? found
    : undefined;
}
