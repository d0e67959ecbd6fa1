import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { lockInstance } from './lock-instance.ts';
import { type FlowEffects, finishInstance } from './finish-instance.ts';

/**
 * Withdraws the user's own request while it is pending (docs/specification.md, section "Requests"). A repetition
 * changes nothing.
 * @throws AppError 404 for another user's request; 409 when it is decided
 */
export async function withdraw(ctx: Context, effects: FlowEffects, { id, comment }: { id: string; comment?: string }) {
  const instance = await lockInstance(ctx, id);
  if (instance.applicantId !== ctx.viewer.userId) throw notFound();
  const state = 'withdrawn' as const;
  if (instance.state === state) return { id, state };
  if (instance.state !== 'pending') throw new AppError(409, 'flowDecided');
  await finishInstance(ctx, effects, instance, state, comment);
  return { id, state };
}
