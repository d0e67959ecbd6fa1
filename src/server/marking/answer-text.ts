import type { PaperQuestion } from '#src/server/exam/tables/attempt.ts';

/** An answer or a key as text without words of a language: option keys with their texts, ✓ or ✗, blanks one per line. */
export function answerText({ options }: PaperQuestion, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  const text = (each: string) => {
    const option = options.find(({ key }) => key === each);
    return option ? `${option.key}. ${option.text}` : each;
  };
  if (!Array.isArray(value)) return text(String(value));
  return value.map((each) => (Array.isArray(each) ? each.join(' / ') : text(String(each)))).join('\n');
}
