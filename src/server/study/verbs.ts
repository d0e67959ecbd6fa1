import { study } from '#src/contract/study.ts';
import { implement } from '#src/server/http/implement.ts';

export const studyVerbs = implement(study, {});
