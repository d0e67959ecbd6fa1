import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ContactProvider } from '#src/contract/rules/contact-sync.ts';
import { PEOPLE_KINDS, type PeopleField, type PeopleKind } from '#src/contract/rules/people-import.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { bytea, enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';

/** `waiting`: for its columns to be confirmed. While `applying` and `undoing` a job works on its rows. */
export const IMPORT_STATES = ['waiting', 'planning', 'planned', 'applying', 'applied', 'undoing', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** A sheet of the file, as it is shown before its columns are chosen. `header`: index of the row of `top` that names the columns. */
export type FoundSheet = { name: string; hidden: boolean; top: { line: number; cells: string[] }[]; header: number };
export type ImportOptions = {
  /** An empty cell removes what is stored, where something may be missing. */
  emptyClears: boolean;
  /** What was changed by hand in the portal stays. */
  keepEdited: boolean;
  /** Rows with departments or positions that do not exist are wrong. */
  refuseNew: boolean;
  /** All active people of the scope who are not in the file are missing, not only those whom imports know. */
  allMissing: boolean;
};
/** A text of `people:import.note` with its parameters. */
export type Note = { text: string; params?: Record<string, string | number> };
/** Why a row is wrong, and at which field: a text of `people:import.reason`. */
export type Reason = { key: string; params?: Note['params']; field: PeopleField | null };
/** Values of a person by field; the superior is an id with a name. */
export type FieldValues = { [F in PeopleField]?: string | number | null | { id: string; name: string } };
export type ImportCounts = Record<PeopleKind, number>;

/** An import of people from a file: its plan, and what came of it (decision 091). */
export const personImport = pgTable(
  'person_import',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    locale: text('locale').$type<'zh' | 'en'>().notNull(),
    state: text('state').$type<ImportState>().notNull().default('waiting'),
    fileName: text('file_name').notNull(),
    /** The contacts of a provider, read by a synchronisation (decision 096); null: a file. */
    source: text('source').$type<ContactProvider>(),
    /** Until the import is applied. */
    file: bytea('file'),
    sheets: jsonb('sheets').$type<FoundSheet[]>().notNull(),
    sheet: integer('sheet').notNull().default(0),
    headings: jsonb('headings').$type<string[]>().notNull().default([]),
    columns: jsonb('columns').$type<(PeopleField | null)[]>().notNull().default([]),
    options: jsonb('options').$type<ImportOptions>().notNull(),
    /** Paths of the departments where its user may change people; null: everywhere. */
    scope: jsonb('scope').$type<string[] | null>(),
    /** Counted up by each plan: what is applied is the one that was shown. */
    planNumber: integer('plan_number').notNull().default(0),
    /** Why the plan could not be made: key of `errors`. */
    problem: jsonb('problem').$type<{ key: string; params?: Record<string, string | number> }>(),
    counts: jsonb('counts').$type<ImportCounts>(),
    /** Active people of the scope when the plan was made. */
    activeCount: integer('active_count').notNull().default(0),
    newDepartments: jsonb('new_departments').$type<string[]>().notNull().default([]),
    newPositions: jsonb('new_positions').$type<string[]>().notNull().default([]),
    disableMissing: boolean('disable_missing').notNull().default(false),
    /** Rows that the running job has to apply or undo, and those that it has. */
    totalCount: integer('total_count').notNull().default(0),
    doneCount: integer('done_count').notNull().default(0),
    failedCount: integer('failed_count').notNull().default(0),
    undoneBy: uuid('undone_by'),
    gmtCreate: gmtCreate(),
    appliedAt: moment('applied_at'),
    endedAt: moment('ended_at'),
    undoneAt: moment('undone_at'),
    /** The rows were deleted: it cannot be undone any more. */
    rowsDeletedAt: moment('rows_deleted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    memberKey(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.undoneBy),
    uniqueIndex('person_import_running')
      .on(t.enterpriseId)
      .where(sql`state in ('applying', 'undoing')`),
    oneOf(t.locale, ['zh', 'en']),
    oneOf(t.state, IMPORT_STATES),
    atLeast(t.planNumber, 0),
  ],
);

/** A row of the file, or a person who is not in it. */
export const personImportRow = pgTable(
  'person_import_row',
  {
    enterpriseId: enterpriseId(),
    importId: uuid('import_id').notNull(),
    number: integer('number').notNull(),
    /** Line of the file; null: the person is not in it. */
    line: integer('line'),
    cells: jsonb('cells').$type<string[]>().notNull(),
    /** Identity of the person at the provider (`user_identity`), of a synchronisation. */
    subject: text('subject'),
    /** The import has linked that identity: undoing it removes the link. */
    isLinked: boolean('is_linked').notNull().default(false),
    /** What the row says, by field. */
    given: jsonb('given').$type<Record<string, unknown>>().notNull(),
    kind: text('kind').$type<PeopleKind>(),
    name: text('name').notNull(),
    /** The member; of a new one when it was created. */
    userId: uuid('user_id'),
    /** The id that a new member gets. */
    plannedId: uuid('planned_id'),
    /** That of the member when the plan was made: otherwise the row is not applied. */
    revision: integer('revision'),
    reasons: jsonb('reasons').$type<Reason[]>().notNull().default([]),
    /** Fields that stay, although the file says something else. */
    kept: jsonb('kept').$type<PeopleField[]>().notNull().default([]),
    /** The fields that change. */
    before: jsonb('before').$type<FieldValues>().notNull().default({}),
    after: jsonb('after').$type<FieldValues>().notNull().default({}),
    outcome: text('outcome').$type<'done' | 'failed'>(),
    note: jsonb('note').$type<Note>(),
    undone: text('undone').$type<'done' | 'partly' | 'failed'>(),
    undoNote: jsonb('undo_note').$type<Note>(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.importId, t.number] }),
    foreignKey({
      name: 'person_import_row_import_fk',
      columns: [t.enterpriseId, t.importId],
      foreignColumns: [personImport.enterpriseId, personImport.id],
    }).onDelete('cascade'),
    memberKey(t.enterpriseId, t.userId),
    index('person_import_row_kind').on(t.enterpriseId, t.importId, t.kind, t.number),
    index('person_import_row_outcome').on(t.enterpriseId, t.importId, t.outcome, t.number),
    index('person_import_row_user')
      .on(t.enterpriseId, t.userId)
      .where(sql`user_id is not null`),
    oneOf(t.kind, PEOPLE_KINDS),
    oneOf(t.outcome, ['done', 'failed']),
    oneOf(t.undone, ['done', 'partly', 'failed']),
  ],
);

/** People whom imports have created, changed or found: who of them is missing in the next file is shown. */
export const importedPerson = pgTable(
  'imported_person',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    /** An import has disabled the person, or its undoing: the file that has them again enables them. */
    isDisabled: boolean('is_disabled').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.userId] }), memberKey(t.enterpriseId, t.userId)],
);

/** What the columns of a table with these headings were the last time. */
export const personImportColumns = pgTable(
  'person_import_columns',
  {
    enterpriseId: enterpriseId(),
    /** Digest of the headings. */
    headings: text('headings').notNull(),
    columns: jsonb('columns').$type<(PeopleField | null)[]>().notNull(),
    gmtModified: gmtModified(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.headings] })],
);
