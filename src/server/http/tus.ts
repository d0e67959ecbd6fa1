import { Hono, type Context } from 'hono';
import { isUuid } from '#src/lib/uuid.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Env } from './env.ts';

/*
 * Resumable uploads: the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload) with the extensions creation, expiration and
 * termination. Errors are envelopes, like those of calls (docs/decisions/050).
 */

const VERSION = '1.0.0';
/** Requests that this process receives at the same time, per user: each holds one part in memory. */
const MAX_PER_USER = 6;
/** Bytes of a refused request that are read: one piece of our client. */
const MAX_DRAINED = 8 * 1024 * 1024;
type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

type Member = RequestContext & { viewer: Viewer };
type UploadState = { id: string; fileSize: number; received: number; expiresAt: Date; isDone: boolean };

/** Where uploads of one kind go. Errors are AppErrors. */
export type Uploads = {
  /** Bytes. */
  largest: () => number;
  /** @throws AppError 300, 301 or 403 for those who may not upload */
  authorise: (request: RequestContext) => Promise<Member>;
  /** @param fileName without separators, at most 200 characters */
  create: (
    request: Member,
    file: { fileName: string; fileSize: number },
    metadata: ReadonlyMap<string, string>,
  ) => Promise<UploadState>;
  find: (request: Member, id: string) => Promise<UploadState>;
  append: (request: Member, at: { id: string; offset: number }, body: BodyReader | null) => Promise<UploadState>;
  remove: (request: Member, id: string) => Promise<unknown>;
};

const receiving = new Map<string, number>();

/** Returns the routes of the protocol for uploads of one kind. */
export function tusRoutes(uploads: Uploads): Hono<Env> {
  const tus = new Hono<Env>();

  tus.use(async (c, next) => {
    await next();
    c.header('Tus-Resumable', VERSION);
    c.header('Cache-Control', 'no-store');
  });
  tus.options('*', (c) => {
    c.header('Tus-Version', VERSION);
    c.header('Tus-Extension', 'creation,expiration,termination');
    c.header('Tus-Max-Size', String(uploads.largest()));
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
    const request = await uploads.authorise(c.var.request);
    const fileSize = wholeNumber(c.req.header('upload-length'));
    if (fileSize === null) throw new AppError(422, 'invalid');
    const metadata = readMetadata(c.req.header('upload-metadata'));
    const fileName = (metadata.get('filename') ?? '')
      .replace(/[\p{Cc}/\\]/gu, '')
      .trim()
      .slice(0, 200);
    const upload = await uploads.create(request, { fileName, fileSize }, metadata);
    c.header('Location', `${new URL(c.req.url).pathname.replace(/\/$/, '')}/${upload.id}`);
    return uploadState(c, upload, 201);
  });

  // Hono answers HEAD with the headers of GET.
  tus.get('/:id', async (c) => {
    const upload = await uploads.find(await uploads.authorise(c.var.request), uploadId(c));
    c.header('Upload-Length', String(upload.fileSize));
    return uploadState(c, upload, 200);
  });

  tus.patch('/:id', async (c) => {
    const request = await uploads.authorise(c.var.request);
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
      return uploadState(c, await uploads.append(request, { id, offset }, body), 204);
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
    await uploads.remove(await uploads.authorise(c.var.request), uploadId(c));
    return c.body(null, 204);
  });
  return tus;
}

/** @throws AppError 300 or 301 like a call for members of an enterprise */
export function asMember(request: RequestContext): Member {
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

function uploadState(c: Context<Env>, { received, isDone, expiresAt }: UploadState, status: 200 | 201 | 204) {
  c.header('Upload-Offset', String(received));
  if (!isDone) c.header('Upload-Expires', expiresAt.toUTCString());
  return c.body(null, status);
}

const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;

/** `filename cGhvdG8uanBn,folderId …`: keys with base64 values. */
function readMetadata(header = ''): Map<string, string> {
  const pairs = header.split(',').map((pair) => pair.trim().split(' '));
  return new Map(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]));
}
