import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { CustomFetch } from 'openid-client';
import { ProviderError } from './provider.ts';
import { isPublicAddress } from './public-address.ts';

/** Maximum size of a response; discovery documents and key sets are a few kilobytes. */
const MAX_RESPONSE_BYTES = 512 * 1024;

type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Checks an address that a tenant has configured: it must be public https, or an origin that the operator has listed
 * (`OIDC_ISSUERS`), which may be private and http.
 * @throws ProviderError `address`
 */
export function checkAddress(url: URL, allowed: string[]): void {
  if (allowed.includes(url.origin)) return;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'https:' || url.username || url.password) throw forbidden(url.hostname);
  if (isIP(host) ? !isPublicAddress(host) : !host.includes('.')) throw forbidden(url.hostname);
}

const forbidden = (host: string) => new ProviderError('address', host);

/**
 * Returns a `fetch` for addresses that tenants configure, protected against SSRF. The name is resolved once, all its
 * addresses must be public, and the connection goes to exactly those addresses, so DNS rebinding has no effect.
 * Redirects are not followed, and responses are limited to `MAX_RESPONSE_BYTES` bytes.
 */
export function guardedFetch(allowed: string[], resolver: Resolve = resolve): CustomFetch {
  return (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    checkAddress(url, allowed);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((done, fail) => {
      const call = send(
        url,
        {
          method,
          headers,
          signal,
          // No keep-alive: an address is checked for the request that uses it.
          agent: false,
          lookup: allowed.includes(url.origin) ? undefined : publicOnly(resolver),
        },
        (answer) => read(answer).then(done, fail),
      );
      call.on('error', fail);
      call.end(body === undefined || body === null ? undefined : String(body));
    });
  };
}

function publicOnly(resolver: Resolve) {
  return (
    host: string,
    options: LookupOptions,
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void =>
    resolver(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
        return done(forbidden(host), []);
      if (options.all) return done(null, addresses);
      done(null, addresses[0]!.address, addresses[0]!.family);
    });
}

async function read(answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new ProviderError('unreachable', 'the response is too large');
    chunks.push(chunk);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headersDistinct)) headers.set(name, value!.join(', '));
  const status = answer.statusCode!;
  const empty = [101, 204, 205, 304].includes(status);
  return new Response(empty ? null : Buffer.concat(chunks), { status, headers });
}
