import type { Context } from '#src/server/core/context.ts';
import { enterAttempt } from './attempt/enter-attempt.ts';

type Input = { attemptId: string; deviceKey?: string | undefined };

/**
 * Makes the caller the writer of an attempt that was started before: after a reload, on another device, or to take it
 * back. See `enterAttempt`.
 * @throws AppError 404 when it is not an attempt of the viewer; 429 after too many takeovers
 */
export async function takeOverAttempt({ db, tenant, viewer, now }: Context, { attemptId, deviceKey }: Input) {
  const which = { enterpriseId: tenant.id, attemptId, userId: viewer.userId };
  return enterAttempt(db, which, { session: viewer.sessionId, device: deviceKey ?? null }, now);
}
