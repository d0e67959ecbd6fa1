/** An answer of the gateway other than 200 (spec section 8). `fields` says what to mend where, in the viewer's language. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: number;
  readonly fields: Record<string, string>;

  constructor(code: number, message: string, fields: { field: string; message: string }[] = []) {
    super(message);
    this.code = code;
    this.fields = Object.fromEntries(fields.map(({ field, message: text }) => [field, text]));
  }

  /** Codes 300 to 400: not logged in, or not to an enterprise. */
  get needsLogin(): boolean {
    return this.code >= 300 && this.code <= 400;
  }
}
