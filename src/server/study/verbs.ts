import { study } from '#src/contract/study.ts';
import { implement } from '#src/server/http/implement.ts';
import { Refusal } from '#src/server/http/refusal.ts';

const soon = (): never => {
  throw new Refusal(503, 'notReady');
};
export const studyVerbs = implement(study, Object.fromEntries(Object.keys(study).map((name) => [name, soon])) as never);
