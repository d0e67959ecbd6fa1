import type { Data, Input } from '#src/contract/calls.ts';

export type RunView = Data<'GET /exam/auth/user/practice/view'>;
export type RunQuestion = RunView['questions'][number];
export type AnswerValue = Input<'POST /exam/auth/user/practice/answer/check'>['answer'];
export type QuestionKey = NonNullable<RunQuestion['key']>;

type Texts = { none: string; right: string; wrong: string };
type Question = Pick<RunQuestion, 'type' | 'options' | 'html'>;

/**
 * Formats an own or right answer: options with their texts, true or false, texts per blank. Rendered options are named by their
 * letters, because they are shown above.
 */
export function answerText(question: Question, value: AnswerValue | QuestionKey['answer'], texts: Texts): string {
  if (value === null || value === '') return texts.none;
  if (typeof value === 'boolean') return value ? texts.right : texts.wrong;
  const option = (key: string) =>
    question.html.options?.[key] === undefined
      ? `${key}. ${question.options.find((each) => each.key === key)?.text ?? ''}`
      : key;
  if (question.type === 'single') return option(value as string);
  if (question.type === 'multiple') return (value as string[]).map(option).join('\n');
  if (question.type === 'blank')
    return (value as (string | string[])[])
      .map((each, i) => `${i + 1}. ${Array.isArray(each) ? each.join(' / ') : each || texts.none}`)
      .join('\n');
  return value as string;
}

/** Whether something was answered: a practice is checked without an answer only on purpose. */
export function isGiven(answer: AnswerValue | undefined): boolean {
  if (answer === null || answer === undefined) return false;
  if (typeof answer === 'string') return answer.trim() !== '';
  return Array.isArray(answer) ? answer.some((text) => text.trim() !== '') : true;
}
