import { LANGS, type QuestionContent } from './render-question.ts';

/** Formulas and tables can multiply a text. */
const MAX_BLANKS = 20;
/** Characters in a stem that mark a blank. */
const BLANK = /_{4,}/g;

/** A mistake in a question: its field and a key of `errors.json`. */
export type ContentProblem = { field: string; key: string };

/** Checks that texts and answer of a question fit its type and each other. @returns the first mistake of each field */
export function contentProblems({ type, texts, answer, criteria = [] }: QuestionContent): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const wrong = (field: string, key: string) => problems.push({ field, key });
  const langs = LANGS.filter((lang) => texts[lang]);
  if (langs.length === 0) wrong('stem', 'field.required');
  const hasOptions = type === 'single' || type === 'multiple';
  const keysOf = (lang: 'zh' | 'en') => texts[lang]!.options.map(({ key }) => key);
  for (const lang of langs) {
    const { stem, options } = texts[lang]!;
    if (stem.trim() === '') wrong('stem', 'field.required');
    if (hasOptions) {
      if (options.length < 2 || options.some(({ text }) => text.trim() === ''))
        wrong('options', 'field.optionsMissing');
      if (new Set(keysOf(lang)).size < options.length) wrong('options', 'field.invalid');
    } else if (options.length > 0) wrong('options', 'field.invalid');
    if (keysOf(lang).join() !== keysOf(langs[0]!).join()) wrong('options', 'field.optionsDiffer');
    if (type === 'blank' && Array.isArray(answer) && (stem.match(BLANK)?.length ?? 0) !== answer.length)
      wrong('stem', 'field.blanksDiffer');
  }
  if (langs.length > 0 && !isAnswer(type, answer, hasOptions ? keysOf(langs[0]!) : []))
    wrong('answer', 'field.answerMissing');
  if (criteria.length > 0 && (type !== 'short' || criteria.every(({ points }) => points === 0)))
    wrong('criteria', 'field.criteriaPoints');
  return problems;
}

function isAnswer(type: QuestionContent['type'], answer: QuestionContent['answer'], keys: string[]): boolean {
  switch (type) {
    case 'single':
      return typeof answer === 'string' && keys.includes(answer);
    case 'multiple':
      return (
        Array.isArray(answer) &&
        answer.length > 0 &&
        new Set(answer as unknown[]).size === answer.length &&
        answer.every((key) => typeof key === 'string' && keys.includes(key))
      );
    case 'judge':
      return typeof answer === 'boolean';
    case 'blank':
      return (
        Array.isArray(answer) &&
        answer.length > 0 &&
        answer.length <= MAX_BLANKS &&
        answer.every((texts) => Array.isArray(texts) && texts.length > 0 && texts.every((text) => text.trim() !== ''))
      );
    case 'short':
      // Without a reference text, markers decide alone.
      return typeof answer === 'string';
  }
}
