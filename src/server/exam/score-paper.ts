import type { PaperQuestion } from './tables/attempt.ts';
import type { AnswerValue } from './answer-shape.ts';

/** Converts a score to hundredths: scores are added as whole numbers. */
export const toHundredths = (score: number | string): number => Math.round(Number(score) * 100);
/** Converts hundredths back to a score. */
export const fromHundredths = (hundredths: number): number => hundredths / 100;

/**
 * Scores one answer automatically:
 * - single choice, true or false: full score if correct; a regrade can make several options right;
 * - multiple choice: full score for exactly the correct set, otherwise 0 (no partial score);
 * - blanks: each blank counts an equal share; surrounding spaces, character width and letter case are ignored;
 * - short answer: null, also if it is empty, because its text may still arrive late (close-attempt.ts decides).
 * @returns hundredths, or null for a short answer
 */
export function scoreAnswer(question: PaperQuestion, answer: AnswerValue): number | null {
  const full = toHundredths(question.score);
  if (answer === null) return question.type === 'short' ? null : 0;
  switch (question.type) {
    case 'short':
      return null;
    case 'single':
      return [question.answer].flat().includes(answer) ? full : 0;
    case 'judge':
      return answer === question.answer ? full : 0;
    case 'multiple':
      return sameSet(answer as string[], question.answer as string[]) ? full : 0;
    case 'blank': {
      const accepted = question.answer as string[][];
      const given = answer as string[];
      const right = accepted.filter((texts, i) => texts.some((text) => fold(text) === fold(given[i] ?? ''))).length;
      return Math.round((full * right) / accepted.length);
    }
  }
}

function sameSet(a: string[], b: string[]): boolean {
  const wanted = new Set(b);
  const given = new Set(a);
  return a.length === b.length && given.size === wanted.size && a.every((key) => wanted.has(key));
}

/**
 * Normalises a text for comparison: full-width letters, digits and signs as half-width, a run of spaces as one, lower case.
 * Not NFKC, which would make `x²` and `x2` equal.
 */
export function fold(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
