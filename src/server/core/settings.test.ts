import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrCreateSecret, readSettings, SettingsError } from './settings.ts';

test('uses the defaults when no setting is given', () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({
    port: 4321,
    host: '127.0.0.1',
    tenantHosts: ['*.localhost', 'localhost', '127.0.0.1'],
    trustedProxies: [],
    logLevel: 'info',
  });
  expect(settings.dataDir).toBe(resolve('data'));
  expect([settings.databaseUrl, settings.s3, settings.demo, settings.gatewayUrl]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('uses the public addresses of WeCom and DingTalk, or those of the settings', () => {
  expect(readSettings({})).toMatchObject({
    wecom: { loginUrl: 'https://login.work.weixin.qq.com/wwlogin/sso/login', apiUrl: 'https://qyapi.weixin.qq.com' },
    dingtalk: { loginUrl: 'https://login.dingtalk.com/oauth2/auth', apiUrl: 'https://api.dingtalk.com' },
    oidcIssuers: [],
  });
  expect(
    readSettings({
      WECOM_API_URL: 'https://wecom.intranet/',
      DINGTALK_CLIENT_ID: 'ding1',
      DINGTALK_CLIENT_SECRET: 's',
      OIDC_ISSUERS: 'https://sso.intranet/realms/one, http://10.0.0.5:8080',
    }),
  ).toMatchObject({
    wecom: { apiUrl: 'https://wecom.intranet' },
    dingtalk: { app: { clientId: 'ding1', secret: 's' } },
    oidcIssuers: ['https://sso.intranet', 'http://10.0.0.5:8080'],
  });
});

test('treats empty values as unset', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: ' ', DEMO: '' })).toEqual(readSettings({}));
});

test('parses values into their types', () => {
  const settings = readSettings({
    PORT: '8080',
    DATA_DIR: '/srv/z',
    TENANT_HOSTS: '*.Learn.example.com, learn.example.com',
    DEMO: 'off',
    TRUSTED_PROXIES: '10.0.0.0/8,::1',
    GATEWAY_URL: 'https://gw.example.com/api/',
    DATABASE_POOL: '30',
    DATABASE_URL: 'postgres://u:p@db/zhixing',
    PUBLIC_ORIGIN: 'https://learn.example.com/',
  });
  expect(settings).toMatchObject({
    port: 8080,
    dataDir: '/srv/z',
    tenantHosts: ['*.learn.example.com', 'learn.example.com'],
    demo: false,
    trustedProxies: ['10.0.0.0/8', '::1'],
    gatewayUrl: 'https://gw.example.com/api',
    databasePool: 30,
    publicOrigin: 'https://learn.example.com',
  });
});

test('reads the SMS provider: outbox, HTTP address or Aliyun', () => {
  expect(readSettings({}).sms).toEqual({ provider: 'outbox' });
  expect(readSettings({}).smsDailyLimit).toBe(20_000);
  expect(readSettings({ SMS_PROVIDER: 'http', SMS_URL: 'https://sms.example.com/send', SMS_TOKEN: 't' }).sms).toEqual({
    provider: 'http',
    url: 'https://sms.example.com/send',
    token: 't',
  });
  const aliyun = {
    SMS_PROVIDER: 'aliyun',
    SMS_ACCESS_KEY_ID: 'id',
    SMS_ACCESS_KEY_SECRET: 'secret',
    SMS_SIGN_NAME: '华信',
    SMS_TEMPLATE_CODE: 'SMS_1',
  };
  expect(readSettings(aliyun).sms).toEqual({
    provider: 'aliyun',
    url: 'https://dysmsapi.aliyuncs.com',
    accessKeyId: 'id',
    accessKeySecret: 'secret',
    signName: '华信',
    templateCode: 'SMS_1',
  });
});

test('reads the mail server and the sender', () => {
  expect(readSettings({}).mail).toBeUndefined();
  const url = 'smtps://user:p%40ss@smtp.example.com';
  expect(readSettings({ SMTP_URL: url, MAIL_FROM: 'no-reply@example.com' }).mail).toEqual({
    url,
    from: { name: '', address: 'no-reply@example.com' },
  });
  for (const MAIL_FROM of ['华信学习 <no-reply@example.com>', '"华信学习" <no-reply@example.com>'])
    expect(readSettings({ SMTP_URL: url, MAIL_FROM }).mail!.from).toEqual({
      name: '华信学习',
      address: 'no-reply@example.com',
    });
});

test.each([
  [{ PORT: 'abc' }, 'PORT is "abc": expected a whole number from 1 to 65535, like 4321.'],
  [{ PORT: '0' }, /^PORT is "0": expected/],
  [{ PORT: '65536' }, /^PORT is "65536": expected/],
  [{ HOST: 'http://x' }, /^HOST is "http:\/\/x": expected an address/],
  [{ TENANT_HOSTS: 'a.example.com:4321' }, /^TENANT_HOSTS is .*without ports/],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /^TRUSTED_PROXIES is "10.0.0.0\/33": expected/],
  [{ GATEWAY_URL: 'ftp://x' }, /^GATEWAY_URL is "ftp:\/\/x": expected an http\(s\) address/],
  [{ PUBLIC_ORIGIN: 'https://x.example.com/path' }, /^PUBLIC_ORIGIN .*without a path/],
  [{ DEMO: 'yes' }, 'DEMO is "yes": expected on or off.'],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL is "loud": expected debug/],
  [
    { DATABASE_URL: 'mysql://u:hidden@db/x' },
    'DATABASE_URL is (not shown): expected postgres://user:password@host:port/database.',
  ],
  [{ DATABASE_URL: 'postgres://u:hidden@db' }, /^DATABASE_URL is \(not shown\)/],
  [{ IMAP_URL: 'imaps://mail.example.com' }, /^IMAP_URL is \(not shown\): expected imaps:/],
  [{ IMAP_URL: 'pop3://u:hidden@mail.example.com' }, /^IMAP_URL is \(not shown\)/],
  [{ APP_SECRET: 'short' }, /^APP_SECRET is \(not shown\): expected at least 32 characters/],
  [{ DATABASE_OWNER_URL: 'postgres://u:p@db/x' }, /^DATABASE_OWNER_URL is set but DATABASE_URL is not/],
  [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER is "pigeon": expected outbox, http or aliyun.'],
  [{ SMS_PROVIDER: 'http' }, 'SMS_URL is not set: SMS_PROVIDER=http needs it.'],
  [{ SMS_URL: 'https://sms.example.com' }, 'SMS_URL is set but SMS_PROVIDER is not: set it to http or aliyun.'],
  [
    { SMS_PROVIDER: 'aliyun', SMS_ACCESS_KEY_ID: 'k', SMS_ACCESS_KEY_SECRET: 'hidden' },
    'SMS_SIGN_NAME, SMS_TEMPLATE_CODE is not set: SMS_PROVIDER=aliyun needs it.',
  ],
  [{ SMTP_URL: 'smtp://u:hidden@mail.example.com' }, /^MAIL_FROM is not set: .* must be set together\.$/],
  [{ SMTP_URL: 'https://u:hidden@mail.example.com' }, /^SMTP_URL is \(not shown\): expected smtp:/],
  [{ SMTP_URL: 'mail.example.com' }, /^SMTP_URL is \(not shown\)/],
  [{ MAIL_FROM: 'no-reply' }, /^MAIL_FROM is "no-reply": expected an address/],
  [{ MAIL_FROM: 'A <a@example.com>, B <b@example.com>' }, /^MAIL_FROM is /],
  [{ MAIL_FROM: 'A\r\nBcc: b@example.com <a@example.com>' }, /^MAIL_FROM is /],
  [{ SMS_DAILY_LIMIT: '0' }, /^SMS_DAILY_LIMIT is "0": expected a whole number/],
  [{ WECOM_CORP_ID: 'ww1', WECOM_SECRET: 'hidden' }, /^WECOM_AGENT_ID is not set: .* must be set together\.$/],
  [{ DINGTALK_CLIENT_SECRET: 'hidden' }, /^DINGTALK_CLIENT_ID is not set/],
  [{ OIDC_ISSUERS: 'sso.example.com' }, /^OIDC_ISSUERS is "sso\.example\.com": expected http\(s\) origins/],
  [{ S3_BUCKET: 'files' }, /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY is not set/],
])('rejects %j with one line', (env, line) => {
  const read = () => readSettings(env);
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(line);
  expect(read).not.toThrow(/\n|hidden/);
});

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'zhixing-secret-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('creates the secret once, readable by its owner only', () => {
  const secret = readOrCreateSecret(folder);
  expect(secret.length).toBeGreaterThanOrEqual(43);
  expect(readOrCreateSecret(folder)).toBe(secret);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
});

test('rejects a damaged secret instead of replacing it, which would invalidate receipts and links', () => {
  writeFileSync(join(folder, 'secret'), '');
  expect(() => readOrCreateSecret(folder)).toThrow(/is empty: remove it/);
  writeFileSync(join(folder, 'secret'), 'abc');
  expect(() => readOrCreateSecret(folder)).toThrow(/less than 32 characters/);
});
