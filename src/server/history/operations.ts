import { history } from '#src/contract/history.ts';
import { implement } from '#src/server/core/implement.ts';
import { pageHistory } from './page-history.ts';

export const historyOperations = implement(history, {
  'POST /data/auth/history/page': pageHistory,
});
