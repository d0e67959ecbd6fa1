import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds between two looks for connections that have become idle. */
const LOOK_MS = 100;

/**
 * Decides for a server which of its connections stay open after an answer.
 * @returns `begin`, to be called with each request before it is answered, and `close`
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
     * An answer that is sent before the body of its request was read says `connection: close`: the rest of that body is
     * never read, and a second request would be taken for it.
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
     * Takes no more connections, lets requests that are under way finish, and closes each connection after its answer.
     * @param limit milliseconds after which what is still open is cut off
     */
    async close(limit: number): Promise<void> {
      draining = true;
      for (const response of open) response.shouldKeepAlive = false;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const closeIdle = () => {
        server.closeIdleConnections();
        // Node counts a connection without any request as one whose first request is under way. Browsers open those ahead.
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      };
      closeIdle();
      const looking = setInterval(closeIdle, LOOK_MS);
      const end = setTimeout(() => server.closeAllConnections(), limit);
      await closed;
      clearInterval(looking);
      clearTimeout(end);
    },
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
