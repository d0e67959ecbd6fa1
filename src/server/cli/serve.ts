import { setFlagsFromString } from 'node:v8';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { createApp } from 'astro/app/entrypoint';
import { setGetEnv } from 'astro/env/setup';
import app from '#src/fetch.ts';
import { stopHashing } from '#src/server/account/password/password.ts';
import { forgetExams, trustExams } from '#src/server/exam/exam-cache.ts';
import { listenForChanges } from '#src/server/core/db/changes.ts';
import { checkAppRole, closePool } from '#src/server/core/db/pool.ts';
import { startJobs } from '#src/server/jobs/run-jobs.ts';
import { stopWork } from '#src/server/core/worker/pools.ts';
import { stopSender } from '#src/server/core/jobs/send-job.ts';
import { settings } from '#src/server/core/settings.ts';
import { forgetTenants, knownTenantKey, tenantLabel } from '#src/server/core/find-tenant.ts';
import { logAccess } from '#src/server/http/access-log.ts';
import { invalidateCalls, trustCallCache } from '#src/server/http/call-cache.ts';
import { chosenEnterprise } from '#src/server/http/chosen-enterprise.ts';
import { connectionsOf } from '#src/server/http/connections.ts';
import { cachedPage, dropPages, trustPageCache } from '#src/server/http/page-cache.ts';
import { isPhoneBrowser } from '#src/server/http/phone-redirect.ts';
import { wantedLanguage } from '#src/server/http/language-redirect.ts';
import { closeRooms, wakeAllRooms, wakeRoom } from '#src/server/core/events/rooms.ts';
import { noteChange } from '#src/server/http/recent-changes.ts';
import { TOKEN_COOKIE } from '#src/contract/rules/cookies.ts';
import { FILE_HEADERS, transportSecurity } from '#src/server/http/response-headers.ts';
import { staticFiles } from '#src/server/http/static-files.ts';
import { reportMissing } from '#src/server/file/probe-store.ts';
import { clientInfo } from '#src/server/http/client-info.ts';
import { writeLog } from '#src/server/core/log.ts';

// The old objects of a busy portal are nearly all of them answered requests. By default V8 lets the heap grow to several times what
// is in use before it collects them (decision 074).
setFlagsFromString('--heap-growing-percent=50');
setGetEnv((key) => process.env[key]);
// Registers the built site; requests are handled by src/fetch.ts.
createApp();

/** Maximum time for completing open requests at shutdown. */
const DRAIN_MS = 15_000;

const files = staticFiles(fileURLToPath(new URL('../client/', import.meta.url)));
const pipeline = getRequestListener((request, env) => app.fetch(request, env));

/**
 * Starts the portal: cached pages, static files, then the pipeline.
 * @returns `close`, which stops accepting connections, completes open requests, stops jobs and closes the database connections
 * @throws the system's error when the port cannot be used; Error when row level security does not apply to the database role
 */
export async function serve({ host, port }: { host: string; port: number }): Promise<{ close(): Promise<void> }> {
  await checkAppRole();
  const stopListening = listenForChanges(
    (change) => {
      const isTenant = change.tags.includes('tenant');
      if (isTenant) forgetTenants();
      noteChange(change);
      invalidateCalls(change);
      forgetExams(change);
      // Name and visibility of the tenant affect every page.
      dropPages(change.enterpriseId, isTenant ? undefined : change.tags);
    },
    (listening) => {
      trustCallCache(listening);
      trustPageCache(listening);
      trustExams(listening);
      if (listening) wakeAllRooms();
    },
    wakeRoom,
  );
  const server = createServer(
    { requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000 },
    (req, res) => {
      if (isIngest(req.url)) keepHalfOpen(req, res);
      connections.begin(req, res);
      answer(req, res);
    },
  );
  const connections = connectionsOf(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // Not awaited: while the database is starting it can take a while, and reads close expired attempts anyway.
  const jobs = settings().jobs === 'here' ? startJobs() : undefined;
  jobs?.catch((error: unknown) => writeLog('error', { msg: 'jobs did not start', error: String(error) }));
  // Not awaited: it only logs.
  void reportMissing().catch((error: unknown) =>
    writeLog('warn', { msg: 'the file store was not checked', error: String(error) }),
  );
  return {
    async close() {
      closeRooms();
      await connections.close(DRAIN_MS);
      await stopWork();
      stopListening();
      await jobs?.then((stop) => stop()).catch(() => undefined);
      await stopSender();
      await stopHashing();
      await closePool();
    },
  };
}

function answer(req: IncomingMessage, res: ServerResponse): void {
  const { url = '/', headers } = req;
  const header = (name: string) => headers[name]?.toString();
  const { host, scheme } = clientInfo(header, req.socket.remoteAddress ?? '');
  logAccess(req, res, host, () => knownTenantKey(host, settings().tenantHosts));
  if (!hasValidHost(req)) {
    res.writeHead(400, { ...FILE_HEADERS, 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    res.end('Bad request');
    return;
  }
  if (req.method === 'GET' && mayUseCache(host, headers)) {
    const at = `${scheme}://${host}`;
    const page = cachedPage(at, url, {
      language: wantedLanguage(url, at, header),
      acceptEncoding: headers['accept-encoding'],
      ifNoneMatch: headers['if-none-match'],
      isPhone: isPhoneBrowser(headers['user-agent'] ?? ''),
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

/** Whether a request may be answered from the page cache: no session and no stored enterprise. */
const mayUseCache = (host: string, { authorization, cookie }: IncomingMessage['headers']): boolean =>
  !authorization && !cookie?.includes(`${TOKEN_COOKIE}=`) && !chosenEnterprise(host, cookie);

/** Whether an address is that of an encoder of a live class. */
const isIngest = (url = ''): boolean => url.startsWith('/live/ingest/');

/**
 * Takes a request whose sender closes its side of the connection after the body, as ffmpeg does: Node would abort the request
 * if the body has arrived but has not been read. The connection is closed after the response.
 */
function keepHalfOpen(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  socket.removeAllListeners('end');
  // A sender that is gone in the middle of a body would otherwise hold its place until the request times out.
  socket.once('end', () => {
    if (!request.complete) socket.destroy();
  });
  response.shouldKeepAlive = false;
}

/**
 * Whether a request has exactly one valid Host header. If a proxy and the portal could interpret it differently, a visitor
 * could get the response of another tenant. A request line in absolute form is converted to origin form if it has the same
 * host (RFC 9112, 3.2).
 */
function hasValidHost(request: IncomingMessage): boolean {
  const hosts = request.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  const host = request.headers.host ?? '';
  if (hosts !== 1 || /[^\w.:[\]-]/.test(host) || !URL.canParse(`http://${host}`)) return false;
  const target = request.url ?? '';
  if (target.startsWith('/')) return true;
  const whole = /^https?:\/\/([^/?#]*)([^#]*)$/i.exec(target);
  if (!whole || whole[1]!.toLowerCase() !== host.toLowerCase()) return false;
  request.url = whole[2]!.startsWith('/') ? whole[2] : `/${whole[2]}`;
  return true;
}
