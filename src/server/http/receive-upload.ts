import { PICTURE_BYTES } from '#src/lib/picture-rules.ts';
import { AppError } from '#src/server/core/app-error.ts';

/** Bytes of an upload: a file as large as it may be, and what multipart writes around it. */
const UPLOAD_BYTES = PICTURE_BYTES + 64 * 1024;
/** Milliseconds a body may take to arrive: 5 MB over a slow mobile network. */
const ARRIVAL_MS = 45_000;
/** Uploads of one person, and of everybody, that may be arriving at this process at the same time. */
const MAX_PER_PERSON = 4;
const MAX_ARRIVING = 64;
/** Seconds after which a client that found too many should try again. */
const RETRY_SECONDS = 5;

const arriving = new Map<string, number>();
let total = 0;

/**
 * Reads the whole body of an upload into memory.
 * @param person id of whoever sends it
 * @param ms time that the body may take
 * @throws AppError 413 above the limit, 422 `uploadTooSlow`, 429 when too many uploads are arriving already
 */
export async function receiveUpload(
  request: Request,
  person: string,
  ms = ARRIVAL_MS,
): Promise<Uint8Array<ArrayBuffer>> {
  const own = arriving.get(person) ?? 0;
  if (own >= MAX_PER_PERSON || total >= MAX_ARRIVING)
    throw new AppError(429, 'tooManyUploads', { retryAfter: RETRY_SECONDS });
  arriving.set(person, own + 1);
  total += 1;
  try {
    return await readWithin(request, ms);
  } finally {
    total -= 1;
    const left = arriving.get(person)! - 1;
    if (left > 0) arriving.set(person, left);
    else arriving.delete(person);
  }
}

async function readWithin(request: Request, ms: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > UPLOAD_BYTES) throw tooLarge();
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let tooSlow = false;
  // A pending read ends as done when its reader is cancelled.
  const timer = setTimeout(() => {
    tooSlow = true;
    reader.cancel().catch(() => undefined);
  }, ms);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (tooSlow) throw refusal(422, 'uploadTooSlow');
      if (done) return new Uint8Array(Buffer.concat(chunks, size));
      size += value.length;
      if (size > UPLOAD_BYTES) {
        await reader.cancel();
        throw tooLarge();
      }
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}

const tooLarge = () => refusal(413, 'fileTooLarge');
const refusal = (code: 413 | 422, key: string) => new AppError(code, key, { fields: [{ field: 'file', key }] });
