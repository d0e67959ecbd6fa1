import type { QuestionLang, QuestionType } from '#src/server/question/tables.ts';

/**
 * The form of a valid answer to one question: enough to validate an answer without the question. `langs`: the languages
 * that the question has on the paper; none on papers that were drawn before questions had one.
 */
export type AnswerShape = {
  type: QuestionType;
  keys: readonly string[];
  blanks: number;
  langs: readonly QuestionLang[];
};
export type AnswerValue = null | boolean | string | string[];

/**
 * Returns an answer in its canonical form, in which it is stored, or undefined if it is not valid for the question. Removed
 * answers become null, option keys are sorted, and characters that PostgreSQL cannot store in JSON are removed.
 */
export function canonicalAnswer(
  { type, keys, blanks }: Omit<AnswerShape, 'langs'>,
  answer: AnswerValue,
): AnswerValue | undefined {
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

/**
 * Returns the language to record for an answer: the given one, or the only one of the question, or null.
 * @returns undefined when the question does not have the given language
 */
export function answerLang({ langs }: AnswerShape, given: string | null | undefined): QuestionLang | null | undefined {
  if (given) return langs.find((lang) => lang === given);
  return langs.length === 1 ? langs[0]! : null;
}

/** Returns a text that `jsonb` accepts, without NUL and lone surrogates: one of them would fail the whole batch. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
