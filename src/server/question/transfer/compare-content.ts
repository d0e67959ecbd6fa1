import type { Criterion, QuestionKey } from '#src/server/question/tables.ts';
import { cleanLine, cleanText } from '../formats/text.ts';
import type { QuestionContent } from '../render-question.ts';

/** A question as the readers of files leave it, so that what was exported and what is stored can be compared. */
export function asRead({ type, texts, answer, criteria }: QuestionContent): QuestionContent {
  const read = Object.entries(texts).map(([lang, { stem, options, analysis }]) => [
    lang,
    {
      stem: cleanText(stem),
      options: options.map(({ key, text }) => ({ key, text: cleanText(text) })),
      analysis: analysis === null ? null : cleanText(analysis) || null,
    },
  ]);
  return {
    type,
    texts: Object.fromEntries(read) as QuestionContent['texts'],
    answer: answerAsRead(type, answer),
    ...(criteria && { criteria: criteria.map(({ text, points }): Criterion => ({ text: cleanLine(text), points })) }),
  };
}

function answerAsRead(type: QuestionContent['type'], answer: QuestionKey): QuestionKey {
  if (type === 'short') return cleanText(answer as string);
  if (type === 'multiple') return [...(answer as string[])].sort();
  if (type !== 'blank') return answer;
  return (answer as string[][]).map((texts) => [...new Set(texts.map(cleanLine))].filter((text) => text !== ''));
}

/** A multiple choice with one right option cannot be told from a single choice in most formats. */
export const likeBefore = (content: QuestionContent, before: { type: QuestionContent['type'] }): QuestionContent =>
  content.type === 'single' && before.type === 'multiple'
    ? { ...content, type: 'multiple', answer: [content.answer as string] }
    : content;

/** What recognises a question by its stem in any of its languages. */
export const stemsOf = ({ type, texts }: Pick<QuestionContent, 'type' | 'texts'>): string[] =>
  Object.values(texts).map(({ stem }) => `${type} ${cleanLine(stem)}`);

/** A question, and what it looks like in a file that cannot tell a multiple choice with one right option from a single choice. */
export function writtenForms(content: QuestionContent): QuestionContent[] {
  const { type, answer } = content;
  const keys = type === 'multiple' ? (answer as string[]) : [];
  return keys.length === 1 ? [content, { ...content, type: 'single', answer: keys[0]! }] : [content];
}
