import database from '../config/database.ts';

/*
 * `npm run test:fuzz`: requests made from the OpenAPI document, as every role, against a portal on a database of its own.
 * None may be answered with 5xx, tell of the inside of the server, or contain data of another tenant. FUZZ_REQUESTS says how
 * many (100,000), FUZZ_SEED which (1). Ends with 1 when something was found.
 */

/** A number of the environment. @throws Error when it is none */
function setting(name: string, standard: number): number {
  const value = Number(process.env[name] ?? standard);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number from 1`);
  return value;
}

/** Findings that are shown whole; the rest are counted. */
const SHOWN = 30;
const seed = setting('FUZZ_SEED', 1);
const requests = setting('FUZZ_REQUESTS', 100_000);

const stop = await database();
process.env.LOG_LEVEL = process.env.FUZZ_LOG ?? 'silent';
// They read the settings, which name the database.
const { fuzz } = await import('./fuzz.ts');
const { closePool } = await import('#src/server/core/db/pool.ts');
const { startWorldProviders } = await import('../factories/providers.ts');
const providers = await startWorldProviders();
const begun = performance.now();
try {
  const report = await fuzz({ seed, requests, providers });
  const seconds = (performance.now() - begun) / 1000;
  console.table(report.codes);
  for (const { actor, name, what, sent, response } of report.findings.slice(0, SHOWN))
    console.log(`✗ ${name} as ${actor}: ${what}\n  sent ${sent}\n  got  ${response}`);
  const { length } = report.findings;
  console.log(`${report.requests} requests, seed ${seed}, ${seconds.toFixed(0)} s: ${length} findings`);
  process.exitCode = length > 0 ? 1 : 0;
} finally {
  await providers.stop();
  await closePool();
  await stop();
}
