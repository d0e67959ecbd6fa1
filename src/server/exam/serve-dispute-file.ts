import { getT } from '#src/i18n/server.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { AppError, httpStatus, notFound } from '#src/server/core/app-error.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { prepareDisputeFile } from './make-dispute-file.ts';
import { beginReceiving, disputeFileLimit } from './dispute-file-limit.ts';
import { disputeFilePage } from './dispute-file-page.ts';
import { fileSigner } from '#src/server/core/signed-file.ts';
import { readJournal } from './read-journal.ts';

/**
 * `GET /test/pack/{attempt}`: sends the dispute file of an attempt as a download, as it is read from the database, so that
 * neither its size nor a slow reader costs the process memory. In a session of somebody who may have it, one at a time.
 */
export async function serveDisputeFile(request: RequestContext, attemptId: string): Promise<Response> {
  try {
    return await send(request, attemptId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, key, params, retryAfter } = error;
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
    return new Response(getT(request.locale)(`errors:${key}`, params), {
      status: httpStatus(code),
      headers: { ...headers, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
    });
  }
}

async function send(request: RequestContext, attemptId: string): Promise<Response> {
  const { tenant, viewer, locale } = request;
  if (!viewer?.enterpriseId || !isUuid(attemptId)) throw notFound();
  const { start, end, answers, shown } = await withTenant(tenant.id, (db) =>
    prepareDisputeFile({ ...request, viewer, db }, attemptId),
  );
  const leave = beginReceiving(viewer.userId);
  try {
    await takeTry(...disputeFileLimit(tenant.id, viewer.userId));
  } catch (error) {
    leave();
    throw error;
  }
  const rows = async function* () {
    for await (const row of readJournal(tenant.id, attemptId, end)) yield shown(row);
  };
  return new Response(streamOf(signed(disputeFilePage(start, rows, { answers, locale })), leave), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `attachment; filename="exam-${attemptId}.html"`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}

async function* signed(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const signer = fileSigner();
  for await (const part of parts) {
    const bytes = Buffer.from(part);
    signer.update(bytes);
    yield bytes;
  }
  yield signer.trailer();
}

/** A body that is produced as fast as it is read. @param over called once it has ended, in any way */
function streamOf(parts: AsyncGenerator<Buffer>, over: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await parts.next();
          if (!next.done) return controller.enqueue(next.value);
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        over();
      },
      async cancel() {
        over();
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
