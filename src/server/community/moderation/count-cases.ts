import { and, eq, sql } from 'drizzle-orm';
import { moderationCase, moderationDecision } from '#src/server/community/tables/moderation.ts';
import type { Context } from '#src/server/core/context.ts';
import { isModerator } from '../community-reader.ts';

/** Conditions of the lists of the moderation queue. */
export const caseLists = (enterpriseId: string) => ({
  open: and(eq(moderationCase.enterpriseId, enterpriseId), eq(moderationCase.state, 'open')),
  appeals: and(
    eq(moderationCase.enterpriseId, enterpriseId),
    sql`exists (select from ${moderationDecision} where ${moderationDecision.enterpriseId} = ${moderationCase.enterpriseId}
      and ${moderationDecision.caseId} = ${moderationCase.id} and ${moderationDecision.appealState} = 'pending')`,
  ),
  closed: and(eq(moderationCase.enterpriseId, enterpriseId), eq(moderationCase.state, 'closed')),
});

/** How many cases and appeals wait for the viewer; other members than moderators get zero. */
export async function countCases(ctx: Context) {
  const { db, tenant } = ctx;
  if (!(await isModerator(ctx))) return { moderator: false, openCount: 0, appealCount: 0 };
  const lists = caseLists(tenant.id);
  return {
    moderator: true,
    openCount: await db.$count(moderationCase, lists.open),
    appealCount: await db.$count(moderationCase, lists.appeals),
  };
}
