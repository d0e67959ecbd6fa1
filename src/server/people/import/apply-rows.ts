import { sql } from 'drizzle-orm';
import {
  changeMembers,
  createMembers,
  forgetEdits,
  lockMembers,
  type MemberValues,
  setSuperiors,
} from '#src/server/account/person/change-members.ts';
import { hasOtherAdministrator } from '#src/server/account/person/member-status.ts';
import type { FieldValues, Note, personImport, personImportRow } from '../tables/import.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

const STALE: Note = { text: 'stale' };

export const withoutSuperior = ({ superior: _, ...values }: FieldValues) => values as MemberValues;
/** The superior that values name; undefined: they say nothing about it. */
export const superiorOf = ({ superior }: FieldValues): string | null | undefined =>
  superior === undefined ? undefined : ((superior as { id: string } | null)?.id ?? null);

/**
 * Applies rows as the plan has shown them. A member who was changed since is left alone, and so is a row whose department or position was
 * closed.
 */
export async function applyRows(running: Running): Promise<Result[]> {
  const closed = await closedPlaces(running);
  const stale = running.rows.filter(
    ({ after }) => closed.has(String(after.department)) || closed.has(String(after.position)),
  );
  const rows = running.rows.filter((row) => !stale.includes(row));
  const results = stale.map(({ number }): Result => ({ number, outcome: 'failed', note: STALE }));
  const isCreating = rows.some(({ kind, userId }) => kind === 'new' && userId === null);
  return [...results, ...(await (isCreating ? createRows : changeRows)({ ...running, rows }))];
}

/** Departments and positions that were there when the plan was made, and are not any more. */
async function closedPlaces({ db, rows, stored }: Running): Promise<Set<string>> {
  const { enterpriseId, newDepartments, newPositions } = stored;
  const named = (field: 'department' | 'position', isNew: string[]) => [
    ...new Set(
      rows.flatMap(({ after }) =>
        typeof after[field] === 'string' && !isNew.includes(after[field]) ? [after[field]] : [],
      ),
    ),
  ];
  const { rows: closed } = await db.execute<{ name: string }>(sql`
    select x.value as name from jsonb_array_elements_text(${JSON.stringify(named('department', newDepartments))}::jsonb) x
    where not exists (select from department d where d.enterprise_id = ${enterpriseId} and d.path = x.value and d.closed_at is null)
    union all
    select x.value from jsonb_array_elements_text(${JSON.stringify(named('position', newPositions))}::jsonb) x
    where not exists (select from position p where p.enterprise_id = ${enterpriseId} and p.name = x.value and p.closed_at is null)`);
  // Lists of new names are bounded: with more of them, what is missing may be new.
  return newDepartments.length + newPositions.length >= 1_000 ? new Set() : new Set(closed.map(({ name }) => name));
}

const byOf = ({ stored, now }: Running) => ({
  enterpriseId: stored.enterpriseId,
  userId: stored.userId,
  importId: stored.id,
  now,
});

async function createRows(running: Running): Promise<Result[]> {
  const people = running.rows.map(({ plannedId, after }) => ({ userId: plannedId!, values: withoutSuperior(after) }));
  const created = await createMembers(running.db, byOf(running), people);
  return running.rows.map(({ number, plannedId, after }): Result => {
    if (!created.has(plannedId!)) return { number, outcome: 'failed', note: STALE };
    return { number, outcome: superiorOf(after) ? 'created' : 'done', userId: plannedId! };
  });
}

async function changeRows(running: Running): Promise<Result[]> {
  const { db, stored } = running;
  const { enterpriseId } = stored;
  const locked = await lockMembers(
    db,
    enterpriseId,
    running.rows.map(({ userId }) => userId!),
  );
  const fresh = (row: ImportRow) => {
    const member = locked.get(row.userId!);
    if (!member) return false;
    // A new member gets only the superior.
    if (row.kind === 'new') return true;
    return member.revision === row.revision && !('phone' in row.after && member.phone !== (row.before.phone ?? null));
  };
  const taken = await takenNumbers(running);
  const lost = await loseAdministrator(running, locked);
  const rows = running.rows.filter((row) => fresh(row) && !taken.has(row.number) && !lost.has(row.number));
  const changes = rows.flatMap(({ kind, userId, after }) => {
    const values = withoutSuperior(after);
    return kind === 'new' || Object.keys(values).length === 0 ? [] : [{ userId: userId!, values }];
  });
  const refused = await changeMembers(db, byOf(running), locked, changes);
  const made = rows.filter(({ userId }) => !refused.has(userId!));
  const superiors = made.flatMap(({ userId, after }) => {
    const superiorId = superiorOf(after);
    return superiorId === undefined ? [] : [{ userId: userId!, superiorId }];
  });
  const withoutOne = await setSuperiors(db, byOf(running), superiors);
  const overwritten = made.flatMap(({ kind, userId, after }) =>
    kind === 'changed' ? Object.keys(after).map((field) => ({ userId: userId!, field })) : [],
  );
  await forgetEdits(db, enterpriseId, overwritten);
  const isMade = new Set(made.map(({ number }) => number));
  return running.rows.map(({ number, userId }): Result => {
    if (lost.has(number)) return { number, outcome: 'failed', note: { text: 'lastAdministrator' } };
    if (!isMade.has(number)) return { number, outcome: 'failed', note: STALE };
    return { number, outcome: 'done', note: withoutOne.has(userId!) ? { text: 'noSuperior' } : undefined };
  });
}

/** Rows that give an employee number which somebody else has got since. */
async function takenNumbers({ db, rows, stored }: Running): Promise<Set<number>> {
  const given = rows
    .filter(({ kind, after }) => kind !== 'new' && after.employeeNo)
    .map(({ number, userId, after }) => ({ number, userId, no: after.employeeNo }));
  if (given.length === 0) return new Set();
  const { rows: taken } = await db.execute<{ number: number }>(sql`
    select x.number from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x (number int, "userId" uuid, no text)
    join enterprise_user m on m.enterprise_id = ${stored.enterpriseId} and m.employee_no = x.no and m.user_id <> x."userId"`);
  return new Set(taken.map(({ number }) => number));
}

/** Rows that would disable the last administrator, because the others were disabled since the plan. */
async function loseAdministrator(
  { db, rows, stored }: Running,
  locked: Awaited<ReturnType<typeof lockMembers>>,
): Promise<Set<number>> {
  const lost = new Set<number>();
  for (const { number, userId, after } of rows)
    if (after.status === 'disabled' && locked.get(userId!)?.isAdmin) {
      // Two of them at the same time: one of both finds the other one disabled.
      await db.execute(
        sql`select user_id from enterprise_user where enterprise_id = ${stored.enterpriseId} and is_admin order by user_id for update`,
      );
      if (lost.size > 0 || !(await hasOtherAdministrator(db, { enterpriseId: stored.enterpriseId, userId: userId! })))
        lost.add(number);
    }
  return lost;
}
export type Import = Omit<typeof personImport.$inferSelect, 'file'>;
export type ImportRow = typeof personImportRow.$inferSelect;
/** What came of a row. `created`: a new member who still waits for the superior. */
export type Result = {
  number: number;
  outcome: 'done' | 'failed' | 'created';
  note?: Note | undefined;
  /** The member that it created. */
  userId?: string;
  undone?: 'done' | 'partly' | 'failed';
};
export type Running = { db: TenantDb; stored: Import; rows: ImportRow[]; now: Date };
