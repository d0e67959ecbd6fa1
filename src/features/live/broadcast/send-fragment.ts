import { ApiError } from '#src/client/api-error.ts';
import { callHeaders, envelopeError } from '#src/client/api.ts';

/** Milliseconds for one fragment. */
const TIMEOUT = 30_000;

/**
 * Sends a fragment of a broadcast as it is.
 * @returns the number of the fragment that the server expects next
 * @throws ApiError; code 0 when the server could not be reached
 */
export async function sendFragment(broadcastId: string, number: number, bytes: Blob): Promise<number> {
  let envelope: { code: number; data?: { next: number } } | null;
  let retryAfter: number;
  try {
    const response = await fetch(`/gateway/course/auth/live/broadcast/fragment/${broadcastId}/${number}`, {
      method: 'POST',
      headers: { ...callHeaders(), 'content-type': 'application/octet-stream' },
      body: bytes,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    retryAfter = Number(response.headers.get('retry-after')) || 0;
    envelope = (await response.json()) as { code: number; data?: { next: number } } | null;
  } catch {
    throw new ApiError(0, '');
  }
  if (envelope?.code !== 200 || !envelope.data) throw envelopeError(envelope, retryAfter);
  return envelope.data.next;
}

/** Whether a refused fragment is to be sent again: the server could not be reached, is busy, or the user has to log in. */
export const isTemporary = ({ code, needsLogin }: ApiError): boolean =>
  code === 0 || code === 429 || code >= 500 || needsLogin;
