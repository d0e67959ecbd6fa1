import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './portal-process.ts';

/*
 * `npm test`: types, lint and unit at the same time, then component, api, repo and e2e one after the other, because those
 * keep all cores busy by themselves; and one summary. The last line is `N passed, N failed` over all of them: each test of
 * vitest and Playwright counts, types and lint count as one each. `npm test -- unit api` runs only those.
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
/** Each uses one core and shares nothing with the others. */
const TOGETHER: Runner[] = [
  { name: 'types', args: ['run', 'check'] },
  { name: 'lint', args: ['run', 'lint'] },
  vitest('unit'),
];
const RUNNERS: Runner[] = [
  ...TOGETHER,
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

type Row = Count & { name: string; seconds: number };

const chosen = RUNNERS.filter(({ name }) => asked.length === 0 || asked.includes(name));
const together = chosen.filter((runner) => TOGETHER.includes(runner));
// Their output is shown one after the other: mixed, it could not be read.
const rows: Row[] = await Promise.all(
  together.map((runner) => measure(runner, together.length > 1 ? 'pipe' : 'inherit')),
);
for (const runner of chosen) if (!TOGETHER.includes(runner)) rows.push(await measure(runner, 'inherit'));
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

type Output = 'inherit' | 'pipe';

async function measure(runner: Runner, output: Output): Promise<Row> {
  const title = `\n── ${runner.name} ${'─'.repeat(60)}`;
  if (output === 'inherit') console.log(title);
  const begun = performance.now();
  const { exit, text } = await run(runner, output);
  if (output === 'pipe') console.log(`${title}\n${text}`);
  return { name: runner.name, ...count(runner, exit), seconds: (performance.now() - begun) / 1000 };
}

function run({ name, args, env }: Runner, output: Output): Promise<{ exit: number; text: string }> {
  return new Promise((resolve) => {
    const child = spawn('npm', args, {
      cwd: ROOT,
      stdio: ['inherit', output, output],
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env?.(join(out, name)) },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (text += part.toString()));
    child.on('error', (error) => resolve({ exit: 1, text: String(error) }));
    child.on('close', (code) => resolve({ exit: code ?? 1, text }));
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
