import type { PaperQuestion } from '#src/server/core/db/schema/exam.ts';
import type { AnswerValue } from './answer-shape.ts';

/** Scores are added in hundredths, as whole numbers. */
export const toHundredths = (score: number | string): number => Math.round(Number(score) * 100);
export const fromHundredths = (hundredths: number): number => hundredths / 100;

/**
 * What a machine can say about one answer:
 * - single choice, true or false: full score when right;
 * - multiple choice: full score for exactly the right set, else nothing (no share for a part, none lost for a wrong one);
 * - blanks: each blank is worth the same share; spaces around, full or half width and letter case do not matter;
 * - short answer: nothing to say, also when there is none: its text may still arrive late (close-attempt.ts decides).
 * @returns hundredths, or null for a short answer
 */
export function scoreAnswer(question: PaperQuestion, answer: AnswerValue): number | null {
  const full = toHundredths(question.score);
  if (answer === null) return question.type === 'short' ? null : 0;
  switch (question.type) {
    case 'short':
      return null;
    case 'single':
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
 * Text as it is compared: full-width letters, digits and signs as half-width, runs of space as one, lower case. Not NFKC:
 * that would make `x²` and `x2` the same.
 */
export function fold(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
