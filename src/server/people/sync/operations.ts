import { contactSync } from '#src/contract/contact-sync.ts';
import { implement } from '#src/server/core/implement.ts';
import { cancelSync, confirmSync, pageSyncs, requestSync } from './sync-runs.ts';
import { listSourceDepartments, listSyncSettings, saveSyncSetting, testSync } from './sync-settings.ts';

export const contactSyncOperations = implement(contactSync, {
  'GET /people/auth/sync/setting/list': listSyncSettings,
  'PUT /people/auth/sync/setting/save': saveSyncSetting,
  'POST /people/auth/sync/test': { ownTransaction: testSync },
  'POST /people/auth/sync/department/list': { ownTransaction: listSourceDepartments },
  'POST /people/auth/sync/start': requestSync,
  'PUT /people/auth/sync/run/confirm': confirmSync,
  'PUT /people/auth/sync/run/cancel': cancelSync,
  'POST /people/auth/sync/run/page': pageSyncs,
});
