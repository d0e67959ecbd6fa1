import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Received = { path: string; query: URLSearchParams; headers: IncomingMessage['headers']; body: string };
export type SmsStandIn = {
  url: string;
  received: Received[];
  /** Sets the next response, instead of success. */
  answerWith(status: number, body: unknown): void;
  close(): Promise<void>;
};

/**
 * A stand-in for an SMS provider. With an `accessKeySecret` it implements one operation of Alibaba Cloud and rejects requests
 * that are not signed correctly, like the real one; without, it accepts any JSON.
 */
export async function startSmsProvider({ accessKeySecret }: { accessKeySecret?: string } = {}): Promise<SmsStandIn> {
  const received: Received[] = [];
  const nonces = new Set<string>();
  let next: { status: number; body: unknown } | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url!, 'http://stand-in');
      const body = Buffer.concat(chunks).toString();
      received.push({ path: url.pathname, query: url.searchParams, headers: request.headers, body });
      const wrong = accessKeySecret ? faultOf(request, body, accessKeySecret, nonces) : undefined;
      const answer = (wrong && { status: 400, body: { Code: wrong, Message: wrong, RequestId: '1' } }) ||
        next || { status: 200, body: { Code: 'OK', Message: 'OK', BizId: '9006^0', RequestId: '1' } };
      next = undefined;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith: (status, body) => (next = { status, body }),
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** Verifies the signature of a request. @returns the error code of an invalid request, or undefined */
function faultOf(request: IncomingMessage, body: string, secret: string, nonces: Set<string>): string | undefined {
  const { headers } = request;
  const parts = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  );
  if (!parts) return 'MissingSignature';
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const header = (name: string) => headers[name] as string | undefined;
  if (header('x-acs-action') !== 'SendSms' || header('x-acs-version') !== '2017-05-25') return 'InvalidAction.NotFound';
  if (header('x-acs-content-sha256') !== hash(body)) return 'InvalidContentSha256';
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(header('x-acs-date') ?? '')) return 'InvalidTimeStamp.Format';
  const nonce = header('x-acs-signature-nonce');
  if (!nonce || nonces.has(nonce)) return 'SignatureNonceUsed';
  nonces.add(nonce);
  const signed = parts[2]!.split(';');
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-acs-'))].sort();
  if (signed.join() !== needed.join()) return 'IncompleteSignature';
  const [path, query = ''] = request.url!.split('?');
  const sorted = query.split('&').sort().join('&');
  const lines = signed.map((name) => `${name}:${header(name)}\n`).join('');
  const canonical = `${request.method}\n${path}\n${sorted}\n${lines}\n${parts[2]}\n${hash(body)}`;
  const expected = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${hash(canonical)}`)
    .digest('hex');
  return expected === parts[3] ? undefined : 'SignatureDoesNotMatch';
}
