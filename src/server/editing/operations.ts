import { courseImport } from '#src/contract/course-import.ts';
import { editing } from '#src/contract/editing.ts';
import { announcementEditing } from '#src/contract/announcement-editing.ts';
import { editingLists } from '#src/contract/editing-lists.ts';
import { implement } from '#src/server/core/implement.ts';
import {
  deleteCategory,
  listManagedCategories,
  moveCategory,
  restoreCategory,
  saveCategory,
} from '#src/server/course/edit/categories.ts';
import { listAudienceChoices, listAudiencePeople } from '#src/server/announcement/audience-choices.ts';
import { countReceipts, exportReceipts, listReceipts, remindReaders } from '#src/server/announcement/receipts.ts';
import { changeItems, listConsequences } from './change-items.ts';
import { changeSeveral } from './change-several.ts';
import {
  listEditedCourses,
  listEditedLecturers,
  listEditedProjects,
  listMembersToChoose,
  listNames,
  listSubjects,
} from './list-things.ts';
import { listEditedAnnouncements, listEditedArticles } from './list-site-things.ts';
import { startImport, viewImport } from './import/start-import.ts';
import { publishItem } from './publish-item.ts';
import { duplicateItem, saveDraft } from './save-draft.ts';
import { pageVersions, viewVersion } from './versions.ts';
import { viewItem } from './view-item.ts';

export const editingOperations = implement(editing, {
  'GET /system/auth/content/view': viewItem,
  'POST /system/auth/content/save': saveDraft,
  'POST /system/auth/content/consequences': listConsequences,
  'POST /system/auth/content/publish': publishItem,
  'POST /system/auth/content/change': changeItems,
  'POST /system/auth/content/duplicate': duplicateItem,
  'POST /system/auth/content/version/page': pageVersions,
  'GET /system/auth/content/version/view': viewVersion,
});

export const editingListOperations = implement(editingLists, {
  'POST /system/auth/content/course/page': listEditedCourses,
  'POST /system/auth/content/project/page': listEditedProjects,
  'POST /system/auth/content/bulk/save': changeSeveral,
  'POST /system/auth/content/lecturer/page': listEditedLecturers,
  'POST /system/auth/content/subject/page': listSubjects,
  'POST /system/auth/content/name/list': listNames,
  'POST /system/auth/content/member/page': listMembersToChoose,
  'GET /system/auth/content/category/list': listManagedCategories,
  'POST /system/auth/content/category/save': saveCategory,
  'POST /system/auth/content/category/move': moveCategory,
  'DELETE /system/auth/content/category/delete': deleteCategory,
  'PUT /system/auth/content/category/restore': restoreCategory,
});

export const announcementEditingOperations = implement(announcementEditing, {
  'POST /system/auth/content/announcement/page': listEditedAnnouncements,
  'POST /system/auth/content/article/page': listEditedArticles,
  'GET /system/auth/announcement/choices': listAudienceChoices,
  'POST /system/auth/announcement/people/page': listAudiencePeople,
  'POST /system/auth/announcement/receipt/page': listReceipts,
  'GET /system/auth/announcement/receipt/total': countReceipts,
  'POST /system/auth/announcement/receipt/export': exportReceipts,
  'POST /system/auth/announcement/receipt/remind': remindReaders,
});

export const courseImportOperations = implement(courseImport, {
  'POST /system/auth/content/course/import/start': startImport,
  'GET /system/auth/content/course/import/view': viewImport,
});
