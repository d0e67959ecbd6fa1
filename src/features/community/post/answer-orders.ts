export const ANSWER_ORDERS = ['helpful', 'newest', 'oldest'] as const;
export type AnswerOrder = (typeof ANSWER_ORDERS)[number];

/** Parses `?order=` of a question. */
export const readAnswerOrder = (text: string | null): AnswerOrder =>
  ANSWER_ORDERS.find((each) => each === text) ?? 'helpful';
