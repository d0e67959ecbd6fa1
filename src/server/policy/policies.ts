import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { type Policies, POLICY_DEFAULTS, type PolicyKind } from '#src/contract/rules/policy.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit, changesBetween, type HistoryKind } from '#src/server/core/audit.ts';
import type { Context, PublicContext } from '#src/server/core/context.ts';
import { thisYear } from '#src/server/core/this-year.ts';
import { policy } from './tables.ts';

/** Returns the rules of the enterprise, the defaults where it has none of its own. */
export async function viewPolicies({ db, tenant }: PublicContext) {
  const rows = await db.select().from(policy).where(eq(policy.enterpriseId, tenant.id));
  const stored = <K extends PolicyKind>(kind: K) => {
    const row = rows.find((each) => each.kind === kind);
    const rules = { ...POLICY_DEFAULTS[kind], ...row?.rules } as Policies[K];
    return { revision: row?.revision ?? 0, id: row?.id ?? null, rules };
  };
  return {
    points: stored('points'),
    rankings: stored('rankings'),
    orders: stored('orders'),
    notices: stored('notices'),
  };
}

/**
 * Changes the rules of points, rankings, orders or notices. They concern what happens from now on.
 * @throws AppError 409 when somebody else has changed them since; 422 for rankings from a year to come
 */
export async function savePolicy(ctx: Context, input: OperationInput<'PUT /user/auth/policy/save'>) {
  const { db, tenant } = ctx;
  const { kind, revision, rules } = input;
  // Messages to members who have chosen neither are in the language of who has written the rules, with the address used then.
  const kept = kind === 'notices' ? { ...rules, locale: ctx.locale, origin: ctx.origin } : rules;
  if (input.kind === 'rankings' && input.rules.fromYear > thisYear(ctx))
    throw new AppError(422, 'invalid', { fields: [{ field: 'rules.fromYear', key: 'field.invalid' }] });
  const earlier = (await viewPolicies(ctx))[kind];
  const [saved] =
    revision === 0
      ? await db
          .insert(policy)
          .values({ enterpriseId: tenant.id, kind, rules: kept, revision: 1, gmtModified: ctx.now() })
          .onConflictDoNothing()
          .returning()
      : await db
          .update(policy)
          .set({ rules: kept, revision: revision + 1, gmtModified: ctx.now() })
          .where(and(eq(policy.enterpriseId, tenant.id), eq(policy.kind, kind), eq(policy.revision, revision)))
          .returning();
  if (!saved) throw new AppError(409, 'contentChanged');
  const names = Object.keys(POLICY_DEFAULTS[kind]) as never[];
  const changes = changesBetween(earlier.rules, rules, names);
  await audit(db, ctx, 'policy.saved', { kind, changes }, { about: [saved.id] });
  return { revision: saved.revision, id: saved.id };
}

/** Administrators read who has changed the rules. */
export const POLICY_HISTORY: HistoryKind = {
  requireReader: async ({ db, tenant, viewer }, id) => {
    const one = and(eq(policy.enterpriseId, tenant.id), eq(policy.id, id));
    if (!viewer.isAdmin || (await db.$count(policy, one)) === 0) throw notFound();
  },
};
