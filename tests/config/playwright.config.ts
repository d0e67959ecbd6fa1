import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './find-chromium.ts';

// Evaluated again by every worker: the first evaluation determines the values.
const port = (process.env.E2E_PORT ??= '4450');
const executablePath = (process.env.CHROMIUM_PATH ??= findChromium());

export type Options = { lang: 'zh' | 'en' };

/**
 * Tests that do not depend on the language: protocol, processes, access, stored data, the steps of a task. They run once, these in Chinese.
 * What is shown is tested in both: every screen, the frame, public pages, the hall of an exam, and a journey through the portal.
 */
const IN_CHINESE = [
  'analysis',
  'announcements-admin',
  'back-office',
  'bare-routes',
  'bell',
  'calendar',
  'class-results',
  'client-behaviour',
  'community-admin',
  'community-pages',
  'company',
  'course-editing',
  'course-items',
  'course-rules',
  'database-away',
  'delivery',
  'downloads',
  'early-input',
  'earn-hours',
  'editing-offline',
  'evaluation',
  'exam-acceptance',
  'exam-leaving',
  'exam-preview',
  'exam-questions',
  'exam-regrade',
  'exam-rejected',
  'exam-render-error',
  'exam-survival',
  'front-door*',
  'hostile-*',
  'island-errors',
  'large-files',
  'live-browser',
  'live-processes',
  'login-code',
  'marking',
  'media-survival',
  'moderation',
  'operating',
  'page-access',
  'page-weight',
  'password',
  'people',
  'pictures-of-texts',
  'preview-frame',
  'processes',
  'public-face-bypass',
  'question-bank',
  'question-grid',
  'rehearsal',
  'reports',
  'requirement-reminders',
  'requirements',
  'rooms',
  'route-errors',
  'settings',
  'settings-admin',
  'sync',
  'table-commands',
  'tasks',
  'withheld-answers',
];
/** And these in English. */
const IN_ENGLISH = [
  'announcements',
  'certificates',
  'certificate-template',
  'comments',
  'community',
  'content-life',
  'course-import',
  'documents',
  'exam-admin',
  'exam-intro',
  'exam-receipt',
  'invigilation',
  'lecturers',
  'live',
  'login-sso',
  'media',
  'messages-admin',
  'orders',
  'organisation',
  'people-import',
  'people-invitation',
  'player',
  'practice',
  'questionnaire',
  'questionnaire-editing',
  'tasks-admin',
  'training',
];
const tests = (names: string[]) => `**/{${names.join()}}.test.ts`;

/** End-to-end tests in a real browser against the built portal; language-dependent ones in both languages. */
export default defineConfig<Options>({
  testDir: '../e2e',
  testMatch: '**/*.test.ts',
  // A separate folder, because it is emptied at the start of a run.
  outputDir: '../../test-results/e2e',
  globalSetup: './e2e-setup.ts',
  fullyParallel: true,
  // Browsers wait most of the time: three workers use two cores.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A test that passes the second time is reported as flaky (decision 070).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : [['line']],
  use: {
    baseURL: `http://localhost:${port}`,
    actionTimeout: 15_000,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    // Traces take a fifth of the time: use `--trace on` if needed.
    trace: 'off',
    launchOptions: {
      executablePath,
      // Chromium keeps a process ready for the next page of a context, which few tests have, unless it has reached its limit (decision 136).
      args: [...CHROMIUM_FLAGS, '--renderer-process-limit=1'],
    },
  },
  projects: [
    { name: 'zh', testIgnore: tests(IN_ENGLISH), use: { lang: 'zh', locale: 'zh-CN' } },
    { name: 'en', testIgnore: tests(IN_CHINESE), use: { lang: 'en', locale: 'en-GB' } },
  ],
});
