import type { Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Cookies } from '#src/server/core/context.ts';

/**
 * Returns access to the cookies of a request: HttpOnly, SameSite=Lax, for this host only. Over https they are `Secure` and
 * have the prefix `__Host-`, so that no other host can set them; over plain http they have neither.
 * @returns `cookies`, and `write`, which adds the changes to the response; only if it succeeded, because the transaction of a
 *   failed call was rolled back
 */
export function requestCookies(c: HonoContext, secure: boolean): { cookies: Cookies; write(): void } {
  const prefix = secure ? 'host' : undefined;
  const changes = new Map<string, { value: string; maxAge: number }>();
  return {
    cookies: {
      get: (name) => getCookie(c, name, prefix),
      set: (name, value, { maxAge }) => changes.set(name, { value, maxAge }),
      delete: (name) => changes.set(name, { value: '', maxAge: 0 }),
    },
    write() {
      if (c.res.status >= 400) return;
      for (const [name, { value, maxAge }] of changes) {
        setCookie(c, name, value, { httpOnly: true, sameSite: 'Lax', path: '/', secure, maxAge, prefix });
      }
    },
  };
}
