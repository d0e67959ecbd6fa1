import { sql, type SQL } from 'drizzle-orm';
import { isInScope, scopeOf } from '#src/contract/rules/rights.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { inScope } from '#src/server/core/in-department.ts';

/** Whom something concerns, as far as it decides who may change it. */
type Audience = {
  rules: readonly { excluded: boolean; departmentId: string | null; positionId: string | null }[];
  people: readonly { userId: string; excluded: boolean }[];
};
/** Where audiences are stored: rules with departments, and people by name, of the thing in the column `thing`. */
type Tables = { rules: string; people: string; thing: string };

/**
 * SQL condition on a thing: it concerns only people of the departments where the viewer may change trainings. Exceptions do not matter:
 * they make it concern fewer.
 * @param id column with the id of the thing
 */
export function isWithinScope({ tenant, viewer }: Pick<Context, 'tenant' | 'viewer'>, tables: Tables, id: SQL) {
  const scope = scopeOf(viewer, 'training.write');
  if (scope === null) return sql<boolean>`true`;
  if (scope.length === 0) return sql<boolean>`false`;
  const [rules, people, thing] = [tables.rules, tables.people, tables.thing].map((name) => sql.identifier(name));
  return sql<boolean>`(not exists (
      select from ${rules} l
      left join department d on d.enterprise_id = l.enterprise_id and d.id = l.department_id
      where l.enterprise_id = ${tenant.id} and l.${thing} = ${id} and not l.excluded
        and not coalesce(${inScope(sql`d.path`, scope)}, false))
    and not exists (
      select from ${people} n
      join enterprise_user u on u.enterprise_id = n.enterprise_id and u.user_id = n.user_id
      where n.enterprise_id = ${tenant.id} and n.${thing} = ${id} and not n.excluded
        and not coalesce(${inScope(sql`u.department`, scope)}, false)))`;
}

/**
 * Checks that departments, positions and people of an audience exist, and are in the departments of the viewer.
 * @param tooLarge key of the error for an audience that is larger than the viewer's departments
 * @throws AppError 404 for what does not exist; 403 for an audience that is too large
 */
export async function checkAudience(
  { db, tenant, viewer }: Context,
  audience: Audience,
  tooLarge: string,
): Promise<void> {
  const scope = scopeOf(viewer, 'training.write');
  const departments = unique(audience.rules.map(({ departmentId }) => departmentId));
  const positions = unique(audience.rules.map(({ positionId }) => positionId));
  const members = unique(audience.people.map(({ userId }) => userId));
  type Found = { kind: 'department' | 'position' | 'member'; id: string; path: string | null };
  const { rows } = await db.execute<Found>(sql`
    select 'department' as kind, d.id, d.path from department d
    where d.enterprise_id = ${tenant.id} and d.id = any (${ids(departments)}) and d.closed_at is null
    union all
    select 'position', p.id, null from position p where p.enterprise_id = ${tenant.id} and p.id = any (${ids(positions)})
    union all
    select 'member', u.user_id, u.department from enterprise_user u
    where u.enterprise_id = ${tenant.id} and u.user_id = any (${ids(members)})`);
  if (rows.length !== departments.length + positions.length + members.length) throw new AppError(404, 'notFound');
  const paths = new Map(rows.map(({ id, path }) => [id, path]));
  const isWithin = (id: string | null) => isInScope(scope, id === null ? null : (paths.get(id) ?? null));
  const isAllowed =
    audience.rules.every(({ excluded, departmentId }) => excluded || isWithin(departmentId)) &&
    audience.people.every(({ excluded, userId }) => excluded || isWithin(userId));
  if (!isAllowed) throw new AppError(403, tooLarge);
}

const ids = (list: readonly string[]) => sql`${`{${list.join()}}`}::uuid[]`;
const unique = (list: readonly (string | null)[]): string[] => [...new Set(list)].filter((id) => id !== null);
