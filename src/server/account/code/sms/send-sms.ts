import { systemNow } from '#src/lib/system-clock.ts';
import { settings, type SmsSettings } from '#src/server/core/settings.ts';
import type { SmsMessage } from './message.ts';
import { sendByAliyun } from './send-by-aliyun.ts';
import { sendByHttp } from './send-by-http.ts';
import { sendToOutbox } from './send-to-outbox.ts';

/**
 * Sends one message once through the configured provider (`SMS_*`). All text messages go through this function.
 * @throws SmsRefused when the provider rejects the message permanently; any other error is temporary
 */
export async function sendSms(
  message: SmsMessage,
  now = systemNow(),
  provider: SmsSettings = settings().sms,
): Promise<void> {
  if (provider.provider === 'aliyun') return sendByAliyun(provider, message, now);
  if (provider.provider === 'http') return sendByHttp(provider, message);
  return sendToOutbox(message, now);
}
