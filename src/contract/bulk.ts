import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { ById, Id, Instant, ListPath, page, paged, whole } from './common.ts';
import { define } from './define.ts';

/** What a change of several rows is applied to: some rows, or all that a filter of the list finds, with their number as the user saw it. */
export const chosenRows = <F extends z.ZodType>(filter: F, max: number = MAX_ITEMS.bulkFound) => ({
  ids: z.array(Id).min(1, { error: 'field.required' }).max(MAX_ITEMS.bulkRows, { error: 'field.tooMany' }).optional(),
  found: z.object({ filter, count: whole(1, max) }).optional(),
});

/** For `refine`: rows are given in one of the two ways. */
export const isChosen = ({ ids, found }: { ids?: unknown; found?: unknown }) => Boolean(ids) !== Boolean(found);
export const NOT_CHOSEN = { path: ['ids'], error: 'field.required' };

export const BulkJob = z.object({
  id: Id,
  action: z.string().meta({ description: 'name of what is done with each row, e.g. `certificateRevoke`' }),
  state: z.enum(['running', 'done', 'stopped']),
  totalCount: z.number().int(),
  doneCount: z.number().int().meta({ description: 'rows with the change' }),
  failedCount: z.number().int().meta({ description: 'rows that could not be changed, each with its reason' }),
  gmtCreate: Instant,
});

export const bulk = define({
  'GET /data/auth/bulk/current': {
    summary:
      'Get the latest change of several rows that the user began in a list, unless it ended a while ago or was put aside',
    auth: 'enterprise',
    input: z.object({ list: ListPath }),
    data: z.object({ job: BulkJob.nullable() }),
  },
  'GET /data/auth/bulk/view': {
    summary: 'Get the progress of a change of several rows that the user began',
    auth: 'enterprise',
    input: ById,
    data: BulkJob,
  },
  'POST /data/auth/bulk/row/page': {
    summary: 'List rows of such a change with their results',
    auth: 'enterprise',
    input: paged().extend({ id: Id, outcome: z.enum(['done', 'failed', 'waiting']).optional() }),
    data: page(
      z.object({
        number: z.number().int(),
        rowId: Id,
        name: z.string(),
        outcome: z.enum(['done', 'failed', 'waiting']),
        reason: z.string().nullable().meta({ description: 'why it failed, in the language of the user' }),
      }),
    ),
  },
  'PUT /data/auth/bulk/stop': {
    summary: 'Stop such a change; rows that are changed stay so',
    auth: 'enterprise',
    input: ById,
    data: BulkJob,
  },
  'PUT /data/auth/bulk/dismiss': {
    summary: 'Put the result of such a change aside: `current` does not return it any more',
    auth: 'enterprise',
    input: ById,
    data: z.null(),
  },
});
