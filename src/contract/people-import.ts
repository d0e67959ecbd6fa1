import { z } from 'zod';
import { ById, Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';
import { CONTACT_PROVIDERS } from './rules/contact-sync.ts';
import { PEOPLE_FIELDS, PEOPLE_KINDS, PEOPLE_LIMITS } from './rules/people-import.ts';

const Field = z.enum(PEOPLE_FIELDS, { error: 'field.invalid' });
const Kind = z.enum(PEOPLE_KINDS, { error: 'field.invalid' });
const Columns = z.array(Field.nullable()).max(PEOPLE_LIMITS.columns, { error: 'field.tooMany' });
const Options = z.object({
  emptyClears: z
    .boolean()
    .meta({ description: 'an empty cell removes what is stored, where something may be missing' }),
  keepEdited: z.boolean().meta({ description: 'what was changed by hand in the portal stays' }),
  refuseNew: z.boolean().meta({ description: 'rows with departments or positions that do not exist are wrong' }),
  allMissing: z.boolean().meta({
    description:
      'everybody in the departments of the user who is not in the file is missing, not only those whom imports have brought',
  }),
});
const Names = z.array(z.string()).max(1_000);
const Summary = z.object({
  id: Id,
  fileName: z.string(),
  source: z
    .enum(CONTACT_PROVIDERS)
    .nullable()
    .meta({ description: 'whose contacts a synchronisation has read; null: a file' }),
  userName: z.string().meta({ description: 'who has sent the file' }),
  state: z.enum(['waiting', 'planning', 'planned', 'applying', 'applied', 'undoing', 'undone']),
  counts: z.record(Kind, z.number().int()).nullable().meta({ description: 'rows by what the plan does with them' }),
  totalCount: z.number().int().meta({ description: 'rows of the running or last work: applying or undoing' }),
  doneCount: z.number().int(),
  failedCount: z
    .number()
    .int()
    .meta({ description: 'rows that were not applied, each with its reason; or not undone completely' }),
  gmtCreate: Instant,
  appliedAt: Instant.nullable(),
  undoneAt: Instant.nullable(),
});
const View = Summary.extend({
  isOwn: z.boolean(),
  sheets: z
    .array(
      z.object({
        name: z.string(),
        hidden: z.boolean(),
        header: z.number().int().meta({ description: 'index of the row of `top` that seems to name the columns' }),
        top: z
          .array(
            z.object({
              line: z.number().int(),
              cells: z.array(z.string()).max(PEOPLE_LIMITS.columns),
              columns: Columns.meta({
                description: 'what the columns seem to be if this row names them, or were the last time',
              }),
            }),
          )
          .max(30),
      }),
    )
    .max(PEOPLE_LIMITS.sheets),
  sheet: z.number().int(),
  headings: z.array(z.string()).max(PEOPLE_LIMITS.columns),
  columns: Columns.meta({ description: 'those of the plan' }),
  options: Options,
  plan: z.number().int().meta({ description: 'number of the plan; sent with `apply`' }),
  problem: z.string().nullable().meta({ description: 'why no plan could be made' }),
  activeCount: z.number().int(),
  missingConfirmation: z
    .boolean()
    .meta({ description: 'disabling who is missing has to be confirmed with their number' }),
  disableMissing: z.boolean(),
  newDepartments: Names,
  newPositions: Names,
  undoUntil: Instant.nullable().meta({ description: 'when its rows are deleted; null: it cannot be undone' }),
});
const Text = z.string().nullable();
const Row = z.object({
  number: z.number().int(),
  line: z.number().int().nullable().meta({ description: 'line of the file; null: the person is not in it' }),
  kind: Kind,
  name: z.string(),
  userId: Id.nullable(),
  changes: z.array(z.object({ field: Field, before: Text, after: Text })).max(PEOPLE_FIELDS.length),
  kept: z
    .array(Field)
    .max(PEOPLE_FIELDS.length)
    .meta({ description: 'fields that stay, although the file says something else' }),
  reasons: z
    .array(z.object({ field: Field.nullable(), heading: Text, text: z.string() }))
    .max(20)
    .meta({ description: 'why the row is wrong, in the language of the user' }),
  outcome: z.enum(['done', 'failed']).nullable(),
  note: Text,
  undone: z.enum(['done', 'partly', 'failed']).nullable(),
  undoNote: Text,
});
const File = z.file({ error: 'field.fileRequired' }).meta({ type: 'string', format: 'binary' });
const DownloadFile = z.object({ fileName: z.string(), mediaType: z.string(), base64: z.string() });

export const peopleImport = define({
  'POST /people/auth/import/upload': {
    summary: 'Send a file of people; nothing is changed',
    auth: 'people.write',
    upload: true,
    uploadBytes: PEOPLE_LIMITS.bytes,
    input: z.object({ file: File }),
    data: z.object({ id: Id }),
  },
  'GET /people/auth/import/view': {
    summary: 'Get an import with its progress',
    auth: 'people.write',
    input: ById,
    data: View,
  },
  'PUT /people/auth/import/plan': {
    summary: 'Compare the file with the people of the portal; a job does it, and nothing is changed',
    auth: 'people.write',
    input: z.object({
      id: Id,
      sheet: whole(0, PEOPLE_LIMITS.sheets),
      header: whole(0, 30).meta({ description: 'index of the row of `top` that names the columns' }),
      columns: Columns,
      options: Options,
    }),
    data: View,
  },
  'POST /people/auth/import/row/page': {
    summary: 'List the rows of a plan, with their results',
    auth: 'people.write',
    input: paged().extend({
      id: Id,
      kind: Kind.optional(),
      outcome: z.enum(['done', 'failed', 'kept'], { error: 'field.invalid' }).optional(),
    }),
    data: page(Row),
  },
  'PUT /people/auth/import/apply': {
    summary: 'Apply a plan; a job does it. Rows of people who were changed since the plan are left out',
    auth: 'people.write',
    input: z.object({
      id: Id,
      plan: whole(1, 1_000_000),
      disableMissing: z.boolean().default(false),
      confirmed: whole(0, 10_000_000)
        .optional()
        .meta({ description: 'number of those who are missing, when they are many' }),
    }),
    data: View,
  },
  'PUT /people/auth/import/undo': {
    summary: 'Undo an import; a job does it. What was changed since stays',
    auth: 'people.write',
    input: ById,
    data: View,
  },
  'DELETE /people/auth/import/delete': {
    summary: 'Delete an import that was not applied',
    auth: 'people.write',
    input: ById,
    data: z.null(),
  },
  'POST /people/auth/import/page': {
    summary: 'List the imports of people, the newest first',
    auth: 'people.write',
    input: paged(),
    data: page(Summary).extend({ hasSample: z.boolean().meta({ description: 'a sample file is offered' }) }),
  },
  'POST /people/auth/import/download': {
    summary: 'Get the rows of the file with what the plan does with them and what came of it, as a table',
    auth: 'people.write',
    input: z.object({ id: Id, format: z.enum(['xlsx', 'csv'], { error: 'field.invalid' }) }),
    data: DownloadFile,
  },
  'GET /people/auth/import/template': {
    summary:
      'Get an empty table of people, or in demo tenants one with their people and some changes; 404 for that elsewhere',
    auth: 'people.write',
    input: z.object({ kind: z.enum(['empty', 'sample'], { error: 'field.invalid' }).default('empty') }),
    data: DownloadFile,
  },
});
