import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Unit tests of the pure modules that `npm run test:mutation` mutates. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: [
      'src/server/{core,course,exam,ranking,record,study}/**/*.test.ts',
      'src/contract/rules/check-in.test.ts',
      'src/lib/{canonical-json,ranges,shuffle,system-clock}.test.ts',
    ],
    testTimeout: 20_000,
  },
});
