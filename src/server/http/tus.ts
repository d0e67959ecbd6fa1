import { Hono, type Context } from 'hono';
import { isUuid } from '#src/lib/uuid.ts';
import { EVIDENCE_BYTES } from '#src/contract/rules/evaluation.ts';
import { appendUpload } from '#src/server/evaluation/append-upload.ts';
import { createUpload } from '#src/server/evaluation/create-upload.ts';
import { deleteEvidence } from '#src/server/evaluation/delete-upload.ts';
import { findUpload, type Upload } from '#src/server/evaluation/find-upload.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Env } from './gateway.ts';

/*
 * Resumable uploads of evidence: the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload) with the extensions
 * creation, expiration and termination. Errors are envelopes, like those of calls (docs/decisions/050).
 */

const VERSION = '1.0.0';
/** Requests that this process receives at the same time, per user: each holds one part in memory. */
const MAX_PER_USER = 6;
/** Bytes of a refused request that are read: one piece of our client. */
const MAX_DRAINED = 8 * 1024 * 1024;
type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

const receiving = new Map<string, number>();

export const tus = new Hono<Env>();

tus.use(async (c, next) => {
  await next();
  c.header('Tus-Resumable', VERSION);
  c.header('Cache-Control', 'no-store');
});
tus.options('*', (c) => {
  c.header('Tus-Version', VERSION);
  c.header('Tus-Extension', 'creation,expiration,termination');
  c.header('Tus-Max-Size', String(EVIDENCE_BYTES));
  return c.body(null, 204);
});
tus.use(async (c, next) => {
  if (c.req.header('tus-resumable') !== VERSION) {
    c.header('Tus-Version', VERSION);
    return c.body(null, 412);
  }
  return next();
});

tus.post('/', async (c) => {
  const size = wholeNumber(c.req.header('upload-length'));
  if (size === null) throw new AppError(422, 'invalid');
  const metadata = readMetadata(c.req.header('upload-metadata'));
  const evaluationId = metadata.get('evaluationId') ?? '';
  if (!isUuid(evaluationId)) throw notFound();
  const fileName = (metadata.get('filename') ?? '')
    .replace(/[\p{Cc}/\\]/gu, '')
    .trim()
    .slice(0, 200);
  const upload = await createUpload(member(c), { evaluationId, fileName, fileSize: size });
  c.header('Location', `${new URL(c.req.url).pathname.replace(/\/$/, '')}/${upload.id}`);
  return uploadState(c, upload, 201);
});

// Hono answers HEAD with the headers of GET.
tus.get('/:id', async (c) => {
  const request = member(c);
  const id = uploadId(c);
  const key = { enterpriseId: request.tenant.id, userId: request.viewer.userId, id };
  const upload = await withTenant(request.tenant.id, (db) => findUpload(db, key, request.now()));
  c.header('Upload-Length', String(upload.fileSize));
  return uploadState(c, upload, 200);
});

tus.patch('/:id', async (c) => {
  const request = member(c);
  const id = uploadId(c);
  if (c.req.header('content-type') !== 'application/offset+octet-stream') throw new AppError(415, 'offsetOnly');
  const offset = wholeNumber(c.req.header('upload-offset'));
  if (offset === null) throw new AppError(422, 'invalid');
  const { userId } = request.viewer;
  const body = c.req.raw.body?.getReader() ?? null;
  const own = receiving.get(userId) ?? 0;
  if (own >= MAX_PER_USER) throw new AppError(429, 'tooManyUploads', { retryAfter: 5 });
  receiving.set(userId, own + 1);
  try {
    return uploadState(c, await appendUpload(request, { id, offset }, body), 204);
  } catch (error) {
    await drain(body);
    throw error;
  } finally {
    const left = receiving.get(userId)! - 1;
    if (left > 0) receiving.set(userId, left);
    else receiving.delete(userId);
  }
});

tus.delete('/:id', async (c) => {
  await deleteEvidence(member(c), { id: uploadId(c) });
  return c.body(null, 204);
});

/** @throws AppError 300 or 301 like a call for members of an enterprise */
function member(c: Context<Env>): RequestContext & { viewer: Viewer } {
  const { request } = c.var;
  if (!request.viewer) throw new AppError(300, 'pleaseLogIn');
  if (!request.viewer.enterpriseId) throw new AppError(301, 'noEnterprise');
  return { ...request, viewer: request.viewer };
}

/** Reads the rest of a refused body, up to a limit: a closed connection would hide the answer from the client. */
async function drain(body: BodyReader | null): Promise<void> {
  try {
    for (let left = MAX_DRAINED; body && left > 0;) {
      const { done, value } = await body.read();
      if (done) return;
      left -= value.length;
    }
    await body?.cancel();
  } catch {
    // The line has broken: there is nobody who waits for the answer.
  }
}

function uploadId(c: Context<Env>): string {
  const id = c.req.param('id') ?? '';
  if (!isUuid(id)) throw notFound();
  return id;
}

function uploadState(c: Context<Env>, { received, fileId, expiresAt }: Upload, status: 200 | 201 | 204) {
  c.header('Upload-Offset', String(received));
  if (fileId === null) c.header('Upload-Expires', expiresAt.toUTCString());
  return c.body(null, status);
}

const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;

/** `filename cGhvdG8uanBn,evaluationId …`: keys with base64 values. */
function readMetadata(header = ''): Map<string, string> {
  const pairs = header.split(',').map((pair) => pair.trim().split(' '));
  return new Map(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]));
}
