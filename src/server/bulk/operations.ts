import { bulk } from '#src/contract/bulk.ts';
import { implement } from '#src/server/core/implement.ts';
import { currentBulk, dismissBulk, pageBulkRows, stopBulk, viewBulk } from './read-bulk.ts';

export const bulkOperations = implement(bulk, {
  'GET /data/auth/bulk/current': currentBulk,
  'GET /data/auth/bulk/view': viewBulk,
  'POST /data/auth/bulk/row/page': pageBulkRows,
  'PUT /data/auth/bulk/stop': stopBulk,
  'PUT /data/auth/bulk/dismiss': dismissBulk,
});
