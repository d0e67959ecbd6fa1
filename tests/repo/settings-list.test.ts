import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { SETTING_NAMES } from '#src/server/core/settings.ts';
import { ROOT, sources } from './source-tree.ts';

/** Settings that compose.yaml does not pass, and why. */
const NOT_IN_COMPOSE: Record<string, string> = {
  PORT: 'fixed in the container; of the host in `ports`',
  HOST: 'set in the Dockerfile',
  DATA_DIR: 'set in the Dockerfile',
  OUT_DIR: 'the image contains the build',
  DEMO: 'rejected together with DATABASE_URL',
};
/** Variables of the system and of development tools, which are no settings of the portal. */
const NO_SETTINGS = ['NODE_ENV', 'npm_lifecycle_event', 'MIGRATIONS_DIR', 'CHROMIUM_PATH', 'PATH'];

/** Every variable that the code reads: by `core/settings`, or directly. */
const read = new Set([
  ...SETTING_NAMES,
  ...sources('src', /\.(ts|tsx|astro)$/)
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(({ text }) => [...text.matchAll(/process\.env(?:\.|\[')(\w+)/g)].map((match) => match[1]!))
    .filter((name) => !NO_SETTINGS.includes(name)),
]);

type Service = { environment: Record<string, string> };
const compose = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: { portal: Service; worker: Service };
};
const operations = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
const table = operations.slice(operations.indexOf('## Settings'), operations.indexOf('**WeCom, DingTalk'));
const documented = new Set(
  table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split('|')[1]!.matchAll(/`(\w+)`/g)].map((match) => match[1]!)),
);

it('finds the settings', () => {
  expect(read.size).toBeGreaterThan(40);
  expect(documented.size).toBeGreaterThan(40);
});

it('documents exactly the settings that the code reads', () => {
  expect([...documented].sort()).toEqual([...read].sort());
});

it('has a valid compose.yaml', () => {
  expect(Object.keys(compose.services)).toEqual(['portal', 'worker', 'database']);
});

it('passes every setting to the containers', () => {
  for (const service of ['portal', 'worker'] as const) {
    const { environment } = compose.services[service];
    const missing = [...read].filter((name) => !(name in environment) && !(name in NOT_IN_COMPOSE));
    expect(missing, service).toEqual([]);
    const renamed = Object.entries(environment).filter(
      ([name, value]) => name !== 'APP_SECRET' && /^\$\{/.test(value) && value !== `\${${name}:-}`,
    );
    expect(renamed, service).toEqual([]);
  }
});
