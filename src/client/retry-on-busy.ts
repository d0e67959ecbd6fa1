import { ApiError } from './api-error.ts';

/** Maximum `Retry-After` for which a call is retried, seconds. */
const MAX_RETRY_AFTER = 30;
const TRIES = 10;

/**
 * Retries while the server is overloaded (429 with a short `Retry-After`), with jitter so that many clients do not
 * retry at the same time.
 * @param onWait called before each wait, to inform the user
 * @throws ApiError any other error, and 429 after the last attempt
 */
export async function retryOnBusy<T>(make: () => Promise<T>, onWait: () => void): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await make();
    } catch (error) {
      const seconds = error instanceof ApiError && error.code === 429 ? error.retryAfter : 0;
      if (seconds === 0 || seconds > MAX_RETRY_AFTER || tries === TRIES) throw error;
      onWait();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (0.5 + Math.random())));
    }
  }
}
