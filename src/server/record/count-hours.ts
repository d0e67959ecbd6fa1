import { readMember } from '#src/server/account/read-member.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';

/** Returns class hours by kind, from the totals of the ledger. */
export async function countHours(ctx: RequestContext & { viewer: Viewer }) {
  const { hours } = await readMember(ctx);
  return { ...hours, sex: ctx.viewer.sex };
}
