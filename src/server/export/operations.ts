import { exportRecords } from '#src/contract/export.ts';
import { implement } from '#src/server/core/implement.ts';
import { deleteAllExports, deleteExport } from './delete-exports.ts';
import { getDownloadUrl } from './get-download-url.ts';
import { pageExports } from './page-exports.ts';
import { remakeExport } from './remake-export.ts';
import { requestPeopleExport } from './request-people-export.ts';

export const exportOperations = implement(exportRecords, {
  'POST /data/auth/export/record/page': pageExports,
  'GET /data/auth/export/record/get/file/download/url': getDownloadUrl,
  'POST /data/auth/export/people/save': requestPeopleExport,
  'POST /data/auth/export/record/remake': remakeExport,
  'DELETE /data/auth/export/record/delete': { ownTransaction: deleteExport },
  'DELETE /data/auth/export/record/all/delete': { ownTransaction: deleteAllExports },
});
