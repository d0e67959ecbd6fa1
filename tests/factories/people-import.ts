import type { Data } from '#src/contract/calls.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import { makePlan } from '#src/server/people/import/plan-import.ts';
import { runImportBatch } from '#src/server/people/import/run-import.ts';
import { ok } from './portal.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

const VIEW = 'GET /people/auth/import/view';
export type TestImport = Data<typeof VIEW>;
type Options = TestImport['options'];
const OPTIONS: Options = { emptyClears: false, keepEdited: true, refuseNew: false, allMissing: false };

/** A table as a CSV file; the first row names the columns. */
export const csvFile = (rows: (string | number)[][], name = 'people.csv') =>
  new File([rows.map((row) => row.join(',')).join('\n')], name);

/** Sends a file. @returns the import */
export async function sendPeople(person: TestPerson, file: File): Promise<TestImport> {
  const { id } = await ok(person, 'POST /people/auth/import/upload', { file });
  return ok(person, VIEW, { id });
}

/** Makes the plan of a file with the columns that are proposed, as the job does. */
export async function planPeople(
  tenant: TestTenant,
  person: TestPerson,
  file: File | (string | number)[][],
  options: Partial<Options> = {},
): Promise<TestImport> {
  const { id, sheet, sheets } = await sendPeople(person, file instanceof File ? file : csvFile(file));
  const { header, top } = sheets[sheet]!;
  const { columns } = top[header]!;
  const { plan } = await ok(person, 'PUT /people/auth/import/plan', {
    id,
    sheet,
    header,
    columns,
    options: { ...OPTIONS, ...options },
  });
  await makePlan(tenant.id, id, plan, systemNow);
  return ok(person, VIEW, { id });
}

/** Works on an import until it has ended. @returns the number of batches */
export async function runImport(tenant: TestTenant, id: string): Promise<number> {
  let batches = 0;
  while (await runImportBatch(tenant.id, id, systemNow)) batches += 1;
  return batches;
}

/** Applies a plan. @returns the import */
export async function applyPeople(
  tenant: TestTenant,
  person: TestPerson,
  { id, plan }: TestImport,
  disableMissing = false,
  confirmed?: number,
) {
  await ok(person, 'PUT /people/auth/import/apply', {
    id,
    plan,
    disableMissing,
    ...(confirmed !== undefined && { confirmed }),
  });
  await runImport(tenant, id);
  return ok(person, VIEW, { id });
}

/** Undoes an import. @returns the import */
export async function undoPeople(tenant: TestTenant, person: TestPerson, { id }: TestImport) {
  await ok(person, 'PUT /people/auth/import/undo', { id });
  await runImport(tenant, id);
  return ok(person, VIEW, { id });
}

/** The rows of an import. */
export const rowsOf = async (person: TestPerson, { id }: TestImport) =>
  (await ok(person, 'POST /people/auth/import/row/page', { id, pageSize: 100 })).list;
