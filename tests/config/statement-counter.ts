import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Messages of the PostgreSQL protocol that run a statement: simple query, and execute. */
const QUERY = 'Q'.charCodeAt(0);
const EXECUTE = 'E'.charCodeAt(0);

export type StatementCounter = {
  /** Connection string that leads through the counter. */
  url: string;
  /** Statements of the portal's pool so far; those of jobs and of the listening connection do not count. */
  readonly statements: number;
  close(): void;
};

/** A proxy in front of PostgreSQL that counts the statements sent to it; `BEGIN; SET LOCAL …` in one message is one. */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  let statements = 0;
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => open.delete(socket) && other.destroy());
    }
    const count = statementReader(() => (statements += 1));
    client.on('data', count);
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.searchParams.delete('host'); // not by the Unix socket
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    get statements() {
      return statements;
    },
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Reads the messages of one connection: the first has a length only, the others a type and a length. */
function statementReader(onStatement: () => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isPool: boolean | undefined;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isPool === undefined ? 0 : 1;
      if (rest.length < head + 4) return;
      const size = head + rest.readUInt32BE(head);
      if (rest.length < size) return;
      if (isPool === undefined) isPool = rest.subarray(0, size).toString().includes('application_name\0zhixing\0');
      else if (isPool && (rest[0] === QUERY || rest[0] === EXECUTE)) onStatement();
      rest = rest.subarray(size);
    }
  };
}
