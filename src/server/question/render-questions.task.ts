import { renderQuestion, type QuestionContent } from './render-question.ts';
import type { Media } from './render-text.ts';

/** Renders the texts of questions, in the order given. @returns the texts, and how many characters they are as JSON */
export function run({ contents, media }: { contents: QuestionContent[]; media: Media }) {
  const htmls = contents.map((content) => renderQuestion(content, media));
  return { htmls, size: JSON.stringify(htmls).length };
}
