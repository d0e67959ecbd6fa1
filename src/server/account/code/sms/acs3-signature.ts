import { createHash, createHmac } from 'node:crypto';

const ALGORITHM = 'ACS3-HMAC-SHA256';

/** The parts of a request that the signature covers. `headers` are all `x-acs-*` headers and `host`, in lower case. */
type Signing = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  accessKeyId: string;
  accessKeySecret: string;
};

/** Hexadecimal SHA-256. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Encodes for RFC 3986, including the characters that `encodeURIComponent` leaves unchanged. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the query string in the signed order and encoding; the request must send exactly this string. */
export function canonicalQuery(query: Record<string, string>): string {
  return Object.keys(query)
    .sort()
    .map((name) => `${encode(name)}=${encode(query[name]!)}`)
    .join('&');
}

/** Returns the `Authorization` header of Alibaba Cloud's third signature version. The hash of the body is a header. */
export function acs3Authorization({ method, path, query, headers, accessKeyId, accessKeySecret }: Signing): string {
  const names = Object.keys(headers).sort();
  const signedHeaders = names.join(';');
  const canonical = [
    method,
    path,
    canonicalQuery(query),
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    '',
    signedHeaders,
    headers['x-acs-content-sha256'],
  ].join('\n');
  const signature = createHmac('sha256', accessKeySecret)
    .update(`${ALGORITHM}\n${sha256Hex(canonical)}`)
    .digest('hex');
  return `${ALGORITHM} Credential=${accessKeyId},SignedHeaders=${signedHeaders},Signature=${signature}`;
}
