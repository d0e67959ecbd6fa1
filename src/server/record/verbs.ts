import { record } from '#src/contract/record.ts';
import { implement } from '#src/server/http/implement.ts';

export const recordVerbs = implement(record, {});
