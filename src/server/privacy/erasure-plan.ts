import type { Data } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import { hasOtherAdministrator } from '#src/server/account/person/member-status.ts';
import { groupOf } from './data-groups.ts';
import { namedMember } from './named-member.ts';
import { PERSON_TABLES, type PersonTable } from './person-tables.ts';

type Plan = Data<'GET /user/auth/people/data/plan'>;
type Fate = 'erased' | 'changed' | 'kept';

/** What happens to the rows of a table: `code` removes names and texts, and keeps the rows. */
const fateOf = ({ erase }: PersonTable): Fate =>
  erase === 'keep'
    ? 'kept'
    : erase === 'delete' || (typeof erase === 'object' && 'deleteWhere' in erase)
      ? 'erased'
      : 'changed';

/**
 * Returns what the erasure of a member's personal data would do now, in numbers of rows by what they are about: what goes, what stays
 * without a name or a text, and what stays because the enterprise has to be able to prove it. From the same list as the erasure itself.
 * @throws AppError 404 for somebody who is no member, or is erased already
 */
export async function planErasure({ db, tenant }: Context, { userId }: { userId: string }): Promise<Plan> {
  const member = await namedMember(db, tenant, userId);
  if (!member) throw notFound();
  const counts = PERSON_TABLES.map(
    // The parameters are cast where they are used; a table that needs one of them only still gets both.
    ({ table, rows }, i) =>
      `select ${i} as n, count(*)::int as count from ${table} t where ($1::uuid is not null and $2::uuid is not null) and (${rows})`,
  );
  const { rows } = await pgClientOf(db).query<{ n: number; count: number }>(counts.join(' union all '), [
    tenant.id,
    userId,
  ]);
  const sums = new Map<string, Plan['list'][number]>();
  for (const { n, count } of rows) {
    const table = PERSON_TABLES[n]!;
    const [group, fate] = [groupOf(table.name ?? table.table), fateOf(table)];
    const key = `${group} ${fate}`;
    const sum = sums.get(key) ?? { group, fate, count: 0 };
    sums.set(key, { ...sum, count: sum.count + count });
  }
  const isLast = member.isAdmin && !(await hasOtherAdministrator(db, { enterpriseId: tenant.id, userId }));
  return { list: [...sums.values()].filter(({ count }) => count > 0), isLastAdministrator: isLast };
}
