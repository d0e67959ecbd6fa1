import { isUuid } from '#src/lib/uuid.ts';

/** What the page of the book of mistakes shows, from its address. */
export type BookQuery = {
  topic?: string;
  examId?: string;
  bankId?: string;
  /** One of `SINCE_DAYS`. */
  days?: number;
  questionId?: string;
  archived: boolean;
};

export const SINCE_DAYS = [7, 30, 90] as const;
const BOOK_PATH = '/account/question/detail';

/** Reads the query of the book of mistakes; what is no id and unknown values are left out. */
export function readBookQuery(query: URLSearchParams): BookQuery {
  const id = (name: string) => [query.get(name)?.trim() ?? ''].find(isUuid);
  const days = SINCE_DAYS.find((each) => String(each) === query.get('days'));
  const topic = query.get('topic')?.trim();
  const [examId, bankId, questionId] = [id('exam'), id('bank'), id('id')];
  return {
    ...(topic && { topic }),
    ...(examId && { examId }),
    ...(bankId && { bankId }),
    ...(days && { days }),
    ...(questionId && { questionId }),
    archived: query.get('archived') === '1',
  };
}

/** Address of the book of mistakes. @param page from 1 */
export function bookPath({ topic, examId, bankId, days, questionId, archived }: BookQuery, page = 1): string {
  const query = new URLSearchParams();
  if (topic) query.set('topic', topic);
  if (examId) query.set('exam', examId);
  if (bankId) query.set('bank', bankId);
  if (days) query.set('days', String(days));
  if (questionId) query.set('id', questionId);
  if (archived) query.set('archived', '1');
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${BOOK_PATH}?${query}` : BOOK_PATH;
}
