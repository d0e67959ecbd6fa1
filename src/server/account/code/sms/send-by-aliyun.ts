import { randomUUID } from 'node:crypto';
import type { SmsSettings } from '#src/server/core/settings.ts';
import { acs3Authorization, canonicalQuery, sha256Hex } from './acs3-signature.ts';
import { SMS_TIMEOUT_MS, SmsRefused, type SmsMessage } from './message.ts';

type Aliyun = Extract<SmsSettings, { provider: 'aliyun' }>;

/** Error codes of a temporary overload or throttling. */
const TEMPORARY_ERRORS = /^(Throttling|ServiceUnavailable|InternalError|isp\.|isv\.SMS_SYSTEM|SignatureNonceUsed)/i;

/**
 * Sends through Alibaba Cloud SMS, operation `SendSms` (version 2017-05-25), signed with ACS3-HMAC-SHA256. The template
 * of codes has one variable, `code`; that of reminders `title`.
 * @throws SmsRefused when the provider rejects the message permanently; any other error is temporary
 */
export async function sendByAliyun(provider: Aliyun, message: SmsMessage, now: Date): Promise<void> {
  const url = new URL(provider.url);
  const isCode = 'code' in message;
  const templateCode = isCode ? provider.templateCode : provider.reminderTemplateCode;
  if (!templateCode) throw new SmsRefused('aliyun: SMS_REMINDER_TEMPLATE_CODE is not set');
  const query = {
    // Overseas numbers have the country code without `+`.
    PhoneNumbers: message.phone.replace(/^\+/, ''),
    SignName: provider.signName,
    TemplateCode: templateCode,
    TemplateParam: JSON.stringify(isCode ? { code: message.code } : { title: message.title }),
  };
  const headers = {
    'x-acs-action': 'SendSms',
    'x-acs-version': '2017-05-25',
    'x-acs-date': now.toISOString().replace(/\.\d+/, ''),
    'x-acs-signature-nonce': randomUUID(),
    'x-acs-content-sha256': sha256Hex(''),
  };
  const authorization = acs3Authorization({
    method: 'POST',
    path: '/',
    query,
    // `fetch` sets the Host header itself, from the URL.
    headers: { ...headers, host: url.host },
    accessKeyId: provider.accessKeyId,
    accessKeySecret: provider.accessKeySecret,
  });
  const response = await fetch(`${url.origin}/?${canonicalQuery(query)}`, {
    method: 'POST',
    headers: { ...headers, authorization, accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(SMS_TIMEOUT_MS),
  });
  const answer = (await response.json().catch(() => ({}))) as { Code?: string };
  if (answer.Code === 'OK') return;
  // `Message` may repeat the parameters, so only the error code is reported.
  const reason = `aliyun: HTTP ${response.status} ${answer.Code ?? 'without a code'}`;
  if (response.status >= 500 || !answer.Code || TEMPORARY_ERRORS.test(answer.Code)) throw new Error(reason);
  throw new SmsRefused(reason);
}
