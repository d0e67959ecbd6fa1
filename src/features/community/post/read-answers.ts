import type { Api } from '#src/client/api.ts';
import type { Data } from '#src/contract/calls.ts';
import type { AnswerOrder } from './answer-orders.ts';

/** Answers of one page, and pages that are read to find the linked answer. */
const PAGE_SIZE = 20;
const MOST_PAGES = 10;

/**
 * The first answers of a question, and if an answer is linked (`?answer=`) those up to it; one that is far down the list is
 * found with "load more".
 */
export async function readAnswers(
  api: Api,
  { questionId, order, linked }: { questionId: string; order: AnswerOrder; linked: string | null },
): Promise<Data<'POST /community/api/answer/page'>> {
  const input = { questionId, order, pageSize: PAGE_SIZE };
  let { list, next } = await api('POST /community/api/answer/page', input);
  for (let page = 1; linked && next && page < MOST_PAGES && !list.some(({ id }) => id === linked); page++) {
    const more = await api('POST /community/api/answer/page', { ...input, after: next });
    list = [...list, ...more.list];
    next = more.next;
  }
  return { list, next };
}
