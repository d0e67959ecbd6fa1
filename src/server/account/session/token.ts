import { createHash, randomBytes } from 'node:crypto';

/** Lifetime of a session and of cookie ET_WEB_TOKEN (spec section 9), seconds. */
export const SESSION_SECONDS = 86_400;
/** The HttpOnly cookie that goes with a token (docs/decisions/012). */
export const COMPANION_COOKIE = 'zhixing_companion';

/** A new opaque 256-bit token. Only its hash is kept. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
