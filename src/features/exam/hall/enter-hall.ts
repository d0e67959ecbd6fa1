import { api, type Api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { toLogin } from '#src/client/login-redirect.ts';
import type { AttemptView } from './answer.ts';
import { deviceKey } from './device-key.ts';

/** Delay before the next try, ms: different ones, so that browsers that were refused together do not return together. */
const retryDelay = () => 2_000 + Math.random() * 2_000;

type Options = {
  /** Stops trying. */
  signal: AbortSignal;
  /** The server could not be reached; it is tried again. */
  onUnreachable(): void;
  /** The server wants some time to pass first, and says why; then it is tried again. */
  onWaiting(message: string): void;
};

/**
 * Starts an attempt at an exam, or continues one, makes this window its writer and returns its paper, with one call
 * (decision 066). Tries until the server answers: a repeated start continues the attempt that an earlier one has created.
 * @throws ApiError 403, 404 or 409 when the exam cannot be taken
 */
export async function enterHall(
  { examId, attemptId }: { examId: string; attemptId: string | null },
  { signal, onUnreachable, onWaiting }: Options,
  call: Api = api,
): Promise<AttemptView | null> {
  const key = deviceKey();
  while (!signal.aborted) {
    try {
      if (attemptId)
        return await call('POST /exam/auth/user/exam/attempt/take-over', { attemptId, deviceKey: key }, quiet);
      const input = { id: examId, enter: true, deviceKey: key };
      return (await call('POST /exam/auth/user/exam/start', input, quiet)).hall;
    } catch (error) {
      if (error instanceof ApiError && error.needsLogin) toLogin();
      if (error instanceof ApiError && [403, 404, 409].includes(error.code)) throw error;
      if (error instanceof ApiError && error.code === 0) onUnreachable();
      if (error instanceof ApiError && error.code === 429) onWaiting(error.message);
      const wait = error instanceof ApiError ? error.retryAfter * 1_000 : 0;
      await new Promise((resolve) => setTimeout(resolve, Math.max(retryDelay(), wait)));
    }
  }
  return null;
}

const quiet = { _No_dispose: true } as const;
