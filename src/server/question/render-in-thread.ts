import type { RequestContext } from '#src/server/core/context.ts';
import type { QuestionHtmls } from '#src/server/core/db/schema/question.ts';
import { fileWork, textWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import type { run } from './render-questions.task.ts';
import { renderQuestion, type QuestionContent } from './render-question.ts';
import type { Media } from './render-text.ts';

const ONE = defineTask<typeof run>('#src/server/question/render-questions.task.ts', {
  slow: 'textTooSlow',
  large: 'textTooSlow',
});
const MANY = { ...ONE, refusals: { slow: 'questionFileTooSlow', large: 'questionFileTooMuch' } };
/** Texts up to this length that have neither formulas nor tables are rendered faster than they are sent to another thread. */
const SHORT = 1_000;

type Who = Pick<RequestContext, 'tenant' | 'signal'>;

/**
 * Renders a question in another thread, unless it is short. Before the transaction that stores it: a connection of the database
 * must not wait for somebody's formulas.
 * @throws AppError 422 `textTooSlow`, 429 `workBusy`
 */
export async function renderInThread(who: Who, content: QuestionContent, media: Media): Promise<QuestionHtmls> {
  const said = JSON.stringify(content);
  if (said.length <= SHORT && !/[$|]/.test(said)) return renderQuestion(content, media);
  const { tenant, signal } = who;
  const [html] = await textWork.run(ONE, { contents: [content], media }, { owner: tenant.id, signal: signal() });
  return html!;
}

/** The same for the questions of a file, which may take long. @throws AppError 413, 422, 429 */
export function renderManyInThread({ tenant, signal }: Who, contents: QuestionContent[], media: Media) {
  return fileWork.run(MANY, { contents, media }, { owner: tenant.id, signal: signal() });
}
