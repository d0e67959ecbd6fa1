import { getT } from '#src/i18n/server.ts';
import { AppError, httpStatus } from '#src/server/core/app-error.ts';
import type { RequestContext } from '#src/server/core/context.ts';

/* What the addresses of certificates and statements as files have in common. */

/** Downloads of one member. */
export const PER_MEMBER = { limit: 60, seconds: 600 };

/** Sends a file, or says as a text why not. */
export async function sendOr({ locale }: RequestContext, send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, key, params, retryAfter } = error;
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
    return new Response(getT(locale)(`errors:${key}`, params), {
      status: httpStatus(code),
      headers: { ...headers, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
    });
  }
}

export const attachment = (
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
  name: string,
  how: 'attachment' | 'inline' = 'attachment',
) =>
  new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `${how}; filename="${name}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
