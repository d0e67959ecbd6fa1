/**
 * An error response of the gateway (docs/specification.md, section "Envelope"). `fields` contains the field errors in
 * the viewer's language.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: number;
  readonly fields: Record<string, string>;
  /** `Retry-After` of the server, seconds; 0 if not given. */
  readonly retryAfter: number;
  /** What the user can do about it: `proof`, prove again who they are; `factor`, set up a second factor. */
  readonly need: string | undefined;

  constructor(
    code: number,
    message: string,
    fields: { field: string; message: string }[] = [],
    retryAfter = 0,
    need?: string,
  ) {
    super(message);
    this.need = need;
    this.code = code;
    this.retryAfter = retryAfter;
    this.fields = Object.fromEntries(fields.map(({ field, message: text }) => [field, text]));
  }

  /** Codes 300 to 400: not logged in, or not logged in to an enterprise. */
  get needsLogin(): boolean {
    return this.code >= 300 && this.code <= 400;
  }
}
