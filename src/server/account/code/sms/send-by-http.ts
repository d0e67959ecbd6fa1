import type { SmsSettings } from '#src/server/core/settings.ts';
import { SMS_TIMEOUT_MS, SmsRefused, type SmsMessage } from './message.ts';

/**
 * Sends by one POST of JSON to `SMS_URL`, with `SMS_TOKEN` as bearer token (docs/operations.md). A status from 200 to
 * 299 means that the message was accepted.
 * @throws SmsRefused on 4xx other than 408 and 429; any other error is temporary
 */
export async function sendByHttp(
  { url, token }: Extract<SmsSettings, { provider: 'http' }>,
  message: SmsMessage,
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(bodyOf(message)),
    redirect: 'error',
    signal: AbortSignal.timeout(SMS_TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (response.ok) return;
  const reason = `http: HTTP ${response.status}`;
  const isTemporary = response.status >= 500 || response.status === 408 || response.status === 429;
  throw isTemporary ? new Error(reason) : new SmsRefused(reason);
}

const bodyOf = (message: SmsMessage) => {
  const { phone, purpose, text } = message;
  if ('code' in message) return { phone, purpose, code: message.code, minutes: message.minutes, text };
  if (message.purpose === 'reminder') return { phone, purpose, title: message.title, text };
  return { phone, purpose, title: message.site, url: message.url, text };
};
