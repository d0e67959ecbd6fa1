import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  CONTACT_PROVIDERS,
  type ContactField,
  type ContactProvider,
  type DepartmentRule,
  type NumberSource,
  SYNC_STATES,
  type SyncState,
} from '#src/contract/rules/contact-sync.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { enterpriseId, gmtModified, moment } from '#src/server/core/db/columns.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
import { personImport } from './import.ts';

/** A chosen department of the provider. `targetId`: department of the portal; null: none, or with `below` the top. */
export type ChosenDepartment = { id: string; name: string; rule: DepartmentRule; targetId: string | null };
/** What a run takes of the contacts. */
export type SyncScope = {
  departments: ChosenDepartment[];
  fields: ContactField[];
  numberFrom: NumberSource;
  keepEdited: boolean;
};

/** How an enterprise synchronises the contacts of a provider (decision 096). */
export const contactSync = pgTable(
  'contact_sync',
  {
    enterpriseId: enterpriseId(),
    provider: text('provider').$type<ContactProvider>().notNull(),
    /** Corp id of WeCom, client id of DingTalk. */
    appId: text('app_id').notNull(),
    /** Encrypted (`core/seal.ts`); null: that of the sign-in, if it is the same app. */
    sealedSecret: text('sealed_secret'),
    scope: jsonb('scope').$type<SyncScope>().notNull(),
    /** Who has left is disabled by nightly runs; otherwise they only list them. */
    disableLeft: boolean('disable_left').notNull().default(false),
    /** Hour of the nightly run in the time zone of the enterprise; null: there is none. */
    nightlyHour: integer('nightly_hour'),
    /** Day of the last nightly run. */
    lastNightlyOn: date('last_nightly_on', { mode: 'string' }),
    /** People of the last run that was planned: one with many fewer stops. */
    lastCount: integer('last_count'),
    /** Who has saved it: nightly runs have their rights. */
    userId: uuid('user_id').notNull(),
    locale: text('locale').$type<'zh' | 'en'>().notNull(),
    revision: integer('revision').notNull().default(1),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.provider] }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.provider, CONTACT_PROVIDERS),
    oneOf(t.locale, ['zh', 'en']),
    between(t.nightlyHour, 0, 23),
  ],
);

/** How far a run has read the contacts. What it makes of them is an import, and so is its undoing. */
export const contactSyncRun = pgTable(
  'contact_sync_run',
  {
    enterpriseId: enterpriseId(),
    importId: uuid('import_id').notNull(),
    provider: text('provider').$type<ContactProvider>().notNull(),
    isNightly: boolean('is_nightly').notNull().default(false),
    state: text('state').$type<SyncState>().notNull().default('reading'),
    /** As it was when the run began. */
    scope: jsonb('scope').$type<SyncScope>().notNull(),
    step: text('step').$type<'departments' | 'people'>().notNull().default('departments'),
    /** Where the next page begins, in a form of the provider's client; null: at the first one. */
    cursor: text('cursor'),
    departmentCount: integer('department_count').notNull().default(0),
    peopleCount: integer('people_count').notNull().default(0),
    /** Pages that were read. */
    pageCount: integer('page_count').notNull().default(0),
    /** Times that the provider was asked again, and those since the last answer. */
    retryCount: integer('retry_count').notNull().default(0),
    tries: integer('tries').notNull().default(0),
    /** The earliest time of the next try. */
    retryAt: moment('retry_at'),
    /** People of the run before; null: there was none with these departments. */
    expectedCount: integer('expected_count'),
    /** Why it has failed or stopped: key of `errors`. */
    problem: jsonb('problem').$type<{ key: string; params?: Record<string, string | number> }>(),
    endedAt: moment('ended_at'),
    /** Of the last page: a run whose process was killed is found by it. */
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.importId] }),
    foreignKey({
      name: 'contact_sync_run_import_fk',
      columns: [t.enterpriseId, t.importId],
      foreignColumns: [personImport.enterpriseId, personImport.id],
    }).onDelete('cascade'),
    uniqueIndex('contact_sync_run_running')
      .on(t.enterpriseId)
      .where(sql`state in ('reading', 'planning')`),
    oneOf(t.provider, CONTACT_PROVIDERS),
    oneOf(t.state, SYNC_STATES),
    oneOf(t.step, ['departments', 'people']),
    atLeast(t.tries, 0),
  ],
);

/** A department as a run has read it, until its plan is made. */
export const contactSyncDepartment = pgTable(
  'contact_sync_department',
  {
    enterpriseId: enterpriseId(),
    importId: uuid('import_id').notNull(),
    id: text('id').notNull(),
    parentId: text('parent_id'),
    /** Empty: the provider tells no names. */
    name: text('name').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.importId, t.id] }),
    foreignKey({
      name: 'contact_sync_department_run_fk',
      columns: [t.enterpriseId, t.importId],
      foreignColumns: [contactSyncRun.enterpriseId, contactSyncRun.importId],
    }).onDelete('cascade'),
  ],
);

/** What a provider tells about a person. */
export type ReadContact = {
  /** Id at the provider, by which superiors are named. */
  id: string;
  subject: string;
  departmentIds: string[];
  name?: string | undefined;
  employeeNo?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
  position?: string | undefined;
  superiorId?: string | undefined;
  joinedOn?: string | undefined;
};

/** A person as a run has read them, until its plan is made. */
export const contactSyncPerson = pgTable(
  'contact_sync_person',
  {
    enterpriseId: enterpriseId(),
    importId: uuid('import_id').notNull(),
    id: text('id').notNull(),
    person: jsonb('person').$type<ReadContact>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.importId, t.id] }),
    foreignKey({
      name: 'contact_sync_person_run_fk',
      columns: [t.enterpriseId, t.importId],
      foreignColumns: [contactSyncRun.enterpriseId, contactSyncRun.importId],
    }).onDelete('cascade'),
  ],
);
