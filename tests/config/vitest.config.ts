import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_FLAGS, findChromium } from './find-chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Looks for Chromium when it is started: the other projects run where there is none. */
const chromium = () => playwright({ launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS } });

/** `unit`: beside the code, no database. `component`: islands in Chromium (`*.test.tsx`). `api`: the gateway on a real PostgreSQL. `repo`: promises about the tree. */
export default defineConfig({
  root,
  test: {
    projects: [
      { root, test: { name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 60_000 } },
      {
        root,
        plugins: [tailwindcss()],
        publicDir: false,
        // What only some islands import: found late, it would reload the page of a running test.
        optimizeDeps: {
          include: [
            'dayjs',
            'dayjs/plugin/utc.js',
            'react-easy-crop',
            '@noble/hashes/sha2.js',
            '@noble/hashes/utils.js',
          ],
        },
        // One Chromium serves all files; a test may not reach for the network.
        test: {
          name: 'component',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['tests/component/setup.ts'],
          testTimeout: 20_000,
          expect: { poll: { timeout: 5_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: {
              ...playwright(),
              prewarm: (...to) => chromium().prewarm?.(...to),
              providerFactory: (...to) => chromium().providerFactory(...to),
            },
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 800 },
          },
        },
      },
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
      {
        root,
        test: {
          name: 'repo',
          include: ['tests/repo/**/*.test.ts'],
          exclude: ['tests/repo/leaves.test.ts'],
          testTimeout: 120_000,
        },
      },
      // What renders `.astro` components, compiled by Astro.
      join(import.meta.dirname, 'astro/vitest.config.ts'),
    ],
  },
});
