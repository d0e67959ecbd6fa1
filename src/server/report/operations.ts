import { report } from '#src/contract/report.ts';
import { implement } from '#src/server/core/implement.ts';
import { exportReport } from './report-file.ts';
import { runReport } from './run.ts';
import { deleteReport, restoreReport, listReports, saveReport, viewReport } from './saved.ts';
import { pageDeliveries, saveSchedule } from './schedule.ts';
import { listValues } from './values.ts';

export const reportOperations = implement(report, {
  'GET /report/auth/report/list': listReports,
  'GET /report/auth/report/view': viewReport,
  'POST /report/auth/report/run': { ownTransaction: runReport },
  'POST /report/auth/report/value/list': listValues,
  'POST /report/auth/report/export': exportReport,
  'POST /report/auth/report/save': saveReport,
  'DELETE /report/auth/report/delete': deleteReport,
  'PUT /report/auth/report/restore': restoreReport,
  'POST /report/auth/report/schedule/save': saveSchedule,
  'POST /report/auth/report/delivery/page': pageDeliveries,
});
