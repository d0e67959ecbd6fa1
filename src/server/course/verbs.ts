import { course } from '#src/contract/course.ts';
import { implement } from '#src/server/http/implement.ts';

export const courseVerbs = implement(course, {});
