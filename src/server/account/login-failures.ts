import type { RequestContext } from '#src/server/core/context.ts';
import { addressKey, FAILURES_PER_ADDRESS } from './limits.ts';
import { refuseFrom, takeTry } from '#src/server/core/rate-limit.ts';

const keyOf = ({ address }: RequestContext) => addressKey('login:address', address);

/**
 * Failed sign-ins from this address.
 * @throws AppError 429 when there were too many
 */
export async function refuseAddress(ctx: RequestContext): Promise<number> {
  const key = keyOf(ctx);
  return key ? refuseFrom(key, FAILURES_PER_ADDRESS.limit) : 0;
}

/** Counts one more. Over the limit it stays with the answer that the person gets anyway. */
export async function countFailure(ctx: RequestContext): Promise<void> {
  const key = keyOf(ctx);
  if (key) await takeTry(key, FAILURES_PER_ADDRESS).catch(() => undefined);
}
