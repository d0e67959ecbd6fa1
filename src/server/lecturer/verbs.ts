import { lecturer } from '#src/contract/lecturer.ts';
import { implement } from '#src/server/http/implement.ts';

export const lecturerVerbs = implement(lecturer, {});
