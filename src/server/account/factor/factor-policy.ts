import { eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { factorDutyOf } from '#src/contract/rules/factor-policy.ts';
import { zonedTime } from '#src/lib/dates.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit, changesBetween } from '#src/server/core/audit.ts';
import type { Context, RequestContext, Viewer } from '#src/server/core/context.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { forgetTenants } from '#src/server/core/find-tenant.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { updateEnterprise } from '#src/server/core/write-enterprise.ts';

type Counted = Record<'admins' | 'adminsWithout' | 'people' | 'peopleWithout', number>;

/** Returns of whom the enterprise requires a second factor, with the numbers of active members whom each choice concerns. */
export async function viewFactorPolicy({ db, tenant }: Context) {
  const { rows } = await db.execute<Counted>(sql`
    select count(*)::int as people, count(*) filter (where not has_factor)::int as "peopleWithout",
           count(*) filter (where has_rights)::int as admins,
           count(*) filter (where has_rights and not has_factor)::int as "adminsWithout"
    from (
      select u.is_admin
               or exists (select from role_grant g where g.enterprise_id = u.enterprise_id and g.user_id = u.user_id)
               or exists (select from department d
                          where d.enterprise_id = u.enterprise_id and d.head_id = u.user_id and d.closed_at is null) as has_rights,
             exists (select from portal.user_totp t where t.user_id = u.user_id)
               or exists (select from portal.passkey p where p.user_id = u.user_id) as has_factor
      from enterprise_user u where u.enterprise_id = ${tenant.id} and u.status = 'active') m`);
  const { admins, adminsWithout, people, peopleWithout } = rows[0]!;
  // Not what came with the tenant: another process may have saved it a moment ago.
  const [stored] = await db
    .select({ scope: enterprise.factorScope, from: enterprise.factorFrom, trusts: enterprise.factorTrustsProviders })
    .from(enterprise)
    .where(eq(enterprise.id, tenant.id));
  const { scope, from, trusts: trustsProviders } = stored!;
  return {
    ...{ scope, from, trustsProviders },
    admin: { people: admins, without: adminsWithout },
    all: { people, without: peopleWithout },
  };
}

/**
 * Sets of whom the enterprise requires a second factor. Whoever requires one has proven one: otherwise nobody could be left who can change
 * it.
 * @throws AppError 409 `ownFactorFirst`
 */
export async function saveFactorPolicy(
  ctx: RequestContext & { viewer: Viewer },
  { scope, from: day, trustsProviders }: OperationInput<'PUT /user/auth/enterprise/factor/policy/save'>,
) {
  const { tenant, viewer, now } = ctx;
  const from = scope === 'off' || day === null ? null : zonedTime(`${day}T00:00`, tenant.timeZone);
  const policy = { scope, from, trustsProviders };
  if (factorDutyOf(policy, viewer, now())) throw new AppError(409, 'ownFactorFirst');
  const before = tenant.factorPolicy;
  await withTenant(tenant.id, async (db) => {
    await updateEnterprise(db, tenant.id, {
      ...{ factorScope: scope, factorFrom: from, factorTrustsProviders: trustsProviders },
    });
    const plain = (each: typeof policy) => ({ ...each, from: each.from?.toISOString() ?? null });
    const changes = changesBetween(plain(before), plain(policy), ['scope', 'from', 'trustsProviders']);
    await audit(db, ctx, 'factorPolicy.saved', { changes });
    await announceChange(db, { enterpriseId: tenant.id, tags: ['tenant'] });
  });
  forgetTenants();
  return policy;
}
