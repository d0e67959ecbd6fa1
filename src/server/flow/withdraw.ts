import type { Context } from '#src/server/http/context.ts';
import { notFound, Refusal } from '#src/server/http/refusal.ts';
import { lockInstance } from './lock-instance.ts';
import { settleInstance } from './settle-instance.ts';

/**
 * Recalls the viewer's own request while nobody has decided it (design section 10). A repeat changes nothing.
 * @throws Refusal 404 for somebody else's; 409 once it is decided
 */
export async function withdraw(ctx: Context, { id, comment }: { id: string; comment?: string }) {
  const instance = await lockInstance(ctx, id);
  if (instance.applicantId !== ctx.viewer.userId) throw notFound();
  const state = 'withdrawn' as const;
  if (instance.state === state) return { id, state };
  if (instance.state !== 'pending') throw new Refusal(409, 'flowDecided');
  await settleInstance(ctx, instance, state, comment);
  return { id, state };
}
