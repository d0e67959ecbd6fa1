import { sql } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import { isWithinScope } from '#src/server/organisation/audience.ts';

const TABLES = { rules: 'requirement_rule', people: 'requirement_person', thing: 'requirement_id' };

/** SQL condition on a requirement `r`: it concerns only people of the departments where the viewer may change trainings. */
export const isChangeable = (ctx: Pick<Context, 'tenant' | 'viewer'>) => isWithinScope(ctx, TABLES, sql`r.id`);
