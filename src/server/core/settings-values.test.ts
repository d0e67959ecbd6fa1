import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOrCreateSecret, readSettings, SettingsError } from './settings.ts';

/* Every setting: accepted values up to the bounds, and the messages for invalid ones. */

const WEB = 'an http(s) address';
const S3 = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
const read = (env: NodeJS.ProcessEnv) => () => readSettings(env);

describe.each<[name: string, expected: string, good: string[], bad: string[]]>([
  [
    'PORT',
    'a whole number from 1 to 65535, like 4321',
    ['1', '65535'],
    ['-1', '1.5', '1e3', '0x10', ' 1 2', '9999999999'],
  ],
  [
    'HOST',
    'an address to listen on, like 127.0.0.1 or 0.0.0.0, without a port',
    ['0.0.0.0', '::1', 'portal-1.internal', 'A', `${'a'.repeat(63)}.b`],
    ['a:80', '-a', 'a-', 'a..b', '.a', 'a.', 'a_b', 'a.-b', 'a-.b', `${'a'.repeat(64)}`],
  ],
  ['PROCESSES', 'a whole number of processes from 1 to 64, like 3', ['1', '64'], ['0', '65', 'auto', '1.5']],
  ['DATABASE_POOL', 'a whole number of connections from 1 to 500, like 12', ['1', '500'], ['0', '501', 'x1', '1x']],
  [
    'GATEWAY_URL',
    `${WEB}, like https://gateway.example.com`,
    ['http://gw', 'https://gw/a'],
    ['gw', 'httpx://gw', 'xhttp://gw'],
  ],
  [
    'TENANT_HOSTS',
    'host names separated by commas, without ports, like *.learn.example.com,learn.example.com',
    ['*.a.com,b.com', '127.0.0.1', '::1', 'a b'],
    ['a.com:80', '*a.com', 'x.*.com', '*', '*.', 'a,,-b'],
  ],
  [
    'PUBLIC_ORIGIN',
    'an origin without a path, like https://learn.example.com',
    ['http://a'],
    ['http://a/b', 'http://a?x', 'a', 'HTTP://A'],
  ],
  ['MOBILE_SITE_URL', `${WEB}, like https://m.example.com`, ['https://m.example.com/x'], ['m']],
  ['BACK_OFFICE_URL', `${WEB}, like https://admin.example.com`, ['https://admin.example.com'], ['admin']],
  ['SMS_DAILY_LIMIT', 'a whole number of messages a day, like 20000', ['1', '100000000'], ['100000001']],
  [
    'REHEARSAL_TAKERS',
    'a whole number of candidates from 0 to 20000, like 2000; 0 for no rehearsals by administrators',
    ['0', '20000'],
    ['20001', '-1'],
  ],
  ['WECOM_LOGIN_URL', WEB, ['https://a'], ['a']],
  ['WECOM_API_URL', `${WEB}, like https://qyapi.weixin.qq.com`, ['https://a'], ['a']],
  ['DINGTALK_LOGIN_URL', WEB, ['https://a'], ['a']],
  ['DINGTALK_API_URL', `${WEB}, like https://api.dingtalk.com`, ['https://a'], ['a']],
  [
    'OIDC_ISSUERS',
    'http(s) origins separated by commas, like https://sso.intranet.example.com',
    ['https://a', 'http://a:1/realm  https://b'],
    ['ftp://a', 'https://a,b', 'xhttps://a', 'httpsx://a'],
  ],
  ['DEMO', 'on or off', ['on', 'off'], ['true', 'ON']],
  ['JOBS', 'here or off', ['here', 'off'], ['there']],
  [
    'TRUSTED_PROXIES',
    'addresses or networks separated by commas, like 10.0.0.0/8,127.0.0.1',
    ['10.0.0.0/0', '10.0.0.0/32', '::/0,::1/128', '127.0.0.1 ::1'],
    [
      '10.0.0.0/33',
      '::1/129',
      '10.0.0.0/8/8',
      '10.0.0.0/',
      '10.0.0.0/x',
      '10.0.0.0/1x',
      '10.0.0.0/x1',
      'proxy',
      '1.2.3.4/1000',
    ],
  ],
  ['ENTERPRISE_REGISTRATION', 'open or closed', ['open', 'closed'], ['off']],
  ['LOG_LEVEL', 'debug, info, warn, error or silent', ['debug', 'info', 'warn', 'error', 'silent'], ['trace']],
  ['ACCESS_LOG', 'json or off', ['json', 'off'], ['on']],
  ['SMS_PROVIDER', 'outbox, http or aliyun', ['outbox'], ['none']],
])('%s', (name, expected, good, bad) => {
  test.each(good)('accepts %s', (value) => expect(read({ [name]: value })).not.toThrow());
  test.each(bad)('rejects %s with the expected form', (value) => {
    const error = new SettingsError(`${name} is ${JSON.stringify(value.trim())}: expected ${expected}.`);
    expect(read({ [name]: value })).toThrow(error);
  });
});

test.each([
  ['DATABASE_URL', 'postgres://user:password@host:port/database', ['postgres://db/x', 'postgresql://u@db/x']],
  ['DATABASE_OWNER_URL', 'postgres://owner:password@host:port/database', ['postgres://o@db/x']],
])('%s is a PostgreSQL address with a database, and is not shown in messages', (name, expected, good) => {
  const more = name === 'DATABASE_URL' ? {} : { DATABASE_URL: 'postgres://u@db/x' };
  for (const value of good) expect(read({ ...more, [name]: value })).not.toThrow();
  for (const value of ['db', 'postgres://db/', 'postgres://db', 'xpostgres://db/x', 'postgresx://db/x'])
    expect(read({ ...more, [name]: value })).toThrow(
      new SettingsError(`${name} is (not shown): expected ${expected}.`),
    );
});

test('a settings error is an operator error', () => {
  const error = new SettingsError('x');
  expect([error.name, error.forOperator]).toEqual(['SettingsError', true]);
});

test('APP_SECRET has at least 32 characters', () => {
  expect(readSettings({ APP_SECRET: 'x'.repeat(32) }).appSecret).toBe('x'.repeat(32));
  const message = 'APP_SECRET is (not shown): expected at least 32 characters, the same for all processes.';
  expect(read({ APP_SECRET: 'x'.repeat(31) })).toThrow(new SettingsError(message));
});

describe('S3', () => {
  test('is read with bucket and keys; the default region is us-east-1', () => {
    const settings = { bucket: 'files', accessKeyId: 'id', secretAccessKey: 'key' };
    expect(readSettings(S3).s3).toEqual({ ...settings, endpoint: undefined, region: 'us-east-1' });
    const elsewhere = { ...S3, S3_ENDPOINT: 'https://s3.example.com/', S3_REGION: 'cn-north-1' };
    expect(readSettings(elsewhere).s3).toEqual({
      ...settings,
      endpoint: 'https://s3.example.com',
      region: 'cn-north-1',
    });
  });

  test.each(['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
    '%s alone is not enough',
    (name) => {
      const missing = Object.keys(S3).filter((key) => key !== name);
      const message = `${missing.join(', ')} is not set: with any S3_* setting, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed.`;
      expect(read({ [name]: name === 'S3_ENDPOINT' ? 'https://s3' : 'abc' })).toThrow(new SettingsError(message));
    },
  );

  test.each(Object.keys(S3))('%s is needed', (name) => {
    expect(read({ ...S3, [name]: '' })).toThrow(`${name} is not set`);
  });

  test.each(['ab', '-ab', 'ab-', 'A-bucket', 'a_b', 'a'.repeat(64)])('%s is not a bucket name', (bucket) => {
    const message = `S3_BUCKET is "${bucket}": expected a bucket name, like zhixing-files.`;
    expect(read({ ...S3, S3_BUCKET: bucket })).toThrow(new SettingsError(message));
  });

  test('a bucket name has at most 63 characters; the endpoint is an address', () => {
    expect(read({ ...S3, S3_BUCKET: 'a'.repeat(63) })).not.toThrow();
    expect(read({ ...S3, S3_BUCKET: '1.a-b.2' })).not.toThrow();
    expect(read({ ...S3, S3_ENDPOINT: 's3' })).toThrow('expected an http(s) address, like https://s3.example.com.');
  });
});

describe('text messages', () => {
  const aliyun = {
    SMS_PROVIDER: 'aliyun',
    SMS_ACCESS_KEY_ID: 'id',
    SMS_ACCESS_KEY_SECRET: 'secret',
    SMS_SIGN_NAME: 'sign',
    SMS_TEMPLATE_CODE: 'SMS_1',
  };
  const optional = { SMS_URL: 'https://sms', SMS_TOKEN: 't', ...aliyun, SMS_PROVIDER: '' };

  test.each(Object.keys(optional).filter((name) => name !== 'SMS_PROVIDER'))('%s needs a provider', (name) => {
    const value = optional[name as keyof typeof optional];
    const message = `${name} is set but SMS_PROVIDER is not: set it to http or aliyun.`;
    expect(read({ [name]: value })).toThrow(new SettingsError(message));
    expect(readSettings({ [name]: value, SMS_PROVIDER: 'outbox' }).sms).toEqual({ provider: 'outbox' });
  });

  test.each(Object.keys(aliyun).filter((name) => name !== 'SMS_PROVIDER'))('%s is needed for aliyun', (name) => {
    const message = `${name} is not set: SMS_PROVIDER=aliyun needs it.`;
    expect(read({ ...aliyun, [name]: '' })).toThrow(new SettingsError(message));
  });

  test('the address of the provider can be changed', () => {
    const { sms } = readSettings({ ...aliyun, SMS_URL: 'https://dysmsapi.example.com' });
    expect(sms).toMatchObject({ provider: 'aliyun', url: 'https://dysmsapi.example.com' });
    expect(read({ SMS_PROVIDER: 'http', SMS_URL: 'sms' })).toThrow('like https://sms.example.com/send.');
  });
});

test('the settings of an app must be set together', () => {
  const wecom = { WECOM_CORP_ID: 'ww1', WECOM_AGENT_ID: '1', WECOM_SECRET: 's' };
  expect(readSettings(wecom).wecom.app).toEqual({ corpId: 'ww1', agentId: '1', secret: 's' });
  expect([readSettings({}).wecom.app, readSettings({}).dingtalk.app]).toEqual([undefined, undefined]);
  for (const name of Object.keys(wecom))
    expect(read({ ...wecom, [name]: '' })).toThrow(
      new SettingsError(`${name} is not set: WECOM_CORP_ID, WECOM_AGENT_ID, WECOM_SECRET must be set together.`),
    );
  expect(read({ DINGTALK_CLIENT_ID: 'd' })).toThrow(
    new SettingsError(
      'DINGTALK_CLIENT_SECRET is not set: DINGTALK_CLIENT_ID, DINGTALK_CLIENT_SECRET must be set together.',
    ),
  );
});

test('DATABASE_OWNER_URL requires DATABASE_URL', () => {
  const message = 'DATABASE_OWNER_URL is set but DATABASE_URL is not: set both, or neither for the embedded database.';
  expect(read({ DATABASE_OWNER_URL: 'postgres://o@db/x' })).toThrow(new SettingsError(message));
  const both = { DATABASE_URL: 'postgres://u@db/x', DATABASE_OWNER_URL: 'postgres://o@db/x' };
  expect(readSettings(both)).toMatchObject({
    databaseUrl: both.DATABASE_URL,
    databaseOwnerUrl: both.DATABASE_OWNER_URL,
  });
});

test('the other settings have their defaults', () => {
  expect(readSettings({})).toMatchObject({
    smsDailyLimit: 20_000,
    rehearsalTakers: undefined,
    enterpriseRegistration: 'closed',
    jobs: 'here',
    demo: undefined,
    appSecret: undefined,
  });
  const set = { ENTERPRISE_REGISTRATION: 'open', JOBS: 'off', DEMO: 'on', SMS_DAILY_LIMIT: '5', LOG_LEVEL: 'error' };
  expect(readSettings(set)).toMatchObject({
    enterpriseRegistration: 'open',
    jobs: 'off',
    demo: true,
    smsDailyLimit: 5,
    logLevel: 'error',
  });
});

test('one process less than cores, and connections that fit into one PostgreSQL server', () => {
  expect(readSettings({}).processes).toBe(Math.min(16, Math.max(1, availableParallelism() - 1)));
  for (const [processes, databasePool] of [
    [1, 12],
    [7, 11],
    [16, 4],
    [64, 3],
  ])
    expect(readSettings({ PROCESSES: String(processes) })).toMatchObject({ processes, databasePool });
  expect(readSettings({ PROCESSES: '16', DATABASE_POOL: '20' }).databasePool).toBe(20);
});

describe('the secret file', () => {
  const within = (use: (folder: string) => void) => {
    const folder = mkdtempSync(join(tmpdir(), 'zhixing-secret-'));
    try {
      use(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  test('is created with its folder, has 32 random bytes, and leaves no other files', () => {
    within((folder) => {
      const secrets = ['a/b', 'c'].map((name) => readOrCreateSecret(join(folder, name)));
      expect(new Set(secrets).size).toBe(2);
      for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
      expect(readdirSync(join(folder, 'c'))).toEqual(['secret']);
    });
  });

  test('needs 32 characters without the line end', () => {
    within((folder) => {
      writeFileSync(join(folder, 'secret'), ` ${'x'.repeat(32)}\n`);
      expect(readOrCreateSecret(folder)).toBe('x'.repeat(32));
      writeFileSync(join(folder, 'secret'), 'x'.repeat(31));
      expect(() => readOrCreateSecret(folder)).toThrow(
        new SettingsError(
          `${join(folder, 'secret')} contains less than 32 characters: restore it from a backup, or remove it to create a new secret.`,
        ),
      );
    });
  });

  test('throws the error of the file system if it cannot be read', () => {
    within((folder) => {
      mkdirSync(join(folder, 'secret'));
      expect(() => readOrCreateSecret(folder)).toThrow(expect.objectContaining({ code: 'EISDIR' }) as Error);
    });
  });
});
