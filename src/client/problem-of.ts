import { ApiError } from './api-error.ts';

/**
 * Runs calls whose error is shown where they were started.
 * @param otherwise text for an error that says nothing, e.g. because the portal could not be reached
 * @returns what went wrong, for people; empty: nothing
 */
export async function problemOf(run: () => Promise<void>, otherwise: string): Promise<string> {
  try {
    await run();
    return '';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return Object.values(error.fields)[0] || error.message || otherwise;
  }
}
