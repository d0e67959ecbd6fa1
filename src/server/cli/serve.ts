import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { createApp } from 'astro/app/entrypoint';
import { setGetEnv } from 'astro/env/setup';
import sirv from 'sirv';
import app from '#src/fetch.ts';
import { stopHashing } from '#src/server/account/password/password.ts';
import { listenForChanges } from '#src/server/core/db/changes.ts';
import { checkAppRole, closePool } from '#src/server/core/db/pool.ts';
import { startJobs } from '#src/server/jobs/run-jobs.ts';
import { stopSender } from '#src/server/core/jobs/send-job.ts';
import { settings } from '#src/server/core/settings.ts';
import { forgetTenants, tenantLabel } from '#src/server/core/find-tenant.ts';
import { forgetAnswers, trustCallCache } from '#src/server/http/call-cache.ts';
import { connectionsOf } from '#src/server/http/connections.ts';
import { cachedPage, dropPages, trustPageCache } from '#src/server/http/page-cache.ts';
import { isPhoneBrowser } from '#src/server/http/phone-redirect.ts';
import { noteChange } from '#src/server/http/recent-changes.ts';
import { TOKEN_COOKIE } from '#src/lib/token-cookie.ts';
import { FILE_HEADERS, transportSecurity } from '#src/server/http/response-headers.ts';
import { hasValidHost } from '#src/server/http/valid-host.ts';
import { clientInfo } from '#src/server/http/client-info.ts';
import { writeLog } from '#src/server/core/log.ts';

setGetEnv((key) => process.env[key]);
// Registers the built site; requests then go straight to the front door in src/fetch.ts.
createApp();

/** Milliseconds a drain waits for requests that are under way. */
const DRAIN_MS = 15_000;

const files = sirv(fileURLToPath(new URL('../client/', import.meta.url)), {
  brotli: true,
  gzip: true,
  etag: true,
  setHeaders: (res, path) => {
    res.setHeader(
      'cache-control',
      path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    );
    for (const [name, value] of Object.entries(FILE_HEADERS)) res.setHeader(name, value);
  },
});
const pipeline = getRequestListener((request, env) => app.fetch(request, env));

/**
 * Starts the portal: static files, kept pages, then the pipeline.
 * @returns `close`, which stops accepting, lets running requests finish and ends the database connections
 * @throws the system's error when the port cannot be taken; Error when the database role sees too much
 */
export async function serve({ host, port }: { host: string; port: number }): Promise<{ close(): Promise<void> }> {
  await checkAppRole();
  const stopListening = listenForChanges(
    (change) => {
      const isTenant = change.tags.includes('tenant');
      if (isTenant) forgetTenants();
      noteChange(change);
      forgetAnswers(change);
      // Who the tenant is, and to whom it shows itself, is part of every page.
      dropPages(change.enterpriseId, isTenant ? undefined : change.tags);
    },
    (listening) => {
      trustCallCache(listening);
      trustPageCache(listening);
    },
  );
  const server = createServer(
    { requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000 },
    (req, res) => {
      connections.begin(req, res);
      answer(req, res);
    },
  );
  const connections = connectionsOf(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // Nobody waits for it: with the database just starting it may take a while, and every read closes what is expired.
  const jobs = settings().jobs === 'here' ? startJobs() : undefined;
  jobs?.catch((error: unknown) => writeLog('error', { msg: 'jobs did not start', error: String(error) }));
  return {
    async close() {
      await connections.close(DRAIN_MS);
      stopListening();
      await jobs?.then((stop) => stop()).catch(() => undefined);
      await stopSender();
      await stopHashing();
      await closePool();
    },
  };
}

function answer(req: IncomingMessage, res: ServerResponse): void {
  if (!hasValidHost(req)) {
    res.writeHead(400, { ...FILE_HEADERS, 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    res.end('Bad request');
    return;
  }
  const { url = '/', headers } = req;
  const { host, scheme } = clientInfo((name) => headers[name]?.toString(), req.socket.remoteAddress ?? '');
  if (req.method === 'GET' && mayBeKept(headers)) {
    const page = cachedPage(`${scheme}://${host}`, url, {
      acceptEncoding: headers['accept-encoding'],
      ifNoneMatch: headers['if-none-match'],
    });
    if (page) {
      res.writeHead(page.status, page.headers);
      res.end(page.body);
      return;
    }
  }
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  if (isRead && /\.\w{2,5}(\?|$)/.test(url) && tenantLabel(host, settings().tenantHosts) !== null) {
    const secure = scheme === 'https' || Boolean(settings().publicOrigin?.startsWith('https:'));
    const transport = transportSecurity(secure, host);
    if (transport) res.setHeader('strict-transport-security', transport);
    files(req, res, () => void pipeline(req, res));
  } else void pipeline(req, res);
}

/** Anonymous, and no phone that is to be sent elsewhere: for those a page is made as if there were no cache. */
function mayBeKept({ authorization, cookie, 'user-agent': userAgent }: IncomingMessage['headers']): boolean {
  if (authorization || cookie?.includes(`${TOKEN_COOKIE}=`)) return false;
  return !settings().mobileSiteUrl || !isPhoneBrowser(userAgent ?? '');
}
