import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import { notice } from './tables.ts';

/** Condition: notices of the signed-in member. */
export const mine = ({ tenant, viewer }: Pick<Context, 'tenant' | 'viewer'>) =>
  and(eq(notice.enterpriseId, tenant.id), eq(notice.userId, viewer.userId));

/** Number of the member's unread notices. */
export const countUnreadNotices = (ctx: Context): Promise<number> =>
  ctx.db.$count(notice, and(mine(ctx), isNull(notice.readAt)));
