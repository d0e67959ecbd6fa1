import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Unit tests of the pure modules that `npm run test:mutation` changes. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { include: ['src/server/{core,exam,ranking,record,study}/**/*.test.ts'], testTimeout: 20_000 },
});
