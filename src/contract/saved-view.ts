import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { ById, Id, ListPath } from './common.ts';
import { define } from './define.ts';

export const SavedView = z.object({
  id: Id,
  name: z.string(),
  query: z.string().meta({ description: 'filters, order and columns, as in the URL of the list' }),
  isShared: z.boolean().meta({ description: 'shown to everybody who can open the list' }),
  canChange: z.boolean(),
});

export const savedView = define({
  'GET /data/auth/list/view/list': {
    summary: 'List the saved views of a list of the back office: the user’s own ones and shared ones, by name',
    auth: 'enterprise',
    input: z.object({ list: ListPath }),
    data: z.array(SavedView).max(MAX_ITEMS.savedViews),
  },
  'POST /data/auth/list/view/save': {
    summary: 'Save a view of a list; it replaces the one of the same name. Administrators can share it',
    auth: 'enterprise',
    input: z.object({
      list: ListPath,
      name: z.string().trim().min(1, { error: 'field.required' }).max(60, { error: 'field.tooLong' }),
      query: z.string().max(2000, { error: 'field.tooLong' }),
      isShared: z.boolean().default(false),
    }),
    data: SavedView,
  },
  'DELETE /data/auth/list/view/delete': {
    summary: 'Delete a view that the user may change',
    auth: 'enterprise',
    input: ById,
    data: z.null(),
  },
});
