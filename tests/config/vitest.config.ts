import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { CHROMIUM_FLAGS, findChromium } from './find-chromium.ts';
import { LongFilesFirst } from './long-files-first.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Finds Chromium only when it is started, so that the other projects also run without it. */
const chromium = () => playwright({ launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS } });

const API = {
  globalSetup: ['tests/config/database.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  maxWorkers: 2,
} satisfies TestProjectInlineConfiguration['test'];

/** API tests that change settings, the clock or the file store, which other files of the same process would see. */
const OWN_PROCESS = [
  'account-mail',
  'account-oidc-attacks',
  'account-sms',
  'account-sso',
  'backup',
  'clock-jumps',
  'contact-sync',
  'editing-turns',
  'event-loop',
  'exam-save-batch',
  'exam-submit-batch',
  'files-move',
  'mail-bounces',
  'matrix',
  'message',
  'notice-apps',
  'notice-delivery',
  'media-s3',
  'paging',
  'partitions',
  'people-invitation',
  'question-threads',
  'readiness',
  'requirement-mail',
  'report-saved',
  'rehearsal',
  'rendition',
  'retention',
  'right-answers',
  'storage-full',
  'storage-read-only',
  'study-statements',
].map((name) => `tests/api/${name}.test.ts`);

const UNIT = {
  testTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
} satisfies TestProjectInlineConfiguration['test'];

/** Unit tests of what is read once in a process (settings, the secret), or that give it globals of a browser. */
const OWN_MODULES = [
  'features/exam/hall/refusals',
  'server/core/seal',
  'server/exam/receipt',
  'server/http/client-info',
  'server/http/response-headers',
].map((name) => `src/${name}.test.ts`);

/**
 * `unit` and `unit-isolated`: beside the code, no database. `component`: islands in Chromium (`*.test.tsx`). `api` and
 * `api-isolated`: the gateway on a real PostgreSQL. `repo`: rules for the repository.
 */
export default defineConfig({
  root,
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      // Most files take less time than a process of their own: the files of a worker share its modules (decision 136).
      {
        root,
        test: { ...UNIT, name: 'unit', include: ['src/**/*.test.ts'], exclude: OWN_MODULES, isolate: false },
      },
      { root, test: { ...UNIT, name: 'unit-isolated', include: OWN_MODULES } },
      {
        root,
        plugins: [tailwindcss()],
        publicDir: false,
        // Dependencies of a few islands: if Vite discovered them late, it would reload the page of a running test.
        optimizeDeps: {
          include: [
            'dayjs',
            'dayjs/plugin/utc.js',
            'react-easy-crop',
            '@noble/hashes/sha2.js',
            '@noble/hashes/utils.js',
            '@tanstack/react-table',
            '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter',
            ...['@tiptap/core', '@tiptap/react', '@tiptap/starter-kit', '@tiptap/suggestion'],
            ...['@tiptap/extension-link', '@tiptap/extension-table'],
            ...['@tiptap/pm/model', '@tiptap/pm/state', '@tiptap/pm/view', 'idb', 'markdown-it', 'temml'],
          ],
        },
        // One Chromium runs all files, in pages with storages of their own: a page that waits leaves a core idle. Tests must not
        // use the network.
        test: {
          name: 'component',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['tests/component/setup.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          maxWorkers: 3,
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
      // Importing the server takes longer than many test files: the files of a worker share its modules.
      {
        root,
        test: { ...API, name: 'api', include: ['tests/api/**/*.test.ts'], exclude: OWN_PROCESS, isolate: false },
      },
      { root, test: { ...API, name: 'api-isolated', include: OWN_PROCESS } },
      {
        root,
        test: {
          name: 'repo',
          include: ['tests/repo/**/*.test.ts'],
          exclude: ['tests/repo/leaves.test.ts'],
          testTimeout: 120_000,
        },
      },
      // Tests that render `.astro` components, compiled by Astro.
      join(import.meta.dirname, 'astro/vitest.config.ts'),
    ],
  },
});
