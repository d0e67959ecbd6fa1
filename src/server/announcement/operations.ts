import { announcement } from '#src/contract/announcement.ts';
import { implement } from '#src/server/core/implement.ts';
import { countUnread } from './count-unread.ts';
import {
  admireRecord,
  confirmRecord,
  deleteRecords,
  readAllRecords,
  readRecords,
  viewMyRecord,
} from './mark-records.ts';
import { countRead, pageMyRecords } from './my-records.ts';
import { pageAnnouncements } from './page-announcements.ts';
import { viewAnnouncement } from './view-announcement.ts';

export const announcementOperations = implement(announcement, {
  'POST /user/api/announcement/page': pageAnnouncements,
  'GET /user/api/announcement/view': viewAnnouncement,
  'POST /user/auth/announcement/user/record/page': pageMyRecords,
  'POST /user/auth/announcement/user/record/read/count': countRead,
  'POST /user/auth/announcement/user/record/wait/read/count': { ownTransaction: countUnread },
  'GET /user/auth/announcement/user/record/view': { ownTransaction: viewMyRecord },
  'PUT /user/auth/announcement/user/record/batch/read': readRecords,
  'PUT /user/auth/announcement/user/record/all/read': readAllRecords,
  'DELETE /user/auth/announcement/user/record/batch/delete': deleteRecords,
  'PUT /user/auth/announcement/user/record/confirm': confirmRecord,
  'PUT /user/auth/announcement/user/record/update/admire': admireRecord,
});
