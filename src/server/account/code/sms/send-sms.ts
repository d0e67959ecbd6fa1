import { systemNow } from '#src/lib/system-clock.ts';
import { settings, type SmsSettings } from '#src/server/core/settings.ts';
import type { SmsMessage } from './message.ts';
import { sendByAliyun } from './send-by-aliyun.ts';
import { sendByHttp } from './send-by-http.ts';
import { sendToOutbox } from './send-to-outbox.ts';

/**
 * Hands one message to the provider of the settings (`SMS_*`), once. The one way out for text messages.
 * @throws SmsRefused when the provider says no for good; any other error is worth another try
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
