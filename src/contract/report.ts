import { z } from 'zod';
import { ById, Empty, Id, Instant, page, paged, saveOf, SeenRevision, whole } from './common.ts';
import { define } from './define.ts';
import { ExportRecord, TableFormat } from './export.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { READY_NAMES } from './rules/ready-reports.ts';
import {
  AGGREGATES,
  type Definition as ReportDefinition,
  ENTITIES,
  EVERY,
  FILTER_OPERATORS,
  MAX_RECIPIENTS,
  MAX_REPORT,
  REPORT_DELIVERY_REASONS,
  REPORT_DELIVERY_STATES,
  REPORT_PAGE,
  SOURCE_NAMES,
} from './rules/report.ts';

const Name = z.string().max(40, { error: 'field.invalid' });
const Text = (max: number) =>
  z.string().trim().min(1, { error: 'field.required' }).max(max, { error: 'field.tooLong' });

/** What a report shows; which names there are depends on the source (`contract/rules/report.ts`). */
export const Definition: z.ZodType<ReportDefinition, ReportDefinition> = z.object({
  source: z.enum(SOURCE_NAMES),
  columns: z.array(Name).max(MAX_REPORT.columns, { error: 'field.invalid' }),
  groups: z.array(Name).max(MAX_REPORT.groups, { error: 'field.invalid' }),
  measures: z
    .array(z.object({ aggregate: z.enum(AGGREGATES), field: Name.nullable() }))
    .max(MAX_REPORT.measures, { error: 'field.invalid' }),
  filters: z
    .array(
      z.object({
        field: Name,
        op: z.enum(FILTER_OPERATORS),
        values: z
          .array(z.string().max(100, { error: 'field.tooLong' }))
          .min(1)
          .max(MAX_REPORT.values),
      }),
    )
    .max(MAX_REPORT.filters, { error: 'field.invalid' }),
  sort: z.object({ by: z.string().max(60), descending: z.boolean() }).nullable(),
});

const Schedule = z.object({
  every: z.enum(EVERY),
  day: whole(1, 28).meta({ description: 'of the week, 1 is Monday, or of the month' }),
  hour: whole(0, 23),
  format: TableFormat,
  isPaused: z.boolean().default(false),
});

const Summary = z.object({
  id: Id,
  name: z.string(),
  source: z.enum(SOURCE_NAMES),
  isShared: z.boolean(),
  canChange: z.boolean(),
  userName: z.string().meta({ description: 'who saved it' }),
  gmtModified: Instant,
  schedule: Schedule.nullable(),
});
const Recipient = z.object({ userId: Id, userName: z.string() });
const Cell = z.union([z.string(), z.number(), z.null()]);
const Row = z.object({
  cells: z.array(Cell).max(MAX_REPORT.columns),
  ids: z.array(Id.nullable()).max(MAX_REPORT.columns).meta({ description: 'of things that cells name' }),
});

/** Reports on what people do, for those who may see it (decision 101). */
export const report = define({
  'GET /report/auth/report/list': {
    summary:
      'List the ready reports that the user may read, and the saved ones: the user’s own and shared ones, by name',
    auth: 'training.read',
    input: Empty,
    data: z.object({
      ready: z.array(z.enum(READY_NAMES)).max(READY_NAMES.length),
      sources: z.array(z.enum(SOURCE_NAMES)).max(SOURCE_NAMES.length),
      saved: z.array(Summary).max(MAX_ITEMS.savedReports),
      deleted: z.array(Summary).max(MAX_ITEMS.savedReports).meta({ description: 'that the user can restore' }),
    }),
  },
  'GET /report/auth/report/view': {
    summary: 'Get a saved report with its schedule',
    auth: 'training.read',
    input: ById,
    data: Summary.extend({
      definition: Definition,
      revision: z.number().int(),
      recipients: z.array(Recipient).max(MAX_RECIPIENTS),
      nextAt: Instant.nullable(),
    }),
  },
  'POST /report/auth/report/run': {
    summary:
      'Compute a page of a report about the people whom the user may see. One that takes too long goes on as a job: the same call answers `running` until it is ready, and then what was computed',
    auth: 'training.read',
    input: paged(REPORT_PAGE).extend({
      definition: Definition,
      isFresh: z.boolean().default(false).meta({ description: 'forgets what a job has computed' }),
    }),
    data: z.object({
      state: z.enum(['ready', 'running', 'failed']),
      pageCurrent: z.number(),
      pageSize: z.number(),
      totalPage: z.number(),
      totalCount: z.number().meta({ description: 'rows; of a list at most as many as are shown' }),
      isCut: z.boolean().meta({ description: 'there are more rows than are shown' }),
      list: z.array(Row).max(MAX_ITEMS.page),
      totals: z.array(Cell).max(MAX_REPORT.columns).nullable().meta({ description: 'over all rows, by column' }),
      computedAt: Instant.nullable(),
      since: Instant.nullable().meta({ description: 'of what is running' }),
    }),
  },
  'POST /report/auth/report/value/list': {
    summary: 'Find things that a filter of a report can name',
    auth: 'training.read',
    input: z.object({
      entity: z.enum(ENTITIES),
      keyword: z.string().trim().max(100, { error: 'field.tooLong' }).default(''),
      ids: z.array(Id).max(MAX_REPORT.values).optional().meta({ description: 'these instead of a keyword' }),
    }),
    data: z.array(z.object({ id: Id, name: z.string(), hint: z.string().nullable() })).max(MAX_REPORT.values),
  },
  'POST /report/auth/report/export': {
    summary: 'Request an export of a report, over the people whom the user may see',
    auth: 'training.read',
    input: z.object({ definition: Definition, name: Text(60), format: TableFormat }),
    data: ExportRecord,
  },
  'POST /report/auth/report/save': {
    summary: 'Save a report; administrators can share it with everybody who may read reports',
    auth: 'training.read',
    input: saveOf(
      z.object({
        id: Id.optional().meta({ description: 'of one that is changed' }),
        revision: SeenRevision,
        name: Text(60),
        isShared: z.boolean().default(false),
        definition: Definition,
      }),
    ),
    data: z.object({ id: Id, revision: z.number().int() }),
  },
  'DELETE /report/auth/report/delete': {
    summary: 'Delete a saved report and end its e-mails; it can be restored for 30 days',
    auth: 'training.read',
    input: ById,
    data: z.null(),
  },
  'PUT /report/auth/report/restore': {
    summary: 'Restore a deleted report; its e-mails stay paused',
    auth: 'training.read',
    input: ById,
    data: z.null(),
  },
  'POST /report/auth/report/schedule/save': {
    summary:
      'Send a report by e-mail at set times to people who may read it, each about the people whom the recipient may see; null: not any more',
    auth: 'training.read',
    input: z.object({
      id: Id,
      schedule: Schedule.extend({
        recipients: z.array(Id).min(1, { error: 'field.required' }).max(MAX_RECIPIENTS),
      }).nullable(),
      was: Schedule.extend({ recipients: z.array(Id).max(MAX_RECIPIENTS) })
        .nullable()
        .meta({ description: 'what was shown: if somebody else has saved another one since, nothing is stored (409)' }),
    }),
    data: z.object({ nextAt: Instant.nullable() }),
  },
  'POST /report/auth/report/delivery/page': {
    summary: 'List what became of the e-mails with a report, the newest first',
    auth: 'training.read',
    input: paged().extend({ id: Id }),
    data: page(
      z.object({
        id: Id,
        userName: z.string(),
        dueAt: Instant,
        state: z.enum(REPORT_DELIVERY_STATES),
        reason: z.enum(REPORT_DELIVERY_REASONS).nullable(),
        rows: z.number().int().nullable(),
        doneAt: Instant.nullable(),
      }),
    ),
  },
});
