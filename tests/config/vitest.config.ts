import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `unit`: beside the code, no database. `api`: the gateway on a real PostgreSQL. `repo`: promises about the tree. */
export default defineConfig({
  root,
  test: {
    projects: [
      { root, test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}'], testTimeout: 60_000 } },
      {
        root,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/config/database.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      { root, test: { name: 'repo', include: ['tests/repo/**/*.test.ts'], testTimeout: 120_000 } },
    ],
  },
});
