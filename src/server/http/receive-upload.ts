import { PICTURE_BYTES } from '#src/contract/rules/picture.ts';
import { AppError } from '#src/server/core/app-error.ts';

/** Overhead of multipart in the size of a body. */
const OVERHEAD_BYTES = 64 * 1024;
/** Maximum time for receiving a body: 5 MB over a slow mobile network. */
const MAX_RECEIVE_MS = 45_000;
/** Maximum number of uploads that this process receives at the same time, per user and in total. */
const MAX_PER_USER = 4;
const MAX_RECEIVING = 64;
/** `Retry-After` when there are too many uploads. */
const RETRY_SECONDS = 5;

const receiving = new Map<string, number>();
let total = 0;

/**
 * Reads the whole body of an upload into memory.
 * @param userId the user who sends it
 * @param fileBytes maximum size of the file
 * @param ms maximum time for receiving the body
 * @throws AppError 413 when it is too large, 422 `uploadTooSlow`, 429 when too many uploads are being received
 */
export async function receiveUpload(
  request: Request,
  userId: string,
  { fileBytes = PICTURE_BYTES, ms = MAX_RECEIVE_MS }: { fileBytes?: number; ms?: number } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const own = receiving.get(userId) ?? 0;
  if (own >= MAX_PER_USER || total >= MAX_RECEIVING)
    throw new AppError(429, 'tooManyUploads', { retryAfter: RETRY_SECONDS });
  receiving.set(userId, own + 1);
  total += 1;
  try {
    return await readWithin(request, fileBytes, ms);
  } finally {
    total -= 1;
    const left = receiving.get(userId)! - 1;
    if (left > 0) receiving.set(userId, left);
    else receiving.delete(userId);
  }
}

async function readWithin(request: Request, fileBytes: number, ms: number): Promise<Uint8Array<ArrayBuffer>> {
  const maxBytes = fileBytes + OVERHEAD_BYTES;
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(fileBytes);
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let tooSlow = false;
  // Cancelling the reader completes a pending read with `done`.
  const timer = setTimeout(() => {
    tooSlow = true;
    reader.cancel().catch(() => undefined);
  }, ms);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (tooSlow) throw fileError(422, 'uploadTooSlow');
      if (done) return Buffer.concat(chunks, size);
      size += value.length;
      if (size > maxBytes) {
        await reader.cancel();
        throw tooLarge(fileBytes);
      }
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Only pictures have the limit of pictures. */
const tooLarge = (fileBytes: number) =>
  fileBytes === PICTURE_BYTES
    ? fileError(413, 'fileTooLarge')
    : fileError(413, 'uploadTooLarge', { megabytes: Math.floor(fileBytes / 1024 / 1024) });
const fileError = (code: 413 | 422, key: string, params: Record<string, number> = {}) =>
  new AppError(code, key, { params, fields: [{ field: 'file', key }] });
