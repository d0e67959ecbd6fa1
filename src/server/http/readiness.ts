import { probeStore } from '#src/server/file/probe-store.ts';
import { probeDatabase } from '#src/server/core/db/probe-database.ts';

/** State of each part; `missing files` does not make the portal unready, because all other pages work. */
type Checks = {
  database: 'ok' | 'unavailable';
  migrations: 'ok' | 'behind' | 'unknown';
  files: 'ok' | 'missing files' | 'not readable' | 'not writable';
};

/** Results are reused, so that the number of checks does not depend on the number of requests. */
const DATABASE_TTL_MS = 2_000;
const STORE_TTL_MS = 15_000;

const database = shared(probeDatabase, DATABASE_TTL_MS);
const store = shared(probeStore, STORE_TTL_MS);

/**
 * `GET /readyz`: 200 if this process can serve requests, else 503. The JSON body names what is missing. Under any host,
 * without tenant, addresses and secrets.
 */
export async function serveReadiness(): Promise<Response> {
  const [found, files] = await Promise.all([database(), store()]);
  const checks: Checks = {
    database: found === 'unavailable' ? 'unavailable' : 'ok',
    migrations: found === 'unavailable' ? 'unknown' : found,
    files,
  };
  const ready = found === 'ok' && (files === 'ok' || files === 'missing files');
  return Response.json({ ready, checks }, { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } });
}

/** Returns a function that runs `check` at most once in `ttl` milliseconds; concurrent calls share one run. */
function shared<T>(check: () => Promise<T>, ttl: number): () => Promise<T> {
  let last: { result: Promise<T>; endedAt: number } | undefined;
  return () => {
    if (!last || performance.now() - last.endedAt > ttl) {
      const run = { result: check(), endedAt: Infinity };
      last = run;
      void run.result.finally(() => (run.endedAt = performance.now()));
    }
    return last.result;
  };
}
