import { CONTENT_STATES } from '#src/contract/rules/editing.ts';
import { oneOf, text } from '#src/lib/list-query.ts';

/* Filters that all lists of the editors of content have. */

export const CONTENT_MARKS = ['draft', 'planned', 'pack'] as const;
export type ContentFilter = {
  keyword?: string;
  state?: (typeof CONTENT_STATES)[number];
  mark?: (typeof CONTENT_MARKS)[number];
};
export const CONTENT_FILTERS = { keyword: text(100), state: oneOf(CONTENT_STATES), mark: oneOf(CONTENT_MARKS) };
