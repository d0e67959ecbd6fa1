import { randomUUID } from 'node:crypto';
import type { SmsSettings } from '#src/server/core/settings.ts';
import { acs3Authorization, canonicalQuery, sha256Hex } from './acs3-signature.ts';
import { SMS_TIMEOUT, SmsRefused, type SmsMessage } from './message.ts';

type Aliyun = Extract<SmsSettings, { provider: 'aliyun' }>;

/** What this service answers when it is overloaded or the account is throttled for a moment. */
const PASSING = /^(Throttling|ServiceUnavailable|InternalError|isp\.|isv\.SMS_SYSTEM|SignatureNonceUsed)/i;

/**
 * Sends through Alibaba Cloud SMS, operation `SendSms` (version 2017-05-25), signed with ACS3-HMAC-SHA256. The template
 * has one variable, `code`.
 * @throws SmsRefused when it says no for good; any other error is worth another try
 */
export async function sendByAliyun(provider: Aliyun, message: SmsMessage, now: Date): Promise<void> {
  const url = new URL(provider.url);
  const query = {
    PhoneNumbers: message.phone,
    SignName: provider.signName,
    TemplateCode: provider.templateCode,
    TemplateParam: JSON.stringify({ code: message.code }),
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
    // `fetch` writes it by itself, from the address.
    headers: { ...headers, host: url.host },
    accessKeyId: provider.accessKeyId,
    accessKeySecret: provider.accessKeySecret,
  });
  const response = await fetch(`${url.origin}/?${canonicalQuery(query)}`, {
    method: 'POST',
    headers: { ...headers, authorization, accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(SMS_TIMEOUT),
  });
  const answer = (await response.json().catch(() => ({}))) as { Code?: string };
  if (answer.Code === 'OK') return;
  // Its `Message` may repeat what was sent, so only the code of the refusal is told.
  const reason = `aliyun: HTTP ${response.status} ${answer.Code ?? 'without a code'}`;
  if (response.status >= 500 || !answer.Code || PASSING.test(answer.Code)) throw new Error(reason);
  throw new SmsRefused(reason);
}
