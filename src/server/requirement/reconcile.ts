import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Members whose changes are applied with one statement. */
const BATCH = 2_000;

type Change = { added: number; freed: number };

/**
 * Makes assignments and states of requirements equal to what rules, members and facts say: of requirements whose rules have changed, and
 * of the next members in `requirement_change`.
 * @returns how many assignments were added and freed, and whether there may be more members
 */
export async function reconcileRequirements(
  db: TenantDb,
  enterpriseId: string,
  at: Date,
): Promise<Change & { more: boolean }> {
  const total = { added: 0, freed: 0 };
  // The rows stay locked until the end: who changes a rule meanwhile marks it again after that.
  const { rows: stale } = await db.execute<{ id: string; cause: string }>(sql`
    update requirement r set stale = null
    from requirement o
    where r.enterprise_id = ${enterpriseId} and r.stale is not null and o.enterprise_id = r.enterprise_id and o.id = r.id
    returning r.id, o.stale as cause`);
  for (const { id, cause } of stale) add(total, await reconcile(db, enterpriseId, at, [id], null, cause));
  const { rows: changed } = await db.execute<{ id: string; memberships: boolean }>(sql`
    with next as (
      delete from requirement_change where enterprise_id = ${enterpriseId} and id in (
        select c.id from requirement_change c where c.enterprise_id = ${enterpriseId} order by c.id limit ${BATCH} for update skip locked)
      returning user_id, is_membership
    )
    select user_id as id, bool_or(is_membership) as memberships, count(*)::int from next group by user_id`);
  const moved = changed.filter(({ memberships }) => memberships).map(({ id }) => id);
  const active = changed.filter(({ memberships }) => !memberships).map(({ id }) => id);
  if (moved.length > 0) add(total, await reconcile(db, enterpriseId, at, null, moved, 'transfer'));
  if (active.length > 0) await refreshStates(db, enterpriseId, at, null, active);
  return { ...total, more: changed.length > 0 };
}

/** Computes the states of some people in some requirements anew. @param which, people null: all */
export async function refreshStates(
  db: TenantDb,
  enterpriseId: string,
  at: Date,
  which: string[] | null,
  people: string[] | null,
): Promise<void> {
  await db.execute(
    sql`select portal.refresh_requirement_states(${enterpriseId}, ${at.toISOString()}, ${ids(which)}, ${ids(people)})`,
  );
}

async function reconcile(
  db: TenantDb,
  enterpriseId: string,
  at: Date,
  which: string[] | null,
  people: string[] | null,
  cause: string,
): Promise<Change> {
  const { rows } = await db.execute<Change>(sql`
    select added::int, freed::int
    from portal.reconcile_requirements(${enterpriseId}, ${at.toISOString()}, ${ids(which)}, ${ids(people)}, ${cause})`);
  return rows[0]!;
}

function add(total: Change, { added, freed }: Change): void {
  total.added += added;
  total.freed += freed;
}

/** SQL of a list of ids; null: all. */
export const ids = (list: readonly string[] | null) => (list ? sql`${`{${list.join()}}`}::uuid[]` : sql`null::uuid[]`);
