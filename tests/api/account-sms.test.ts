import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SmsRefused } from '#src/server/account/code/sms/message.ts';
import { sendSms } from '#src/server/account/code/sms/send-sms.ts';
import { sealSms } from '#src/server/account/code/sms/seal-sms.ts';
import { settings } from '#src/server/core/settings.ts';
import { startSmsProvider, type SmsStandIn } from '../stand-ins/sms-provider.ts';

const message = {
  phone: '13800000001',
  purpose: 'login',
  code: '246813',
  minutes: 10,
  text: '【华信】验证码 246813',
};
let provider: SmsStandIn | undefined;
afterEach(async () => {
  await provider?.close();
  provider = undefined;
});

describe('sendSms', () => {
  it('writes one line per message to the outbox without a provider', async () => {
    const phone = '13800000777';
    await sendSms({ ...message, phone }, undefined, { provider: 'outbox' });
    await sendSms({ ...message, phone, code: '111111' }, undefined, { provider: 'outbox' });
    const lines = readFileSync(join(settings().dataDir, 'outbox.jsonl'), 'utf8').trim().split('\n');
    const mine = lines.map((line) => JSON.parse(line) as typeof message).filter((line) => line.phone === phone);
    expect(mine).toMatchObject([
      { ...message, phone },
      { phone, code: '111111' },
    ]);
  });

  it('posts JSON with the token to SMS_URL', async () => {
    provider = await startSmsProvider();
    const { url } = provider;
    await sendSms(message, undefined, { provider: 'http', url: `${url}/send`, token: 'a token' });
    expect(provider.received).toHaveLength(1);
    expect(provider.received[0]).toMatchObject({ path: '/send', headers: { authorization: 'Bearer a token' } });
    expect(JSON.parse(provider.received[0]!.body)).toEqual(message);
    await sendSms(message, undefined, { provider: 'http', url });
    expect(provider.received[1]!.headers.authorization).toBeUndefined();
  });

  it.each([
    [400, true],
    [403, true],
    [408, false],
    [429, false],
    [502, false],
  ])('rejects on HTTP %i (permanently: %s) without the code in the error', async (status, forGood) => {
    provider = await startSmsProvider();
    provider.answerWith(status, { code: message.code });
    const error = await sendSms(message, undefined, { provider: 'http', url: provider.url }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof SmsRefused).toBe(forGood);
    expect(String(error)).toContain(String(status));
    expect(String(error)).not.toContain(message.code);
  });

  it('does not follow redirects', async () => {
    provider = await startSmsProvider();
    provider.answerWith(302, {});
    await expect(sendSms(message, undefined, { provider: 'http', url: provider.url })).rejects.toThrow();
    expect(provider.received).toHaveLength(1);
  });

  const aliyun = (url: string, accessKeySecret = 'the secret') =>
    ({
      provider: 'aliyun',
      url,
      accessKeyId: 'LTAI-test',
      accessKeySecret,
      signName: "华信 (知行)*!'",
      templateCode: 'SMS_154950909',
    }) as const;

  it('sends signed requests to Alibaba Cloud', async () => {
    provider = await startSmsProvider({ accessKeySecret: 'the secret' });
    await sendSms(message, undefined, aliyun(provider.url));
    await sendSms(message, undefined, aliyun(provider.url));
    expect(Object.fromEntries(provider.received[0]!.query)).toEqual({
      PhoneNumbers: '13800000001',
      SignName: "华信 (知行)*!'",
      TemplateCode: 'SMS_154950909',
      TemplateParam: '{"code":"246813"}',
    });
    expect(provider.received).toHaveLength(2);
  });

  it('rejects permanently when the signature is wrong', async () => {
    provider = await startSmsProvider({ accessKeySecret: 'the secret' });
    const sending = sendSms(message, undefined, aliyun(provider.url, 'another'));
    await expect(sending).rejects.toThrow(SmsRefused);
    await expect(sending).rejects.toThrow('aliyun: HTTP 400 SignatureDoesNotMatch');
  });

  it.each([
    [200, 'isv.BUSINESS_LIMIT_CONTROL', true],
    [200, 'isv.MOBILE_NUMBER_ILLEGAL', true],
    [200, 'isp.SYSTEM_ERROR', false],
    [400, 'Throttling.User', false],
    [503, 'ServiceUnavailable', false],
  ])('rejects on HTTP %i %s (permanently: %s)', async (status, Code, forGood) => {
    provider = await startSmsProvider({ accessKeySecret: 'the secret' });
    provider.answerWith(status, { Code, Message: `code ${message.code}` });
    const error = await sendSms(message, undefined, aliyun(provider.url)).catch((e: unknown) => e);
    expect(error instanceof SmsRefused).toBe(forGood);
    expect(String(error)).toContain(Code);
    expect(String(error)).not.toContain(message.code);
  });

  it('rejects temporarily when the provider is unreachable', async () => {
    provider = await startSmsProvider();
    const { url } = provider;
    await provider.close();
    provider = undefined;
    const error = await sendSms(message, undefined, { provider: 'http', url }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(SmsRefused);
  });
});

describe('job send-sms', () => {
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  const job = sealSms({ ...message, silent: false, expiresAt });
  let listening: SmsStandIn;
  beforeAll(async () => {
    listening = await startSmsProvider();
    // Resets the modules, so that the job reads these settings.
    Object.assign(process.env, { SMS_PROVIDER: 'http', SMS_URL: listening.url, LOG_LEVEL: 'warn' });
    vi.resetModules();
  });
  afterAll(() => listening.close());

  it('sends through the configured provider', async () => {
    const { sendSmsJob: send } = await import('#src/server/jobs/send-sms.ts');
    await send(job);
    expect(JSON.parse(listening.received[0]!.body)).toEqual(message);
  });

  it.each([
    [400, 'is not retried'],
    [503, 'is retried by the queue'],
  ])('on HTTP %i it %s; the log contains neither code nor number', async (status, what) => {
    const { sendSmsJob: send } = await import('#src/server/jobs/send-sms.ts');
    const lines: string[] = [];
    const log = vi.spyOn(process.stderr, 'write').mockImplementation((line) => Boolean(lines.push(String(line))));
    listening.answerWith(status, {});
    const sending = send(job);
    if (what === 'is not retried') await sending;
    else await expect(sending).rejects.toThrow('HTTP 503');
    log.mockRestore();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      msg: 'sms not sent',
      phone: '138****0001',
      refused: status === 400,
      reason: `http: HTTP ${status}`,
    });
    expect(lines[0]).not.toContain(message.code);
  });
});
