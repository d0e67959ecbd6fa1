import Cookies from 'js-cookie';
import { FetchError, ofetch } from 'ofetch';
import type { Call, Data, Input } from '#src/contract/calls.ts';
import { ApiError } from './api-error.ts';
import { toLogin } from './login-redirect.ts';
import { notify } from './notify.ts';

export type ApiOptions = {
  /** false: no error toast (spec section 8). */
  isShowErrTip?: boolean;
  /** true: the caller handles everything, also "not logged in". */
  _No_dispose?: boolean;
  /** The request outlives the page: for what must be sent while it is being hidden. */
  keepalive?: boolean;
  signal?: AbortSignal;
};

type Optional<C extends Call> =
  Record<never, never> extends Input<C>
    ? [input?: Input<C>, options?: ApiOptions]
    : [input: Input<C>, options?: ApiOptions];
/** Makes one call of the contract and answers its `data`. */
export type Api = <C extends Call>(call: C, ...rest: Optional<C>) => Promise<Data<C>>;

/** Spec section 9. */
const TIMEOUT = 60_000;
export const TOKEN_COOKIE = 'ET_WEB_TOKEN';

/**
 * A call of the gateway from the browser (spec section 7).
 * @throws ApiError with the envelope's code and message; code 0 when the server could not be reached
 */
export const api: Api = async (call, ...[input, options = {}]) => {
  const [method, path] = call.split(' ') as [string, string];
  const inQuery = (method === 'GET' || method === 'DELETE') && !Array.isArray(input);
  const token = Cookies.get(TOKEN_COOKIE);
  try {
    const answer = await ofetch<{ code: number; msg: string; data: never }>(`/gateway${path}`, {
      method,
      ...(inQuery ? { query: input as Record<string, unknown> } : { body: (input ?? {}) as Record<string, unknown> }),
      headers: {
        'accept-language': document.documentElement.lang.startsWith('en') ? 'en' : 'zh',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      timeout: TIMEOUT,
      retry: 0,
      keepalive: options.keepalive,
      signal: options.signal,
    });
    return answer.data;
  } catch (error) {
    const refusal = toApiError(error);
    if (!options._No_dispose) dispose(refusal, options.isShowErrTip !== false);
    throw refusal;
  }
};

function toApiError(error: unknown): ApiError {
  const body =
    error instanceof FetchError ? (error.data as { code?: number; msg?: string; data?: [] } | undefined) : undefined;
  return body?.code ? new ApiError(body.code, body.msg ?? '', body.data ?? []) : new ApiError(0, '');
}

function dispose(error: ApiError, showTip: boolean): void {
  if (error.needsLogin) toLogin();
  else if (showTip) notify(error.message || undefined);
}
