import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate.ts';

export type ImapStandIn = {
  /** With user and password. */
  url: string;
  /** Adds a message. @returns its number */
  add(message: string): number;
  /** Numbers of messages begin again, as after a mailbox was made anew. */
  renumber(): void;
  /** Ends the connection before it answers the next FETCH of a whole message. */
  breakOnce(): void;
  /** Commands that were sent, without what follows their name. */
  commands: string[];
  stop(): Promise<void>;
};

const LOGIN = { user: 'no-reply@example.com', pass: 'p@ss/word' };

/**
 * A mail server that speaks as much of IMAP (RFC 3501) as it takes to read a mailbox. It refuses everything that would change the mailbox, and, without
 * TLS, offers no STARTTLS.
 */
export async function startImap({ plain = false }: { plain?: boolean } = {}): Promise<ImapStandIn> {
  let messages: { uid: number; text: string }[] = [];
  let uidValidity = 7;
  let isBreaking = false;
  const commands: string[] = [];
  const sockets = new Set<Socket>();

  function answer(socket: Socket, line: string): void {
    const [, tag = '', name = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? [];
    const command = name.toUpperCase();
    commands.push(command);
    const say = (...lines: string[]) => socket.write(lines.map((each) => `${each}\r\n`).join(''));
    const done = (...lines: string[]) => say(...lines, `${tag} OK ${command} completed`);
    const next = (messages.at(-1)?.uid ?? 0) + 1;
    switch (command) {
      case 'CAPABILITY':
        return void done('* CAPABILITY IMAP4rev1 ID');
      case 'ID':
        return void done('* ID NIL');
      case 'NOOP':
        return void done();
      case 'LOGIN': {
        const [user, pass] = rest.split(' ').map((each) => each.replace(/^"|"$/g, ''));
        return void (user === LOGIN.user && pass === LOGIN.pass
          ? done()
          : say(`${tag} NO [AUTHENTICATIONFAILED] Failed`));
      }
      case 'LIST':
      case 'LSUB':
        return void done(`* ${command} (\\HasNoChildren) "/" "INBOX"`);
      case 'EXAMINE':
        say('* FLAGS (\\Seen \\Deleted)', `* ${messages.length} EXISTS`, '* 0 RECENT');
        say(`* OK [UIDVALIDITY ${uidValidity}]`, `* OK [UIDNEXT ${next}]`);
        return void say(`${tag} OK [READ-ONLY] EXAMINE completed`);
      case 'UID SEARCH': {
        const from = Math.min(Number(/UID (\d+):\*/i.exec(rest)![1]), next - 1);
        return void done(`* SEARCH ${messages.flatMap(({ uid }) => (uid >= from ? uid : [])).join(' ')}`.trimEnd());
      }
      case 'UID FETCH': {
        const [, set, items] = /^(\S+) \(?(.*?)\)?$/.exec(rest)!;
        const wanted = set!.split(',').map(Number);
        const part = /<0\.(\d+)>/.exec(items!);
        if (part && isBreaking) {
          isBreaking = false;
          return void socket.destroy();
        }
        for (const [i, { uid, text }] of messages.entries()) {
          if (!wanted.includes(uid)) continue;
          const header = /^content-type:.*(?:\r\n[ \t].*)*/im.exec(text.split('\r\n\r\n')[0]!)?.[0] ?? '';
          const body = part ? text.slice(0, Number(part[1])) : `${header}\r\n\r\n`;
          const label = part ? 'BODY[]<0>' : 'BODY[HEADER.FIELDS (CONTENT-TYPE)]';
          say(`* ${i + 1} FETCH (UID ${uid} ${label} {${Buffer.byteLength(body)}}`);
          socket.write(`${body})\r\n`);
        }
        return void done();
      }
      case 'LOGOUT':
        say('* BYE', `${tag} OK LOGOUT completed`);
        return void socket.end();
      default:
        return void say(`${tag} BAD ${command} is not known here`);
    }
  }

  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.write('* OK ready\r\n');
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) if (!socket.destroyed) answer(socket, line);
    });
  };
  const server = plain ? createServer(serve) : createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, serve);
  // Clients that do not trust the certificate end the connection.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const login = Object.values(LOGIN).map(encodeURIComponent).join(':');
  return {
    url: `${plain ? 'imap' : 'imaps'}://${login}@127.0.0.1:${port}/INBOX`,
    add(text) {
      const uid = (messages.at(-1)?.uid ?? 0) + 1;
      messages.push({ uid, text: text.replace(/\r?\n/g, '\r\n') });
      return uid;
    },
    renumber() {
      uidValidity += 1;
      messages = messages.map(({ text }, i) => ({ uid: i + 1, text }));
    },
    breakOnce: () => void (isBreaking = true),
    commands,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
