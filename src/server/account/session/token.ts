import { createHash, randomBytes } from 'node:crypto';

/** Lifetime of a session and of the cookie ET_WEB_TOKEN (docs/specification.md, section "Sessions"). */
export const SESSION_SECONDS = 86_400;
/** The HttpOnly cookie that goes with a token (docs/decisions/012). */
export const COMPANION_COOKIE = 'zhixing_companion';

/** Returns a new opaque 256-bit token. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash under which a token is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
