import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { until } from '../config/until.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate.ts';

/** A received message: the envelope, the raw text, and its parsed content. */
export type ReceivedMail = {
  from: string;
  to: string[];
  raw: string;
  mail: Email;
  isEncrypted: boolean;
  user?: string;
};
export type SmtpStandIn = {
  /** Without a user. */
  url: string;
  port: number;
  received: ReceivedMail[];
  /** Number of attempts to log in. */
  readonly logins: number;
  /** Rejects the next recipients with this SMTP status; undefined: accepts them again. */
  rejectWith(status: number | undefined): void;
  /** The newest message to an address, once there are `count`. */
  mailTo(address: string, count?: number): Promise<ReceivedMail>;
  stop(): Promise<void>;
};

type Options = {
  port?: number;
  /** Requires this login. */
  auth?: { user: string; pass: string };
  /** Offers no STARTTLS. */
  plain?: boolean;
};

/** A mail server that speaks SMTP and keeps what it receives. Its certificate is that of `certificate.ts`. */
export async function startSmtp({ port = 0, auth, plain = false }: Options = {}): Promise<SmtpStandIn> {
  const received: ReceivedMail[] = [];
  let rejected: number | undefined;
  let logins = 0;
  const server = new SMTPServer({
    cert: CERTIFICATE,
    key: CERTIFICATE_KEY,
    authOptional: !auth,
    // A password without encryption would be accepted: the client must not send it.
    allowInsecureAuth: true,
    disabledCommands: [...(plain ? ['STARTTLS'] : []), ...(auth ? [] : ['AUTH'])],
    onAuth: ({ username, password }, _session, done) => {
      logins += 1;
      if (username === auth?.user && password === auth?.pass) done(null, { user: username });
      else done(Object.assign(new Error('Invalid login'), { responseCode: 535 }));
    },
    onRcptTo: ({ address }, _session, done) =>
      rejected ? done(Object.assign(new Error(`<${address}> rejected`), { responseCode: rejected })) : done(),
    onData: (stream, { envelope, secure, user }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        void PostalMime.parse(raw).then((mail) => {
          received.push({
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
            raw,
            mail,
            isEncrypted: secure,
            user: user as string | undefined,
          });
          done();
        }, done);
      });
    },
  });
  // Clients that do not trust the certificate end the connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.server.address() as AddressInfo;
  const to = (address: string) => received.filter((each) => each.to.includes(address));
  return {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    received,
    get logins() {
      return logins;
    },
    rejectWith: (status) => (rejected = status),
    async mailTo(address, count = 1) {
      await until(() => to(address).length >= count, { what: `an e-mail to ${address}`, timeout: 20_000 });
      return to(address).at(-1)!;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
