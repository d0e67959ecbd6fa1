import { and, asc, eq, sql } from 'drizzle-orm';
import { isShrunken } from '#src/contract/rules/contact-sync.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import {
  contactSync,
  contactSyncDepartment,
  contactSyncPerson,
  contactSyncRun,
  type ReadContact,
} from '../tables/sync.ts';
import { openSource, syncOf } from './open-source.ts';
import { planSync } from './plan-sync.ts';
import { ContactError, type ContactSource, type SourceDepartment } from './providers/contact-source.ts';
import { type Continues, failSync, runOf } from './end-sync.ts';
import { tellSync } from './tell-sync.ts';

/** A run that reads more than this has got nonsense. */
const MOST = { pages: 100_000, departments: 50_000, people: 200_000 };
/** Tries without an answer in between: with the delays, half an hour where the provider is busy. */
const TRIES = { Busy: 12, other: 6 };
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 300_000;

type Run = typeof contactSyncRun.$inferSelect;
type Page = { departments?: SourceDepartment[]; people?: ReadContact[]; next: string | null };

/**
 * Reads the next page of a run, or makes its plan. The page is stored with the cursor of the next one in one transaction: after a crash
 * the run goes on where it was, and of two processes that read the same page one stores it.
 */
export async function runSyncStep(enterpriseId: string, importId: string, now: () => Date): Promise<Continues> {
  const asked = await withTenant(enterpriseId, (db) => readRun(db, enterpriseId, importId, now));
  if (!asked) return 'no';
  const { run, error: refused } = asked;
  if (run.state === 'planning') return planSync(enterpriseId, importId, now);
  if (run.retryAt && run.retryAt > now()) return { at: run.retryAt };
  try {
    if (refused) throw refused;
    const page = await readPage(asked.source, run, asked.departments);
    return await withTenant(enterpriseId, (db) => storePage(db, run, page, now()));
  } catch (error) {
    if (!(error instanceof ContactError)) throw error;
    return withTenant(enterpriseId, (db) => noteError(db, run, error, now()));
  }
}

async function readRun(db: TenantDb, enterpriseId: string, importId: string, now: () => Date) {
  const [run] = await db.select().from(contactSyncRun).where(runOf(enterpriseId, importId));
  if (!run || (run.state !== 'reading' && run.state !== 'planning')) return null;
  const [stored] = await db.select().from(contactSync).where(syncOf(enterpriseId, run.provider));
  try {
    if (!stored) throw new ContactError('Secret', 'none');
    const departments = run.step === 'people' ? await departmentsOf(db, run) : [];
    return { run, departments, source: await openSource(db, { ...stored, scope: run.scope }, now), error: null };
  } catch (error) {
    if (!(error instanceof ContactError)) throw error;
    return { run, error };
  }
}

/** The departments that were read, in an order that does not change. */
async function departmentsOf(db: TenantDb, { enterpriseId, importId }: Run): Promise<string[]> {
  const { id } = contactSyncDepartment;
  const rows = await db
    .select({ id })
    .from(contactSyncDepartment)
    .where(and(eq(contactSyncDepartment.enterpriseId, enterpriseId), eq(contactSyncDepartment.importId, importId)))
    .orderBy(asc(id));
  return rows.map((row) => row.id);
}

async function readPage(source: ContactSource, run: Run, departments: string[]): Promise<Page> {
  const chosen = run.scope.departments.map(({ id }) => id);
  if (run.pageCount >= MOST.pages) throw new ContactError('Answer', 'pages');
  const page = await (run.step === 'departments'
    ? source.departments(run.cursor, chosen)
    : source.people(run.cursor, departments));
  if (page.next !== null && page.next === run.cursor) throw new ContactError('Answer', 'cursor');
  return page;
}

async function storePage(db: TenantDb, run: Run, { departments, people, next }: Page, now: Date): Promise<Continues> {
  const { enterpriseId, importId, step, cursor } = run;
  const [locked] = await db.select().from(contactSyncRun).where(runOf(enterpriseId, importId)).for('update');
  // Another process has read this page meanwhile.
  if (locked?.state !== 'reading' || locked.step !== step || locked.cursor !== cursor) return 'now';
  if (departments) await storeDepartments(db, run, departments);
  if (people) await storePeople(db, run, people);
  const counted = await countRead(db, run);
  if (counted.departmentCount > MOST.departments || counted.peopleCount > MOST.people)
    throw new ContactError('Answer', 'size');
  const isRead = next === null && (step === 'people' || counted.departmentCount === 0);
  await db
    .update(contactSyncRun)
    .set({
      ...counted,
      pageCount: sql`${contactSyncRun.pageCount} + 1`,
      ...{ step: next === null ? 'people' : step, cursor: next, tries: 0, retryAt: null, gmtModified: now },
      ...(isRead && stateAfter(locked, counted.peopleCount)),
    })
    .where(runOf(enterpriseId, importId));
  if (!isRead || !isShrunken(counted.peopleCount, locked.expectedCount)) return 'now';
  await tellSync(db, enterpriseId, importId, 'syncWaits', now);
  return 'no';
}

/** An answer without people, or with many fewer than the last time, is not believed before somebody has confirmed it. */
function stateAfter({ expectedCount }: Run, people: number): Partial<Run> {
  if (!isShrunken(people, expectedCount)) return { state: 'planning' };
  const problem =
    people === 0 ? { key: 'syncEmpty' } : { key: 'syncShrunken', params: { people, before: expectedCount! } };
  return { state: 'stopped', problem };
}

async function storeDepartments(db: TenantDb, { enterpriseId, importId }: Run, departments: SourceDepartment[]) {
  await db.execute(sql`
    insert into contact_sync_department (enterprise_id, import_id, id, parent_id, name)
    select ${enterpriseId}, ${importId}, d.id, d."parentId", left(d.name, 200)
    from jsonb_to_recordset(${storable(departments)}::jsonb) as d (id text, "parentId" text, name text)
    on conflict do nothing`);
}

/** Who was read before in another department belongs to both. */
async function storePeople(db: TenantDb, { enterpriseId, importId }: Run, people: ReadContact[]) {
  const byId = new Map<string, ReadContact>();
  for (const person of people) {
    const known = byId.get(person.id);
    byId.set(
      person.id,
      known ? { ...known, departmentIds: [...known.departmentIds, ...person.departmentIds] } : person,
    );
  }
  await db.execute(sql`
    insert into contact_sync_person as c (enterprise_id, import_id, id, person)
    select ${enterpriseId}, ${importId}, p.person ->> 'id', p.person
    from jsonb_array_elements(${storable([...byId.values()])}::jsonb) as p (person)
    on conflict (enterprise_id, import_id, id) do update
      set person = c.person || jsonb_build_object('departmentIds', (c.person -> 'departmentIds') || (excluded.person -> 'departmentIds'))`);
}

/** Characters that PostgreSQL stores in no text. */
const storable = (rows: object[]) => JSON.stringify(rows).toWellFormed().replaceAll('\\u0000', '');

async function countRead(db: TenantDb, { enterpriseId, importId }: Run) {
  const of = (table: typeof contactSyncDepartment | typeof contactSyncPerson) =>
    db.$count(table, and(eq(table.enterpriseId, enterpriseId), eq(table.importId, importId)));
  return { departmentCount: await of(contactSyncDepartment), peopleCount: await of(contactSyncPerson) };
}

/** Asks again later, longer each time; gives up at once where that changes nothing. */
async function noteError(
  db: TenantDb,
  { enterpriseId, importId }: Run,
  error: ContactError,
  now: Date,
): Promise<Continues> {
  const [locked] = await db.select().from(contactSyncRun).where(runOf(enterpriseId, importId)).for('update');
  if (locked?.state !== 'reading') return 'no';
  const tries = locked.tries + 1;
  const most = error.problem === 'Busy' ? TRIES.Busy : TRIES.other;
  if (error.isPassing && tries < most) {
    const at = new Date(now.getTime() + Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (tries - 1)));
    const retryCount = locked.retryCount + 1;
    await db
      .update(contactSyncRun)
      .set({ tries, retryCount, retryAt: at, gmtModified: now })
      .where(runOf(enterpriseId, importId));
    return { at };
  }
  await failSync(db, enterpriseId, importId, error.text, now);
  return 'no';
}
