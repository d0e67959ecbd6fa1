import type { QuestionHtmls } from '#src/server/core/db/schema/question.ts';
import { renderQuestion, type QuestionContent } from './render-question.ts';
import type { Media } from './render-text.ts';

/** Renders the texts of questions, in the order given. */
export function run({ contents, media }: { contents: QuestionContent[]; media: Media }): QuestionHtmls[] {
  return contents.map((content) => renderQuestion(content, media));
}
