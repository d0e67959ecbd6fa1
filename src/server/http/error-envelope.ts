import type { Locale } from '#src/i18n/locale.ts';
import { getT } from '#src/i18n/server.ts';
import type { Log, RequestContext } from '#src/server/core/context.ts';
import { httpStatus, AppError } from '#src/server/core/app-error.ts';
import { storageError } from './storage-error.ts';
import { writeLog } from '#src/server/core/log.ts';

/**
 * Returns envelope, HTTP status and headers for a thrown value. Unexpected errors are logged completely, but not
 * disclosed.
 */
export function errorEnvelope(
  error: unknown,
  request: RequestContext | undefined,
  locale: Locale = request?.locale ?? 'zh',
) {
  const t = getT(locale);
  // An error before the request context exists is logged without it.
  const log: Log = request?.log ?? ((level, msg, more) => writeLog(level, { msg, ...more }));
  const known = error instanceof AppError ? error : (storageError(error, log) ?? unexpected(error, log, request));
  const fields = known.fields.map(({ field, key }) => ({ field, message: t(`errors:${key}`, known.params) }));
  const headers: Record<string, string> =
    known.retryAfter === undefined ? {} : { 'retry-after': String(known.retryAfter) };
  const data = known.need ? { need: known.need } : fields.length > 0 ? fields : null;
  return [
    { code: known.code, msg: t(`errors:${known.key}`, known.params), data },
    httpStatus(known.code),
    headers,
  ] as const;
}

function unexpected(error: unknown, log: Log, request: RequestContext | undefined): AppError {
  if (isRequestBroken(error, request)) return new AppError(422, 'invalid');
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log('error', 'fault', { error: text });
  if (isDatabaseAway(error)) return new AppError(503, 'notReady', { retryAfter: 2 });
  return new AppError(500, 'fault', { params: { requestId: request?.requestId ?? '' } });
}

/**
 * Whether the client closed the connection before its request had arrived completely: no fault of the portal, and nobody reads the
 * answer. The access log notes it (`aborted`). Node reports a broken response of another service by the same error.
 */
function isRequestBroken(error: unknown, request: RequestContext | undefined): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return code === 'ECONNRESET' && message === 'aborted' && (request?.signal().aborted ?? false);
}

/** Whether the database is restarting or unreachable, so that a retry may succeed. */
function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const { code, message, syscall } = (cause ?? {}) as { code?: string; message?: string; syscall?: string };
  return (
    // The Unix socket of a server that is stopped.
    (code === 'ENOENT' && syscall === 'connect') ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '08006', '08003', '53300'].includes(
      code ?? '',
    ) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(message ?? '')
  );
}
