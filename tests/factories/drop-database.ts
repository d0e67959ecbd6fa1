import type pg from 'pg';
import { vi } from 'vitest';

/**
 * Drops the database of a test, with the connections to it. Repeated while autovacuum works in it: only a superuser may end
 * that.
 */
export const dropDatabase = (client: pg.Client, name: string) =>
  vi.waitFor(() => client.query(`drop database if exists ${name} with (force)`), { timeout: 30_000, interval: 500 });
