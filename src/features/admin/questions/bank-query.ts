import type { Data } from '#src/contract/calls.ts';
import { type Filter, listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The queries of `/admin/questions` and of one bank, and the calls of their lists. */

export type Bank = Data<'POST /exam/auth/question/bank/page'>['list'][number];
export type BankView = Data<'GET /exam/auth/question/bank/view'>;
export type Item = Data<'POST /exam/auth/question/page'>['list'][number];
export type Question = Data<'GET /exam/auth/question/view'>;

export const TYPES = ['single', 'multiple', 'judge', 'blank', 'short'] as const;
export const DIFFICULTIES = [1, 2, 3, 4] as const;

export const BANKS = listQuery<{ keyword?: string; state?: 'deleted' }, 'title' | 'gmtModified'>({
  path: '/admin/questions',
  filters: { keyword: text(100), state: oneOf(['deleted']) },
  sorts: ['title', 'gmtModified'],
});
export function bankPage(list: StateOf<typeof BANKS>) {
  const { state, ...input } = pageInput(list);
  return ['POST /exam/auth/question/bank/page', { ...input, ...(state === 'deleted' && { deleted: true }) }] as const;
}
export const bankView = (id: string) => ['GET /exam/auth/question/bank/view', { id }] as const;

/** As it is in the query of the list. */
export type QuestionFilter = Filter & {
  keyword?: string;
  type?: Item['type'];
  difficulty?: string;
  topic?: string;
  tag?: string;
  state?: 'published' | 'withdrawn' | 'deleted';
};
export type QuestionOrder = 'code' | 'type' | 'difficulty' | 'topic' | 'gmtModified';

/** The list of the questions of a bank. */
export const questionsOf = (bankId: string) =>
  listQuery<QuestionFilter, QuestionOrder>({
    path: `/admin/questions/${bankId}`,
    filters: {
      keyword: text(100),
      type: oneOf(TYPES),
      difficulty: oneOf(DIFFICULTIES.map(String)),
      topic: text(200),
      tag: text(50),
      state: oneOf(['published', 'withdrawn', 'deleted']),
    },
    sorts: ['code', 'type', 'difficulty', 'topic', 'gmtModified'],
  });

/** The filter as calls take it. */
export const calledFilter = (bankId: string, { state, difficulty, ...filter }: Partial<QuestionFilter>) => ({
  bankId,
  keyword: filter.keyword,
  type: filter.type,
  topic: filter.topic,
  tag: filter.tag,
  difficulty: difficulty === undefined ? undefined : Number(difficulty),
  ...(state === 'deleted' ? { deleted: true } : { published: state === undefined ? undefined : state === 'published' }),
});

export function questionPage(bankId: string, state: StateOf<ReturnType<typeof questionsOf>>) {
  const { sort, pageCurrent, pageSize } = pageInput(state);
  return [
    'POST /exam/auth/question/page',
    { ...calledFilter(bankId, state.filter), sort, pageCurrent, pageSize },
  ] as const;
}
