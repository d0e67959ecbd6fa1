import database from '../config/database.ts';

/*
 * `npm run test:fuzz`: sends requests generated from the OpenAPI document, as every role, to a portal with a new database.
 * No response may be 5xx, contain internal details, or contain data of another tenant. Settings: FUZZ_REQUESTS (100,000),
 * FUZZ_SEED (1), FUZZ_LOG, the log level (silent). Exits with 1 if there are findings.
 * `npm run test:fuzz -- --study`: FUZZ_SEQUENCES (10,000) sequences of reports of study time instead (`study-time.ts`).
 * `npm run test:fuzz -- --formats`: FUZZ_FILES (10,000) damaged files of questions instead (`formats.ts`), and as many of each format in
 * which every text has a word of its own (`lost-texts.ts`), and of each other format that is read (`other-files.ts`), without a database.
 */

/** Reads a number from the environment. @throws Error when it is not a positive integer */
function setting(name: string, standard: number): number {
  const value = Number(process.env[name] ?? standard);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number from 1`);
  return value;
}

/** Number of findings that are printed; the others are only counted. */
const SHOWN = 30;
const seed = setting('FUZZ_SEED', 1);
const requests = setting('FUZZ_REQUESTS', 100_000);

const begun = performance.now();
await (process.argv.includes('--formats') ? questionFiles() : withDatabase());

async function withDatabase(): Promise<void> {
  const stop = await database();
  process.env.LOG_LEVEL = process.env.FUZZ_LOG ?? 'silent';
  // Imported after the settings, which contain the database.
  const { closePool } = await import('#src/server/core/db/pool.ts');
  try {
    await (process.argv.includes('--study') ? studyTime() : requestsOfAllRoles());
  } finally {
    await closePool();
    await stop?.();
  }
}

async function questionFiles(): Promise<void> {
  const { fuzzFormats } = await import('./formats.ts');
  const { fuzzLostTexts } = await import('./lost-texts.ts');
  const { fuzzOtherFiles } = await import('./other-files.ts');
  const { MARKED_FORMATS } = await import('./marked-files.ts');
  const files = setting('FUZZ_FILES', 10_000);
  const { counts, failure } = await fuzzFormats({ seed, files });
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(0);
  console.log(counts);
  console.log(`${counts['files']} files, seed ${seed}, ${seconds()} s: ${failure ?? 'no findings'}`);
  if (failure) process.exitCode = 1;
  for (const format of MARKED_FORMATS) {
    const { read, failure: lost } = await fuzzLostTexts(format, { seed, files });
    console.log(
      `${format}: ${files} files, ${read} of them read, seed ${seed}, ${seconds()} s: ${lost ?? 'no findings'}`,
    );
    if (lost) process.exitCode = 1;
  }
  for (const { name, outcomes, failure: found } of await fuzzOtherFiles({ seed, files })) {
    console.log(`${name}: ${files} files, ${JSON.stringify(outcomes)}, ${seconds()} s: ${found ?? 'no findings'}`);
    if (found) process.exitCode = 1;
  }
}

async function studyTime(): Promise<void> {
  const { fuzzStudyTime } = await import('./study-time.ts');
  const { counts, failure } = await fuzzStudyTime({ seed, sequences: setting('FUZZ_SEQUENCES', 10_000) });
  const seconds = (performance.now() - begun) / 1000;
  console.log(counts);
  console.log(`${counts.sequences} sequences, seed ${seed}, ${seconds.toFixed(0)} s: ${failure ?? 'no findings'}`);
  if (failure) process.exitCode = 1;
}

async function requestsOfAllRoles(): Promise<void> {
  const { fuzz } = await import('./fuzz.ts');
  const { startWorldProviders } = await import('../factories/providers.ts');
  const providers = await startWorldProviders();
  const report = await fuzz({ seed, requests, providers }).finally(() => providers.stop());
  const seconds = (performance.now() - begun) / 1000;
  console.table(report.codes);
  for (const { actor, name, what, sent, response } of report.findings.slice(0, SHOWN))
    console.log(`✗ ${name} as ${actor}: ${what}\n  sent ${sent}\n  got  ${response}`);
  const { length } = report.findings;
  console.log(`${report.requests} requests, seed ${seed}, ${seconds.toFixed(0)} s: ${length} findings`);
  process.exitCode = length > 0 ? 1 : 0;
}
