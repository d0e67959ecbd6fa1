import type { RequestContext } from '#src/server/core/context.ts';
import { addressKey } from '#src/server/core/address-key.ts';
import { FAILURES_PER_ADDRESS } from './limits.ts';
import { refuseFrom, takeTry } from '#src/server/core/rate-limit.ts';

const keyOf = ({ address }: RequestContext) => addressKey('login:address', address);

/**
 * Returns the number of failed logins from this address.
 * @throws AppError 429 when the limit is reached
 */
export async function countAddressFailures(ctx: RequestContext): Promise<number> {
  const key = keyOf(ctx);
  return key ? refuseFrom(key, FAILURES_PER_ADDRESS) : 0;
}

/** Counts one failed login. Above the limit it does not throw, so that the caller reports its own error. */
export async function countFailure(ctx: RequestContext): Promise<void> {
  const key = keyOf(ctx);
  if (key) await takeTry(key, FAILURES_PER_ADDRESS).catch(() => undefined);
}
