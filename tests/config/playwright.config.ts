import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './find-chromium.ts';

// Read again by every worker: the first one to come here decides.
const port = (process.env.E2E_PORT ??= '4450');
const executablePath = (process.env.CHROMIUM_PATH ??= findChromium());

export type Options = { lang: 'zh' | 'en' };

/** Tests of what has nothing to do with the language: protocol, processes, access, what is stored. They run once. */
const ONE_LANGUAGE = [
  'bell',
  'client-behaviour',
  'database-away',
  'delivery',
  'downloads',
  'earn-hours',
  'exam-rejected',
  'exam-survival',
  'front-door*',
  'hostile-texts',
  'page-access',
  'page-weight',
  'processes',
  'route-errors',
  'settings',
  'withheld-answers',
];

/** End to end, in a real browser against the built portal (design section 12); what has texts, in both languages. */
export default defineConfig<Options>({
  testDir: '../e2e',
  testMatch: '**/*.test.ts',
  outputDir: '../../test-results',
  globalSetup: './e2e-setup.ts',
  fullyParallel: true,
  // A browser waits more than it works: three keep two cores busy.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : [['line']],
  use: {
    baseURL: `http://localhost:${port}`,
    actionTimeout: 15_000,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    // A trace of every test takes a fifth of the time: `--trace on` when one is wanted.
    trace: 'off',
    launchOptions: {
      executablePath,
      args: CHROMIUM_FLAGS,
    },
  },
  projects: [
    { name: 'zh', use: { lang: 'zh', locale: 'zh-CN' } },
    { name: 'en', testIgnore: `**/{${ONE_LANGUAGE.join()}}.test.ts`, use: { lang: 'en', locale: 'en-GB' } },
  ],
});
