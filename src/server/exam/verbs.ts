import { exam } from '#src/contract/exam.ts';
import { implement } from '#src/server/http/implement.ts';

export const examVerbs = implement(exam, {});
