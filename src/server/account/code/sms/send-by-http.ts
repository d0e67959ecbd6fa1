import type { SmsSettings } from '#src/server/core/settings.ts';
import { SMS_TIMEOUT, SmsRefused, type SmsMessage } from './message.ts';

/**
 * Sends by one POST of JSON to `SMS_URL`, with `SMS_TOKEN` as bearer token (docs/operations.md): any answer from 200 to
 * 299 means that the message is on its way.
 * @throws SmsRefused on 4xx other than 408 and 429; any other error is worth another try
 */
export async function sendByHttp(
  { url, token }: Extract<SmsSettings, { provider: 'http' }>,
  { phone, purpose, code, minutes, text }: SmsMessage,
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ phone, purpose, code, minutes, text }),
    redirect: 'error',
    signal: AbortSignal.timeout(SMS_TIMEOUT),
  });
  await response.body?.cancel();
  if (response.ok) return;
  const reason = `http: HTTP ${response.status}`;
  const passing = response.status >= 500 || response.status === 408 || response.status === 429;
  throw passing ? new Error(reason) : new SmsRefused(reason);
}
