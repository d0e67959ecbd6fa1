import { ApiError } from './api-error.ts';

/** Longest wait that is a matter of patience and not of another day, seconds. */
const PATIENCE = 30;
const TRIES = 10;

/**
 * Does something again while the server says that it has too much to do just now (429 with a short `Retry-After`). A storm
 * of people who do the same does not come back as one: each waits a little differently.
 * @param onWait called before each wait, to tell the person
 * @throws ApiError anything else, and 429 after the last try
 */
export async function retryOnBusy<T>(make: () => Promise<T>, onWait: () => void): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await make();
    } catch (error) {
      const seconds = error instanceof ApiError && error.code === 429 ? error.retryAfter : 0;
      if (seconds === 0 || seconds > PATIENCE || tries === TRIES) throw error;
      onWait();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (0.5 + Math.random())));
    }
  }
}
