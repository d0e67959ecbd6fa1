import Cookies from 'js-cookie';
import { FetchError, ofetch } from 'ofetch';
import type { Call, Data, Input, UploadCall } from '#src/contract/calls.ts';
import { pageText } from '#src/i18n/texts.ts';
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
/** Makes one call of the contract and answers its `data`. Calls that carry a file go through `upload` (upload.ts). */
export type Api = <C extends Exclude<Call, UploadCall>>(call: C, ...rest: Optional<C>) => Promise<Data<C>>;

/** Spec section 9. */
const TIMEOUT = 60_000;
export const TOKEN_COOKIE = 'ET_WEB_TOKEN';

type Envelope = { code: number; msg?: string; data?: unknown };

/**
 * A call of the gateway from the browser (spec section 7).
 * @returns `data` of the envelope, or the whole body when it has none (spec section 8)
 * @throws ApiError with the envelope's code and message; code 0 when the server could not be reached or took too long
 */
export const api: Api = async (call, ...[input, options = {}]) => {
  const [method, path] = call.split(' ') as [string, string];
  const inQuery = (method === 'GET' || method === 'DELETE') && !Array.isArray(input);
  const timeout = AbortSignal.timeout(TIMEOUT);
  try {
    const answer = await ofetch<Envelope>(`/gateway${path}`, {
      method,
      ...(inQuery ? { query: input as Record<string, unknown> } : { body: (input ?? {}) as Record<string, unknown> }),
      headers: callHeaders(),
      retry: 0,
      keepalive: options.keepalive,
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    });
    // Gateways that answer every refusal with status 200 exist.
    if (answer?.code !== 200) throw refusalOf(answer);
    return (answer.data === undefined ? answer : answer.data) as never;
  } catch (error) {
    const refusal = error instanceof ApiError ? error : toApiError(error, timeout.aborted);
    const wanted = !options.signal?.aborted;
    if (wanted && !options._No_dispose) dispose(refusal, options.isShowErrTip !== false);
    throw refusal;
  }
};

/** What every call of the gateway carries: the page's language, and the token. */
export function callHeaders(): Record<string, string> {
  const token = Cookies.get(TOKEN_COOKIE);
  return {
    'accept-language': document.documentElement.lang.startsWith('en') ? 'en' : 'zh',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
}

function toApiError(error: unknown, late: boolean): ApiError {
  if (late) return tooLate();
  if (!(error instanceof FetchError)) return refusalOf(null);
  return refusalOf(error.data, Number(error.response?.headers.get('retry-after')) || 0);
}

/** The answer of a call that took too long. */
export function tooLate(): ApiError {
  return new ApiError(0, pageText('common:timedOut'));
}

/** Anything that is no envelope, such as a proxy's own error page, counts as "could not be reached". */
export function refusalOf(body: unknown, retryAfter = 0): ApiError {
  const { code, msg, data } = (body ?? {}) as Partial<Envelope>;
  if (typeof code !== 'number') return new ApiError(0, '');
  return new ApiError(code, msg ?? '', Array.isArray(data) ? data : [], retryAfter);
}

/** Spec section 8: to the login page when nobody is signed in, else a message. */
export function dispose(error: ApiError, showTip: boolean): void {
  if (error.needsLogin) toLogin();
  else if (showTip) notify(error.message || undefined, 'error');
}
