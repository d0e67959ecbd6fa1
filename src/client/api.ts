import Cookies from 'js-cookie';
import { FetchError, ofetch } from 'ofetch';
import type { Call, Data, Input, UploadCall } from '#src/contract/calls.ts';
import { href, localeOfPath } from '#src/i18n/locale.ts';
import { pageText } from '#src/i18n/texts.ts';
import { ApiError } from './api-error.ts';
import { toLogin } from './login-redirect.ts';
import { notify } from './notify.ts';
import { TOKEN_COOKIE } from '#src/contract/rules/cookies.ts';

export type ApiOptions = {
  /** false: no error toast (docs/specification.md, section "Messages"). */
  isShowErrTip?: boolean;
  /** true: the caller handles all errors, including "not logged in". */
  _No_dispose?: boolean;
  /** The request outlives the page: for data that is sent while the page is being hidden. */
  keepalive?: boolean;
  signal?: AbortSignal;
  /** Set by `api`: the user has just proven again who they are. */
  isRepeated?: boolean;
};

type Optional<C extends Call> =
  Record<never, never> extends Input<C>
    ? [input?: Input<C>, options?: ApiOptions]
    : [input: Input<C>, options?: ApiOptions];
/**
 * Calls one operation of the contract and returns its `data`. Calls that carry a file go through `upload` (upload.ts).
 */
export type Api = <C extends Exclude<Call, UploadCall>>(call: C, ...rest: Optional<C>) => Promise<Data<C>>;

/** Milliseconds. */
const TIMEOUT = 60_000;

type Envelope = { code: number; msg?: string; data?: unknown };

/**
 * Calls the gateway from the browser.
 * @returns `data` of the envelope, or the whole body when it has none
 * @throws ApiError with the envelope's code and message; code 0 if the server could not be reached or timed out
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
    // Some gateways return errors with status 200.
    if (answer?.code !== 200) throw envelopeError(answer);
    return (answer.data === undefined ? answer : answer.data) as never;
  } catch (error) {
    const refusal = error instanceof ApiError ? error : toApiError(error, timeout.aborted);
    // Asked once: what is refused again is an error.
    if (refusal.need === 'proof' && !options.isRepeated && (await (await import('./ask-for-proof.ts')).askForProof()))
      return (api as (...given: unknown[]) => Promise<never>)(call, input, { ...options, isRepeated: true });
    const wanted = !options.signal?.aborted;
    if (wanted && !options._No_dispose) reportError(refusal, options.isShowErrTip !== false, failureText(method, path));
    throw refusal;
  }
};

/** Headers of every call to the gateway: the page's language and the token. */
export function callHeaders(): Record<string, string> {
  const token = Cookies.get(TOKEN_COOKIE);
  return {
    'accept-language': document.documentElement.lang.startsWith('en') ? 'en' : 'zh',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
}

function toApiError(error: unknown, late: boolean): ApiError {
  if (late) return tooLate();
  if (!(error instanceof FetchError)) return envelopeError(null);
  return envelopeError(error.data, Number(error.response?.headers.get('retry-after')) || 0);
}

/** The error of a call that timed out. */
export function tooLate(): ApiError {
  return new ApiError(0, pageText('common:timedOut'));
}

/** A response without an envelope, such as a proxy's error page, is treated as "could not be reached". */
export function envelopeError(body: unknown, retryAfter = 0): ApiError {
  const { code, msg, data } = (body ?? {}) as Partial<Envelope>;
  if (typeof code !== 'number') return new ApiError(0, '');
  return new ApiError(
    code,
    msg ?? '',
    Array.isArray(data) ? (data as { field: string; message: string }[]) : [],
    retryAfter,
    (data as { need?: string } | null | undefined)?.need,
  );
}

/** The last part of the path of lists and counts, which only read although they are sent with POST. */
const READS = /\/(page|list|count|undo|done)$/;

/** Message for a call that failed without one: what was attempted. */
export function failureText(method: string, path: string): string {
  if (method === 'DELETE') return pageText('common:deleteFailed');
  return pageText(method === 'GET' || READS.test(path) ? 'common:failedToLoad' : 'common:operationFailed');
}

/** Path of the page that sets up a second factor and returns here. */
function factorHref(): string {
  const { pathname, search } = location;
  return `${href(localeOfPath(pathname), '/account/factor')}?redirect=${encodeURIComponent(pathname + search)}`;
}

/**
 * Reports an error to the user: leads to the login page if they are not logged in, otherwise shows a message.
 * @param fallback message for an error without one
 */
export function reportError(error: ApiError, showTip: boolean, fallback: string): void {
  if (error.needsLogin) toLogin();
  else if (error.need === 'factor')
    notify(error.message, 'error', { label: pageText('common:setUpFactor'), href: factorHref() });
  else if (showTip) notify(error.message || fallback, 'error');
}
