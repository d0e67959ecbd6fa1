import { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import type { QuestionHtmls } from './tables.ts';
import { fileWork, textWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import { inBatches } from './in-batches.ts';
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
/** Characters of what the questions of a file become; without formulas they are little more than the file. */
const MAX_RENDERED = 100_000_000;

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
  const options = { owner: tenant.id, signal: signal() };
  const { htmls } = await textWork.run(ONE, { contents: [content], media }, options);
  return htmls[0]!;
}

/**
 * The same for the questions of a file, which may take long: some at a time, because the main thread copies what it sends and receives
 * in one turn.
 * @throws AppError 413, 422, 429
 */
export async function renderManyInThread({ tenant, signal }: Who, contents: QuestionContent[], media: Media) {
  const rendered: QuestionHtmls[] = [];
  let total = 0;
  for (const some of inBatches(contents)) {
    const options = { owner: tenant.id, signal: signal() };
    const { htmls, size } = await fileWork.run(MANY, { contents: some, media }, options);
    total += size;
    if (total > MAX_RENDERED) throw new AppError(413, MANY.refusals.large);
    rendered.push(...htmls);
  }
  return rendered;
}
