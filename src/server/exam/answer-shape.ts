import type { QuestionType } from '#src/server/core/db/schema/exam.ts';

/** What an answer to one question may look like: enough to check it without the question. */
export type AnswerShape = { type: QuestionType; keys: readonly string[]; blanks: number };
export type AnswerValue = null | boolean | string | string[];

/**
 * An answer in its one stored form, or undefined when it is none to this question. Answers that were taken back become
 * null; option keys get an order; characters that PostgreSQL cannot keep in JSON are taken out.
 */
export function canonicalAnswer({ type, keys, blanks }: AnswerShape, answer: AnswerValue): AnswerValue | undefined {
  if (answer === null || answer === '') return null;
  switch (type) {
    case 'judge':
      return typeof answer === 'boolean' ? answer : undefined;
    case 'single':
      return typeof answer === 'string' && keys.includes(answer) ? answer : undefined;
    case 'multiple': {
      if (!Array.isArray(answer) || !answer.every((key) => keys.includes(key))) return undefined;
      const chosen = [...new Set(answer)].sort();
      return chosen.length ? chosen : null;
    }
    case 'blank': {
      if (!Array.isArray(answer) || answer.length !== blanks) return undefined;
      const texts = answer.map(storable);
      return texts.some((text) => text.trim() !== '') ? texts : null;
    }
    case 'short': {
      if (typeof answer !== 'string') return undefined;
      const text = storable(answer);
      return text.trim() === '' ? null : text;
    }
  }
}

/** `jsonb` takes neither NUL nor half a surrogate pair; one such character would fail the whole batch. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
