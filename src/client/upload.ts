import type { Data, Input, UploadCall } from '#src/contract/calls.ts';
import type { ApiError } from './api-error.ts';
import { pageText } from '#src/i18n/texts.ts';
import { callHeaders, reportError, envelopeError, tooLate, type ApiOptions } from './api.ts';

type UploadOptions = Pick<ApiOptions, 'isShowErrTip' | '_No_dispose' | 'signal'> & {
  /** Fraction that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void;
};

/** Timeout without progress, ms. Unlike other calls there is no total timeout, because connections can be slow. */
const SILENCE = 60_000;

/**
 * A call with a file, as `multipart/form-data`. `fetch` reports no upload progress, so this uses XMLHttpRequest;
 * otherwise it behaves like `api`.
 * @returns `data` of the envelope
 * @throws ApiError with the envelope's code and message; code 0 if the server could not be reached, there was no
 *   progress for a minute, or `signal` was aborted
 */
export async function upload<C extends UploadCall>(
  call: C,
  input: Input<C>,
  options: UploadOptions = {},
): Promise<Data<C>> {
  try {
    return (await send(call.slice('POST '.length), input, options)) as Data<C>;
  } catch (error) {
    if (!options.signal?.aborted && !options._No_dispose)
      reportError(error as ApiError, options.isShowErrTip !== false, pageText('common:operationFailed'));
    throw error;
  }
}

function send(path: string, input: object, { onProgress, signal }: UploadOptions): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.set(name, value as string | Blob);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let late = false;
    let timeout: ReturnType<typeof setTimeout>;
    const alive = () => {
      clearTimeout(timeout);
      timeout = setTimeout(() => {
        late = true;
        request.abort();
      }, SILENCE);
    };
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      alive();
      if (lengthComputable) onProgress?.(loaded / total);
    });
    request.addEventListener('progress', alive);
    request.addEventListener('loadend', () => {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', abort);
      const answer = late ? null : envelopeOf(request);
      if (answer?.code === 200) resolve(answer.data);
      else reject(late ? tooLate() : envelopeError(answer));
    });
    const abort = () => request.abort();
    signal?.addEventListener('abort', abort);
    request.open('POST', `/gateway${path}`);
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value);
    alive();
    if (signal?.aborted) abort();
    else request.send(form);
  });
}

function envelopeOf(request: XMLHttpRequest): { code?: number; data?: unknown } | null {
  try {
    return JSON.parse(request.responseText) as { code?: number; data?: unknown };
  } catch {
    return null;
  }
}
