import { sql } from 'drizzle-orm';
import { notFound } from '#src/server/core/app-error.ts';
import type { HistoryKind } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { isWithinScope } from '#src/server/organisation/audience.ts';

const TABLES = { rules: 'requirement_rule', people: 'requirement_person', thing: 'requirement_id' };

/** SQL condition on a requirement `r`: it concerns only people of the departments where the viewer may change trainings. */
export const isChangeable = (ctx: Pick<Context, 'tenant' | 'viewer'>) => isWithinScope(ctx, TABLES, sql`r.id`);

/** Those who may change a requirement read its history, with the names of people in it. */
export const REQUIREMENT_HISTORY: HistoryKind = {
  requireReader: async (ctx, id) => {
    const { rowCount } = await ctx.db.execute(
      sql`select from requirement r where r.enterprise_id = ${ctx.tenant.id} and r.id = ${id} and ${isChangeable(ctx)}`,
    );
    if (rowCount === 0) throw notFound();
  },
};
