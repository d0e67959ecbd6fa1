import { appeal } from '#src/contract/appeal.ts';
import { implement } from '#src/server/core/implement.ts';
import { pageWaitingRequests } from '#src/server/flow/page-instances.ts';
import { explain } from './explain.ts';
import { reverseAppeal } from './reverse-appeal.ts';
import { saveAppeal } from './save-appeal.ts';
import { viewAppeal } from './view-appeal.ts';

export const appealOperations = implement(appeal, {
  'GET /course/auth/appeal/explain': explain,
  'POST /course/auth/appeal/save': saveAppeal,
  'GET /course/auth/appeal/view': viewAppeal,
  'POST /course/auth/appeal/reverse': reverseAppeal,
  'POST /course/auth/appeal/waiting/page': (ctx, input) => pageWaitingRequests(ctx, input, 'appeal'),
});
