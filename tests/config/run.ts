import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './portal-process.ts';

/*
 * `npm test`: types, lint, unit, component, api, repo and e2e, one after the other, and one summary. The last line is
 * `N passed, N failed` over all of them: each test of vitest and Playwright counts, types and lint count as one each.
 * `npm test -- unit api` runs only those.
 */

type Count = { passed: number; failed: number };
type Runner = {
  name: string;
  args: string[];
  report?: (file: string) => Count;
  env?: (file: string) => Record<string, string>;
};

const out = mkdtempSync(join(tmpdir(), 'zhixing-run-'));
const vitest = (name: string): Runner => ({
  name,
  args: ['run', `test:${name}`, '--', '--reporter=default', '--reporter=json', `--outputFile.json=${join(out, name)}`],
  report: (file) => {
    const { numPassedTests, numFailedTests } = read(file) as { numPassedTests: number; numFailedTests: number };
    return { passed: numPassedTests, failed: numFailedTests };
  },
});
const RUNNERS: Runner[] = [
  { name: 'types', args: ['run', 'check'] },
  { name: 'lint', args: ['run', 'lint'] },
  vitest('unit'),
  vitest('component'),
  vitest('api'),
  vitest('repo'),
  {
    name: 'e2e',
    args: ['run', 'test:e2e'],
    env: (file) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: file }),
    report: (file) => {
      const { stats } = read(file) as { stats: { expected: number; unexpected: number; flaky: number } };
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
    },
  },
];

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !RUNNERS.some((runner) => runner.name === name));
if (unknown) {
  console.error(`${unknown} is not known: ${RUNNERS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const rows: (Count & { name: string; seconds: number })[] = [];
for (const runner of RUNNERS) {
  if (asked.length && !asked.includes(runner.name)) continue;
  console.log(`\n── ${runner.name} ${'─'.repeat(60)}`);
  const begun = performance.now();
  const exit = await run(runner);
  rows.push({ name: runner.name, ...count(runner, exit), seconds: (performance.now() - begun) / 1000 });
}
rmSync(out, { recursive: true, force: true });

console.log('');
for (const { name, passed, failed, seconds } of rows) {
  console.log(
    `${failed ? '✗' : '✓'} ${name.padEnd(9)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s`,
  );
}
const total = (key: 'passed' | 'failed') => rows.reduce((sum, row) => sum + row[key], 0);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') ? 1 : 0;

function run({ name, args, env }: Runner): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn('npm', args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env?.(join(out, name)) },
    });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** A runner that failed without a failed test (a broken file, a setup that fell over) counts as one failure. */
function count({ name, report }: Runner, exit: number): Count {
  let counted: Count = { passed: exit === 0 ? 1 : 0, failed: 0 };
  if (report) {
    try {
      counted = report(join(out, name));
    } catch {
      counted = { passed: 0, failed: 1 };
    }
  }
  if (exit !== 0 && counted.failed === 0) counted.failed = 1;
  return counted;
}
