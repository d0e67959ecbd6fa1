import { editing } from '#src/contract/editing.ts';
import { editingLists } from '#src/contract/editing-lists.ts';
import { implement } from '#src/server/core/implement.ts';
import {
  deleteCategory,
  listManagedCategories,
  moveCategory,
  saveCategory,
} from '#src/server/course/edit/categories.ts';
import { changeItems, listConsequences } from './change-items.ts';
import {
  listEditedCourses,
  listEditedLecturers,
  listEditedProjects,
  listMembersToChoose,
  listSubjects,
} from './list-things.ts';
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
  'POST /system/auth/content/lecturer/page': listEditedLecturers,
  'POST /system/auth/content/subject/page': listSubjects,
  'POST /system/auth/content/member/page': listMembersToChoose,
  'GET /system/auth/content/category/list': listManagedCategories,
  'POST /system/auth/content/category/save': saveCategory,
  'POST /system/auth/content/category/move': moveCategory,
  'DELETE /system/auth/content/category/delete': deleteCategory,
});
