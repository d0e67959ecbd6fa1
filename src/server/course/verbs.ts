import { course } from '#src/contract/course.ts';
import { implement } from '#src/server/http/implement.ts';
import { Refusal } from '#src/server/http/refusal.ts';

const soon = (): never => {
  throw new Refusal(503, 'notReady');
};
export const courseVerbs = implement(
  course,
  Object.fromEntries(Object.keys(course).map((name) => [name, soon])) as never,
);
