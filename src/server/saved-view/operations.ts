import { savedView } from '#src/contract/saved-view.ts';
import { implement } from '#src/server/core/implement.ts';
import { deleteView, listViews, saveView } from './views.ts';

export const savedViewOperations = implement(savedView, {
  'GET /data/auth/list/view/list': listViews,
  'POST /data/auth/list/view/save': saveView,
  'DELETE /data/auth/list/view/delete': deleteView,
});
