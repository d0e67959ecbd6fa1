/**
 * Envelope codes other than 200 (docs/specification.md, section "Envelope"). Do not add another code from 300 to 400:
 * clients read those as "not logged in".
 */
export type ErrorCode = 300 | 301 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503;

type Need = 'proof' | 'factor';

/**
 * An error response. `key` is a translation key of namespace `errors`; the gateway translates it into `msg` in the
 * viewer's language. Field errors contain keys too.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly key: string;
  readonly params: Record<string, string | number>;
  readonly fields: { field: string; key: string }[];
  /** Seconds after which the client may repeat the request; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** What the user can do about a 403: prove again who they are, or set up a second factor. Sent as `data.need`. */
  readonly need: Need | undefined;

  constructor(
    code: ErrorCode,
    key: string,
    more: {
      params?: Record<string, string | number>;
      fields?: { field: string; key: string }[];
      retryAfter?: number;
      need?: Need;
    } = {},
  ) {
    super(`${code} ${key}`);
    this.code = code;
    this.key = key;
    this.params = more.params ?? {};
    this.fields = more.fields ?? [];
    this.retryAfter = more.retryAfter;
    this.need = more.need;
  }
}

/** The 404 for an object that does not exist or belongs to another tenant: both get the same response. */
export const notFound = () => new AppError(404, 'notFound');

/** The HTTP status for an envelope code. */
export function httpStatus(code: number): 200 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503 {
  return code === 300 || code === 301 ? 401 : (code as 200);
}
