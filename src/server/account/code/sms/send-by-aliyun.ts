import { randomUUID } from 'node:crypto';
import type { SmsSettings } from '#src/server/core/settings.ts';
import { acs3Authorization, canonicalQuery, sha256Hex } from './acs3-signature.ts';
import { SMS_TIMEOUT_MS, SmsRefused, type SmsMessage } from './message.ts';

type Aliyun = Extract<SmsSettings, { provider: 'aliyun' }>;

/** Error codes of a temporary overload or throttling. */
const TEMPORARY_ERRORS = /^(Throttling|ServiceUnavailable|InternalError|isp\.|isv\.SMS_SYSTEM|SignatureNonceUsed)/i;

/**
 * Sends through Alibaba Cloud SMS, operation `SendSms` (version 2017-05-25), signed with ACS3-HMAC-SHA256. The template
 * of codes has one variable, `code`; that of reminders `title`; that of invitations `site`, `host` and `token`.
 * @throws SmsRefused when the provider rejects the message permanently; any other error is temporary
 */
export async function sendByAliyun(provider: Aliyun, message: SmsMessage, now: Date): Promise<void> {
  const url = new URL(provider.url);
  const { templateCode, variables } = templateOf(provider, message);
  const query = {
    // Overseas numbers have the country code without `+`.
    PhoneNumbers: message.phone.replace(/^\+/, ''),
    SignName: provider.signName,
    TemplateCode: templateCode,
    TemplateParam: JSON.stringify(variables),
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

/** @throws SmsRefused when the template is not set */
function templateOf(
  provider: Aliyun,
  message: SmsMessage,
): { templateCode: string; variables: Record<string, string> } {
  if ('code' in message) return { templateCode: provider.templateCode, variables: { code: message.code } };
  if (message.purpose === 'reminder') {
    if (!provider.reminderTemplateCode) throw new SmsRefused('aliyun: SMS_REMINDER_TEMPLATE_CODE is not set');
    return { templateCode: provider.reminderTemplateCode, variables: { title: message.title } };
  }
  if (!provider.invitationTemplateCode) throw new SmsRefused('aliyun: SMS_INVITATION_TEMPLATE_CODE is not set');
  // A template may contain parts of a link only.
  const { host, hash } = new URL(message.url);
  return {
    templateCode: provider.invitationTemplateCode,
    variables: { site: message.site, host, token: hash.slice(1) },
  };
}
