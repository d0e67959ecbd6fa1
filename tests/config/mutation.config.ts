import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Unit tests of the pure modules that `npm run test:mutation` mutates. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: [
      'src/server/{core,course,exam,ranking,record,study}/**/*.test.ts',
      'src/lib/{canonical-json,check-in,progress,ranges,shuffle,system-clock}.test.ts',
    ],
    testTimeout: 20_000,
  },
});
