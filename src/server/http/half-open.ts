import type { IncomingMessage, ServerResponse } from 'node:http';

/** Whether an address is that of an encoder of a live class. */
export const isIngest = (url = ''): boolean => url.startsWith('/live/ingest/');

/**
 * Takes a request whose sender closes its side of the connection after the body, as ffmpeg does: Node would abort the request
 * if the body has arrived but has not been read. The connection is closed after the response.
 */
export function keepHalfOpen(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  socket.removeAllListeners('end');
  // A sender that is gone in the middle of a body would otherwise hold its place until the request times out.
  socket.once('end', () => {
    if (!request.complete) socket.destroy();
  });
  response.shouldKeepAlive = false;
}
