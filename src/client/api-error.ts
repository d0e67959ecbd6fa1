/** An answer of the gateway other than 200 (spec section 8). `fields` says what to mend where, in the viewer's language. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: number;
  readonly fields: Record<string, string>;
  /** Seconds after which the same call is worth another try, as the server says; 0: it did not say. */
  readonly retryAfter: number;

  constructor(code: number, message: string, fields: { field: string; message: string }[] = [], retryAfter = 0) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
    this.fields = Object.fromEntries(fields.map(({ field, message: text }) => [field, text]));
  }

  /** Codes 300 to 400: not logged in, or not to an enterprise. */
  get needsLogin(): boolean {
    return this.code >= 300 && this.code <= 400;
  }
}
