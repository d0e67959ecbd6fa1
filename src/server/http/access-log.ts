import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { writeLog } from '#src/server/core/log.ts';
import { settings } from '#src/server/core/settings.ts';

/** Maximum length of a logged path or host, which the client chooses. */
const MAX_LENGTH = 500;

const requestIds = new WeakMap<IncomingMessage, string>();
const tenants = new WeakMap<IncomingMessage, string>();
/** Bytes of each connection that earlier lines have counted. */
const counted = new WeakMap<Socket, number>();

/** Returns the id of a request, which appears in all log lines about it and in `x-request-id`. */
export function requestIdOf(incoming: IncomingMessage | undefined): string {
  return (incoming && requestIds.get(incoming)) ?? randomUUID();
}

/** A path as the log contains it: without the keys of encoders, the signatures of streams and calendar feeds, which are secrets. */
export const loggedPath = (path: string): string =>
  path
    .replace(/^((?:\/en)?\/calendar\/feed\/)[^/]+/, '$1…')
    .replace(/^(\/live\/ingest\/)[^/]+/, '$1…')
    .replace(/^(\/live\/media\/[^/]+\/)[^/]+\/[^/]+/, '$1…');

/** Adds the tenant's key to the log line of a request. */
export function noteTenant(incoming: IncomingMessage | undefined, key: string): void {
  if (incoming) tenants.set(incoming, key);
}

/**
 * Writes one line to the log when the response has been sent, or the connection was closed before (`aborted`), unless
 * `ACCESS_LOG=off`. Contains no personal data: no query, address, header or body.
 * @param host host that the client requested
 * @param tenantKey returns the tenant's key if the pipeline has not been reached (static files, cached pages)
 */
export function logAccess(
  req: IncomingMessage,
  res: ServerResponse,
  host: string,
  tenantKey: () => string | undefined,
): void {
  const requestId = randomUUID();
  requestIds.set(req, requestId);
  if (settings().accessLog === 'off') return;
  const begun = performance.now();
  const { socket } = req;
  res.once('close', () => {
    const before = counted.get(socket) ?? 0;
    counted.set(socket, socket.bytesWritten);
    writeLog('info', {
      msg: 'request',
      requestId,
      method: req.method,
      host: host.slice(0, MAX_LENGTH),
      tenant: tenants.get(req) ?? tenantKey(),
      path: loggedPath(req.url?.split(/[?#]/, 1)[0] ?? '').slice(0, MAX_LENGTH),
      // Nothing was sent if the client left before the response began.
      status: res.headersSent ? res.statusCode : undefined,
      durationMs: Math.round(performance.now() - begun),
      bytes: socket.bytesWritten - before,
      aborted: res.writableFinished ? undefined : true,
    });
  });
}
