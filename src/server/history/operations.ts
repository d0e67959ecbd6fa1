import { auditLog } from '#src/contract/audit-log.ts';
import { history } from '#src/contract/history.ts';
import { implement } from '#src/server/core/implement.ts';
import { exportAuditLog, listActions, pageAuditLog } from './audit-log.ts';
import { pageHistory } from './page-history.ts';

export const historyOperations = implement(history, {
  'POST /data/auth/history/page': pageHistory,
});

export const auditLogOperations = implement(auditLog, {
  'POST /data/auth/audit/page': pageAuditLog,
  'GET /data/auth/audit/action/list': listActions,
  'POST /data/auth/audit/export': exportAuditLog,
});
