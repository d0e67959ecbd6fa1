import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Interval at which idle connections are closed. */
const CLOSE_IDLE_MS = 100;

/**
 * Controls which connections of a server stay open after a response.
 * @returns `begin`, to be called for each request before its response, and `close`
 */
export function connectionsOf(server: Server) {
  const open = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let draining = false;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  return {
    /**
     * Sets `connection: close` on a response that is sent before the request body has been read: the rest of the body is not
     * read, and would otherwise be parsed as the next request.
     */
    begin(request: IncomingMessage, response: ServerResponse): void {
      open.add(response);
      response.once('close', () => open.delete(response));
      const keepAlive = response.shouldKeepAlive;
      response.shouldKeepAlive = keepAlive && !draining && !hasBody(request);
      request.once('end', () => {
        if (!response.headersSent) response.shouldKeepAlive = keepAlive && !draining;
      });
    },

    /**
     * Stops accepting connections, waits for open requests, and closes each connection after its response.
     * @param limit milliseconds after which the remaining connections are destroyed
     */
    async close(limit: number): Promise<void> {
      draining = true;
      for (const response of open) response.shouldKeepAlive = false;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const closeIdle = () => {
        server.closeIdleConnections();
        // Node does not treat a connection without any request as idle. Browsers open such connections in advance.
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      };
      closeIdle();
      const interval = setInterval(closeIdle, CLOSE_IDLE_MS);
      const end = setTimeout(() => server.closeAllConnections(), limit);
      await closed;
      clearInterval(interval);
      clearTimeout(end);
    },
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
