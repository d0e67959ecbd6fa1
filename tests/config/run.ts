import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './portal-process.ts';

/*
 * `npm test`: runs types, lint, format and unit in parallel, then component, api, repo and e2e one after another, because each of
 * those uses all cores, and prints the failed and flaky tests and a summary. The last line is `N passed, N failed` over all of them: each test of vitest
 * and Playwright counts, types, lint and format count as one each. `npm test -- unit api` runs only those.
 */

type Count = { passed: number; failed: number; flaky?: number; failures?: string[] };
type Runner = {
  name: string;
  args: string[];
  report?: (file: string) => Count;
  env?: (file: string) => Record<string, string>;
};

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};
type Spec = {
  file: string;
  title: string;
  tests: {
    status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
    results: { error?: { message?: string } }[];
  }[];
};
type Suite = { specs: Spec[]; suites?: Suite[] };
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: Suite[] };

const specsOf = (suites: Suite[]): Spec[] =>
  suites.flatMap(({ specs, suites: within = [] }) => [...specs, ...specsOf(within)]);

/** One failed test, with the first lines of its message, for the end of the output. */
const failure = (path: string, title: string, message = '', lines = 12) =>
  [`✗ ${relative(ROOT, path)} › ${title}`, ...stripVTControlCharacters(message).split('\n').slice(0, lines)].join(
    '\n    ',
  );

/** Flaky tests that a run may have (decision 070); more of them are a failure of the run. */
const MAX_FLAKY = 2;

const out = mkdtempSync(join(tmpdir(), 'zhixing-run-'));
const vitest = (name: string): Runner => ({
  name,
  args: ['run', `test:${name}`, '--', '--reporter=default', '--reporter=json', `--outputFile.json=${join(out, name)}`],
  report: (file) => {
    const { numPassedTests, numFailedTests, testResults } = read(file) as VitestReport;
    const failures = testResults.flatMap(({ name: path, message, assertionResults }) => [
      ...(message ? [failure(path, '', message)] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => failure(path, fullName, failureMessages[0])),
    ]);
    return { passed: numPassedTests, failed: numFailedTests, failures };
  },
});
/** Runners that use one core each and no shared resources. */
const TOGETHER: Runner[] = [
  { name: 'types', args: ['run', 'check'] },
  { name: 'lint', args: ['run', 'lint:rules'] },
  // Apart from `lint`, so that no core is idle while the longest of these runs alone.
  { name: 'format', args: ['run', 'lint:format'] },
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
      const { stats, suites } = read(file) as PlaywrightReport;
      const failures = specsOf(suites).flatMap(({ file: path, title, tests }) =>
        tests
          .filter(({ status }) => status === 'unexpected' || status === 'flaky')
          .map(({ status, results }) =>
            failure(
              path,
              status === 'flaky' ? `${title} (flaky)` : title,
              results.find(({ error }) => error)?.error?.message,
            ),
          ),
      );
      const { expected, unexpected, flaky } = stats;
      return flaky > MAX_FLAKY
        ? { passed: expected, failed: unexpected + flaky, failures }
        : { passed: expected + flaky, failed: unexpected, flaky, failures };
    },
  },
];

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !RUNNERS.some((runner) => runner.name === name));
if (unknown) {
  console.error(`unknown name ${unknown}: ${RUNNERS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

type Row = Count & { name: string; seconds: number };

const chosen = RUNNERS.filter(({ name }) => asked.length === 0 || asked.includes(name));
const together = chosen.filter((runner) => TOGETHER.includes(runner));
// Their output is printed one after another, not mixed.
const rows: Row[] = await Promise.all(
  together.map((runner) => measure(runner, together.length > 1 ? 'pipe' : 'inherit')),
);
for (const runner of chosen) if (!TOGETHER.includes(runner)) rows.push(await measure(runner, 'inherit'));
rmSync(out, { recursive: true, force: true });

// At the end, because a log that is cut keeps its end.
for (const { failures = [] } of rows) for (const text of failures) console.log(`\n${text}`);
console.log('');
for (const { name, passed, failed, flaky, seconds } of rows) {
  console.log(
    `${failed ? '✗' : '✓'} ${name.padEnd(9)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s${flaky ? ` (${flaky} flaky)` : ''}`,
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
  const counted = count(runner, exit);
  if (counted.failed && !counted.failures?.length && text)
    counted.failures = [
      failure(join(ROOT, runner.name), 'end of its output', text.trimEnd().split('\n').slice(-30).join('\n'), 31),
    ];
  return { name: runner.name, ...counted, seconds: (performance.now() - begun) / 1000 };
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

/** A runner that failed without a failed test (an invalid file, a failing setup) counts as one failure. */
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
