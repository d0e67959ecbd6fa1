import {
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { appSecret } from './settings.ts';
import { ED25519_PRIVATE } from './signed-file.ts';

/** The public key of an enterprise, as a JSON Web Key (RFC 8037). */
type PublicJwk = { kty: 'OKP'; crv: 'Ed25519'; x: string; alg: 'EdDSA'; use: 'sig' };

/** Derived from `APP_SECRET`, as that of signed files, for each enterprise another one. */
function keyOf(enterpriseId: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', appSecret(), '', `zhixing credential ${enterpriseId}`, 32));
  return createPrivateKey({ key: Buffer.concat([ED25519_PRIVATE, seed]), format: 'der', type: 'pkcs8' });
}

/** The key that verifies what `signToken` signs for an enterprise. */
export function publicJwk(enterpriseId: string): PublicJwk {
  const { x } = createPublicKey(keyOf(enterpriseId)).export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', x: x!, alg: 'EdDSA', use: 'sig' };
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Signs data for an enterprise as a compact JSON Web Token (RFC 7519) with EdDSA. Its header has the public key, so that it can be
 * checked without a network.
 * @param kid address at which the key is served
 */
export function signToken(enterpriseId: string, kid: string, payload: object): string {
  const head = { alg: 'EdDSA', typ: 'JWT', kid, jwk: publicJwk(enterpriseId) };
  const signed = `${encoded(head)}.${encoded(payload)}`;
  return `${signed}.${sign(null, Buffer.from(signed), keyOf(enterpriseId)).toString('base64url')}`;
}

/** The data of a signed token, or what is wrong with it. */
type OpenedToken = { payload: Record<string, unknown>; kid: string; publicKey: string } | { problem: string };

/**
 * Checks the signature of a token, and reads it.
 * @param trustedKey public key of the enterprise, hexadecimal; without it only that the token agrees with itself
 */
export function readToken(token: string, trustedKey?: string): OpenedToken {
  const damaged = { problem: 'the signature is not valid: the token was not signed, or a part of it was changed' };
  const [head = '', payload = '', signature = '', ...more] = token.trim().split('.');
  try {
    const { alg, kid, jwk } = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>;
    if (alg !== 'EdDSA' || typeof kid !== 'string' || more.length > 0) return damaged;
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    const bytes = Buffer.from(signature, 'base64url');
    // Another spelling of the same bytes is a change too.
    if (key.asymmetricKeyType !== 'ed25519' || bytes.toString('base64url') !== signature) return damaged;
    if (!verify(null, Buffer.from(`${head}.${payload}`), key, bytes)) return damaged;
    const publicKey = Buffer.from((jwk as { x: string }).x, 'base64url').toString('hex');
    if (trustedKey && trustedKey !== publicKey) return { problem: 'the token was signed by another enterprise' };
    return {
      payload: JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>,
      kid,
      publicKey,
    };
  } catch {
    // JSON or a key that is none: nobody has signed this.
    return damaged;
  }
}
