import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { isManyMissing, type PeopleField } from '#src/contract/rules/people-import.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { getT } from '#src/i18n/server.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { turns } from '#src/server/core/turns.ts';
import { department } from '#src/server/organisation/tables.ts';
import { headingOf } from '../import/columns.ts';
import { importOf, type StoredImport } from '../import/find-import.ts';
import { findImporter } from '../import/importer.ts';
import { readPerson } from '../import/person-values.ts';
import { storePlan } from '../import/plan-import.ts';
import { beginApplying } from '../import/start-import.ts';
import { personImport, personImportRow } from '../tables/import.ts';
import {
  contactSync,
  contactSyncDepartment,
  contactSyncPerson,
  contactSyncRun,
  type ReadContact,
} from '../tables/sync.ts';
import { departmentPaths } from './department-paths.ts';
import { syncOf } from './open-source.ts';
import { type Continues, endReading, failSync, runOf } from './end-sync.ts';
import { tellSync } from './tell-sync.ts';

/** People whose rows are written with one statement. */
const PART = 1_000;
const FIELDS: readonly PeopleField[] = [
  ...(['userName', 'employeeNo', 'phone', 'email', 'department', 'position', 'superior', 'joinedOn'] as const),
];

type Run = typeof contactSyncRun.$inferSelect;

/** Makes the plan of what a run has read: the same as that of a file (decision 091). Nightly runs apply it. */
export function planSync(enterpriseId: string, importId: string, now: () => Date): Promise<Continues> {
  return withTenant(enterpriseId, async (db) => {
    const [run] = await db.select().from(contactSyncRun).where(runOf(enterpriseId, importId)).for('update');
    if (run?.state !== 'planning') return 'no';
    const [stored] = await db.select().from(personImport).where(importOf(enterpriseId, importId)).for('update');
    const importer = await findImporter(db, enterpriseId, stored!.userId);
    const fail = (key: string) => failSync(db, enterpriseId, importId, { key }, now());
    if (!importer || scopeOf(importer, 'people.write') !== null) return fail('syncNotAllowed').then(() => 'no');
    const targets = await targetsOf(db, run);
    if (!targets) return fail('syncTargetGone').then(() => 'no');
    await writeRows(db, run, stored!.locale, targets);
    const { keepEdited, refuseNew, allMissing } = stored!.options;
    await storePlan({
      ...{ db, enterpriseId, importId, isAdmin: importer.isAdmin, userId: stored!.userId, scope: null },
      ...{ keepEdited, refuseNew, allMissing, source: run.provider },
    });
    await endReading(db, enterpriseId, importId, null);
    await db
      .update(contactSyncRun)
      .set({ state: 'planned', problem: null, endedAt: now(), gmtModified: now() })
      .where(runOf(enterpriseId, importId));
    await db
      .update(contactSync)
      .set({ lastCount: run.peopleCount })
      .where(and(syncOf(enterpriseId, run.provider), eq(contactSync.scope, run.scope)));
    if (run.isNightly) await applyAtNight(db, run, now());
    return 'no';
  });
}

/** The chosen departments of the portal by id; null: one of them was closed meanwhile. */
async function targetsOf(db: TenantDb, { enterpriseId, scope }: Run): Promise<Map<string, string> | null> {
  const ids = [...new Set(scope.departments.flatMap(({ targetId }) => targetId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: department.id, path: department.path, closedAt: department.closedAt })
    .from(department)
    .where(and(eq(department.enterpriseId, enterpriseId), inArray(department.id, ids)));
  if (rows.length < ids.length || rows.some(({ closedAt }) => closedAt)) return null;
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/** Writes what was read as rows of the import, each read like a row of a file. */
async function writeRows(db: TenantDb, run: Run, locale: 'zh' | 'en', targets: Map<string, string>): Promise<void> {
  const { enterpriseId, importId, scope } = run;
  const { fields, numberFrom } = scope;
  const taken = new Set<PeopleField>([
    'department',
    ...fields,
    ...(numberFrom === 'none' ? [] : ['employeeNo' as const]),
  ]);
  const columns = FIELDS.filter((field) => taken.has(field));
  const idHeading = getT(locale)(`people:sync.id.${run.provider}`);
  await db
    .update(personImport)
    .set({ headings: [idHeading, ...columns.map((field) => headingOf(field, locale))], columns: [null, ...columns] })
    .where(importOf(enterpriseId, importId));
  await db
    .delete(personImportRow)
    .where(and(eq(personImportRow.enterpriseId, enterpriseId), eq(personImportRow.importId, importId)));
  const departments = await db
    .select()
    .from(contactSyncDepartment)
    .where(and(eq(contactSyncDepartment.enterpriseId, enterpriseId), eq(contactSyncDepartment.importId, importId)));
  const paths = departmentPaths(departments, scope.departments, targets);
  const turn = turns();
  let [last, number] = ['', 0];
  for (;;) {
    const people = await nextPeople(db, run, last);
    if (people.length === 0) return;
    last = people.at(-1)!.id;
    const rows = [];
    for (const { person, superior } of people) {
      await turn();
      const home = person.departmentIds.find((id) => paths.has(id));
      if (home === undefined) continue;
      number += 1;
      rows.push({
        number,
        subject: person.subject,
        ...rowOf(number, person, paths.get(home)!, superior, columns, numberFrom),
      });
    }
    await db.execute(sql`
      insert into person_import_row (enterprise_id, import_id, number, line, cells, given, name, reasons, subject)
      select ${enterpriseId}, ${importId}, p.number, p.number, p.cells, p.values, p.name, p.reasons, p.subject
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as p (number int, cells jsonb, "values" jsonb, name text, reasons jsonb, subject text)`);
  }
}

/** The next people in the order of their ids, with those of their superiors who were read, too. */
async function nextPeople(db: TenantDb, { enterpriseId, importId }: Run, after: string) {
  const { id, person } = contactSyncPerson;
  const ofRun = and(eq(contactSyncPerson.enterpriseId, enterpriseId), eq(contactSyncPerson.importId, importId));
  const people = await db
    .select({ id, person })
    .from(contactSyncPerson)
    .where(and(ofRun, gt(id, after)))
    .orderBy(asc(id))
    .limit(PART);
  const wanted = [...new Set(people.flatMap((each) => each.person.superiorId ?? []))];
  const found =
    wanted.length === 0
      ? []
      : await db
          .select({ id, person })
          .from(contactSyncPerson)
          .where(and(ofRun, inArray(id, wanted)));
  const superiors = new Map(found.map((each) => [each.id, each.person]));
  return people.map((each) => ({ ...each, superior: superiors.get(each.person.superiorId ?? '') ?? null }));
}

function rowOf(
  line: number,
  person: ReadContact,
  path: string | null,
  superior: ReadContact | null,
  columns: readonly PeopleField[],
  numberFrom: Run['scope']['numberFrom'],
) {
  const texts: Partial<Record<PeopleField, string | null | undefined>> = {
    userName: person.name,
    employeeNo: numberFrom === 'id' ? person.id : person.employeeNo,
    phone: person.phone,
    email: person.email,
    department: path,
    position: person.position,
    superior: superior?.name,
    joinedOn: person.joinedOn,
  };
  const cells = [person.id, ...columns.map((field) => texts[field] ?? '')];
  const read = readPerson({ line, cells }, [null, ...columns], { emptyClears: false });
  const { superior: _, ...values } = read.values;
  const reasons = read.reasons.filter(({ field }) => field !== 'superior');
  // The superior is known by the identity, not by the name; one outside of the chosen departments says nothing.
  const isNamed = superior !== null && columns.includes('superior');
  return {
    ...{ cells: read.cells, reasons, name: read.name || person.id.slice(0, 100) },
    values: { ...values, ...(isNamed && { superior: superior.subject }) },
  };
}

/** Applies the plan of a nightly run, unless many people would be disabled, or another import is running. */
async function applyAtNight(db: TenantDb, { enterpriseId, importId, provider }: Run, now: Date): Promise<void> {
  const [stored] = await db.select().from(contactSync).where(syncOf(enterpriseId, provider));
  const [planned] = await db.select().from(personImport).where(importOf(enterpriseId, importId));
  const { counts, activeCount, fileName, userId } = planned!;
  const disableMissing = stored!.disableLeft;
  const wait = async (key: string) => {
    await db
      .update(contactSyncRun)
      .set({ problem: { key, params: { count: counts!.missing } } })
      .where(runOf(enterpriseId, importId));
    await tellSync(db, enterpriseId, importId, 'syncWaits', now);
  };
  if (disableMissing && isManyMissing(counts!.missing, activeCount)) return wait('syncManyMissing');
  try {
    await beginApplying(db, planned as StoredImport, { userId, disableMissing, now });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return wait('syncImportRunning');
  }
  const detail = { id: importId, fileName, ...counts, disableMissing };
  await auditWithoutRequest(db, { enterpriseId, userId, action: 'people.import', detail });
}
