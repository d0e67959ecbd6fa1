import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { makeFolder } from './make-folder.ts';
import { errorCode, OperatorError } from './operator-error.ts';

/** A setting that cannot be used; the message names the setting, its value and what is expected. */
export class SettingsError extends OperatorError {
  override name = 'SettingsError';
}

const HOST_NAME = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/i;

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));
const httpUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
const postgresUrl = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1;
});
const list = (valid: (item: string) => boolean) =>
  z
    .string()
    .transform((text) => text.split(/[,\s]+/).filter(Boolean))
    .pipe(z.array(z.string().refine(valid)));

const tenantHost = (item: string) => HOST_NAME.test(item.replace(/^\*\./, '')) || isIP(item) > 0;
const proxy = (item: string) => {
  const [address = '', bits, ...rest] = item.split('/');
  const family = isIP(address);
  return (
    family > 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  );
};

/** Every setting once: how to read it, what a person should have written, and whether its value may be shown. */
const READERS = {
  PORT: { read: whole(1, 65_535), expected: 'a whole number from 1 to 65535, like 4321' },
  HOST: {
    read: z.string().refine((text) => isIP(text) > 0 || HOST_NAME.test(text)),
    expected: 'an address to listen on, like 127.0.0.1 or 0.0.0.0, without a port',
  },
  DATA_DIR: { read: z.string(), expected: 'a folder, like ./data' },
  DATABASE_URL: { read: postgresUrl, expected: 'postgres://user:password@host:port/database', secret: true },
  DATABASE_OWNER_URL: { read: postgresUrl, expected: 'postgres://owner:password@host:port/database', secret: true },
  DATABASE_POOL: { read: whole(1, 500), expected: 'a whole number of connections from 1 to 500, like 12' },
  GATEWAY_URL: { read: httpUrl, expected: 'an http(s) address, like https://gateway.example.com' },
  TENANT_HOSTS: {
    read: list(tenantHost),
    expected: 'host names separated by commas, without ports, like *.learn.example.com,learn.example.com',
  },
  PUBLIC_ORIGIN: {
    read: httpUrl.refine((text) => new URL(text).origin === text),
    expected: 'an origin without a path, like https://learn.example.com',
  },
  MOBILE_SITE_URL: { read: httpUrl, expected: 'an http(s) address, like https://m.example.com' },
  BACK_OFFICE_URL: { read: httpUrl, expected: 'an http(s) address, like https://admin.example.com' },
  S3_ENDPOINT: { read: httpUrl, expected: 'an http(s) address, like https://s3.example.com' },
  S3_REGION: { read: z.string(), expected: 'a region name, like us-east-1' },
  S3_BUCKET: {
    read: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    expected: 'a bucket name, like zhixing-files',
  },
  S3_ACCESS_KEY_ID: { read: z.string(), expected: 'an access key id' },
  S3_SECRET_ACCESS_KEY: { read: z.string(), expected: 'a secret access key', secret: true },
  SMS_PROVIDER: { read: z.enum(['outbox', 'http', 'aliyun']), expected: 'outbox, http or aliyun' },
  SMS_URL: { read: httpUrl, expected: 'an http(s) address, like https://sms.example.com/send' },
  SMS_TOKEN: { read: z.string(), expected: 'a token', secret: true },
  SMS_ACCESS_KEY_ID: { read: z.string(), expected: 'an access key id' },
  SMS_ACCESS_KEY_SECRET: { read: z.string(), expected: 'an access key secret', secret: true },
  SMS_SIGN_NAME: { read: z.string(), expected: 'the approved signature of messages' },
  SMS_TEMPLATE_CODE: { read: z.string(), expected: 'the code of an approved template, like SMS_123456789' },
  SMS_DAILY_LIMIT: { read: whole(1, 100_000_000), expected: 'a whole number of messages a day, like 20000' },
  WECOM_LOGIN_URL: { read: httpUrl, expected: 'an http(s) address' },
  WECOM_API_URL: { read: httpUrl, expected: 'an http(s) address, like https://qyapi.weixin.qq.com' },
  WECOM_CORP_ID: { read: z.string(), expected: 'the id of a corporation' },
  WECOM_AGENT_ID: { read: z.string(), expected: 'the id of an app' },
  WECOM_SECRET: { read: z.string(), expected: 'the secret of that app', secret: true },
  DINGTALK_LOGIN_URL: { read: httpUrl, expected: 'an http(s) address' },
  DINGTALK_API_URL: { read: httpUrl, expected: 'an http(s) address, like https://api.dingtalk.com' },
  DINGTALK_CLIENT_ID: { read: z.string(), expected: 'the client id of an app' },
  DINGTALK_CLIENT_SECRET: { read: z.string(), expected: 'the secret of that app', secret: true },
  OIDC_ISSUERS: {
    read: list((item) => URL.canParse(item) && /^https?:$/.test(new URL(item).protocol)).transform((items) =>
      items.map((item) => new URL(item).origin),
    ),
    expected: 'http(s) origins separated by commas, like https://sso.intranet.example.com',
  },
  DEMO: { read: z.enum(['on', 'off']).transform((text) => text === 'on'), expected: 'on or off' },
  JOBS: { read: z.enum(['here', 'off']), expected: 'here or off' },
  TRUSTED_PROXIES: {
    read: list(proxy),
    expected: 'addresses or networks separated by commas, like 10.0.0.0/8,127.0.0.1',
  },
  ENTERPRISE_REGISTRATION: { read: z.enum(['open', 'closed']), expected: 'open or closed' },
  LOG_LEVEL: {
    read: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
    expected: 'debug, info, warn, error or silent',
  },
  APP_SECRET: {
    read: z.string().min(32),
    expected: 'at least 32 characters, the same for all processes',
    secret: true,
  },
} as const satisfies Record<string, { read: z.ZodType; expected: string; secret?: boolean }>;

type Readers = typeof READERS;
type Values = { [Name in keyof Readers]?: z.output<Readers[Name]['read']> };

/** Where files go when they do not go to `DATA_DIR`. */
export interface S3Settings {
  endpoint?: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Who carries text messages; `outbox` writes them to `DATA_DIR/outbox.jsonl` and the log. */
export type SmsSettings =
  | { provider: 'outbox' }
  | { provider: 'http'; url: string; token?: string }
  | {
      provider: 'aliyun';
      url: string;
      accessKeyId: string;
      accessKeySecret: string;
      signName: string;
      templateCode: string;
    };

/** All settings of the portal, read from the environment (design section 10; the table is in docs/operations.md). */
export interface Settings {
  port: number;
  host: string;
  /** Absolute path. */
  dataDir: string;
  /** Unset: the embedded database. `npm start` sets it for the portal itself once that database runs. */
  databaseUrl?: string;
  /** Login for migrations, when `databaseUrl` may not create tables. */
  databaseOwnerUrl?: string;
  /** Most connections this process opens. */
  databasePool: number;
  gatewayUrl?: string;
  /** Lower-case host names; `*.` stands for one or more labels. */
  tenantHosts: string[];
  publicOrigin?: string;
  mobileSiteUrl?: string;
  backOfficeUrl?: string;
  s3?: S3Settings;
  sms: SmsSettings;
  /** Most messages in 24 hours, of all tenants together: what a flood may cost. */
  smsDailyLimit: number;
  /** Where WeCom is; the app is the default tenant's, others bring their own (`/company/login`). */
  wecom: { loginUrl: string; apiUrl: string; app?: { corpId: string; agentId: string; secret: string } };
  dingtalk: { loginUrl: string; apiUrl: string; app?: { clientId: string; secret: string } };
  /** Origins of OpenID Connect providers that tenants may name although they are not public https. */
  oidcIssuers: string[];
  /** Unset: on only with the embedded database while it is empty. */
  demo?: boolean;
  /** Whether people may register enterprises of their own. */
  enterpriseRegistration: 'open' | 'closed';
  /** `here`: jobs run in the portal process; `off`: only in workers (`npm run worker`). */
  jobs: 'here' | 'off';
  /** Addresses or networks whose `X-Forwarded-*` headers are believed. */
  trustedProxies: string[];
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** See {@link appSecret}. */
  appSecret?: string;
}

/**
 * Reads and checks all settings. An empty value counts as unset, because container files write it so.
 * @throws SettingsError with one line on the first setting that cannot be used
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const values = readValues(env);
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL) {
    throw new SettingsError(
      'DATABASE_OWNER_URL is set but DATABASE_URL is not: set both, or neither for the embedded database.',
    );
  }
  return {
    port: values.PORT ?? 4321,
    host: values.HOST ?? '127.0.0.1',
    dataDir: resolve(values.DATA_DIR ?? './data'),
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databasePool: values.DATABASE_POOL ?? 12,
    gatewayUrl: values.GATEWAY_URL,
    tenantHosts: (values.TENANT_HOSTS ?? ['*.localhost', 'localhost', '127.0.0.1']).map((host) => host.toLowerCase()),
    publicOrigin: values.PUBLIC_ORIGIN,
    mobileSiteUrl: values.MOBILE_SITE_URL,
    backOfficeUrl: values.BACK_OFFICE_URL,
    s3: readS3(values),
    sms: readSms(values),
    smsDailyLimit: values.SMS_DAILY_LIMIT ?? 20_000,
    wecom: {
      loginUrl: values.WECOM_LOGIN_URL ?? 'https://login.work.weixin.qq.com/wwlogin/sso/login',
      apiUrl: values.WECOM_API_URL ?? 'https://qyapi.weixin.qq.com',
      app: readWecomApp(values),
    },
    dingtalk: {
      loginUrl: values.DINGTALK_LOGIN_URL ?? 'https://login.dingtalk.com/oauth2/auth',
      apiUrl: values.DINGTALK_API_URL ?? 'https://api.dingtalk.com',
      app: readDingtalkApp(values),
    },
    oidcIssuers: values.OIDC_ISSUERS ?? [],
    demo: values.DEMO,
    enterpriseRegistration: values.ENTERPRISE_REGISTRATION ?? 'open',
    jobs: values.JOBS ?? 'here',
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    logLevel: values.LOG_LEVEL ?? 'info',
    appSecret: values.APP_SECRET,
  };
}

function readValues(env: NodeJS.ProcessEnv): Values {
  const values: Record<string, unknown> = {};
  for (const [name, reader] of Object.entries(READERS)) {
    const text = env[name]?.trim();
    if (!text) continue;
    const parsed = reader.read.safeParse(text);
    if (!parsed.success) {
      const shown = 'secret' in reader ? '(not shown)' : JSON.stringify(text);
      throw new SettingsError(`${name} is ${shown}: expected ${reader.expected}.`);
    }
    values[name] = parsed.data;
  }
  return values;
}

function readS3(values: Values): S3Settings | undefined {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (!S3_ENDPOINT && !S3_REGION && !S3_BUCKET && !S3_ACCESS_KEY_ID && !S3_SECRET_ACCESS_KEY) return undefined;
  const needed = { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const missing = Object.entries(needed)
    .filter(([, value]) => !value)
    .map(([name]) => name);
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new SettingsError(
      `${missing.join(', ')} is not set: with any S3_* setting, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed.`,
    );
  }
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION ?? 'us-east-1',
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

function readSms(values: Values): SmsSettings {
  const { SMS_PROVIDER, SMS_URL, SMS_TOKEN, SMS_ACCESS_KEY_ID, SMS_ACCESS_KEY_SECRET, SMS_SIGN_NAME } = values;
  const { SMS_TEMPLATE_CODE } = values;
  const signed = { SMS_ACCESS_KEY_ID, SMS_ACCESS_KEY_SECRET, SMS_SIGN_NAME, SMS_TEMPLATE_CODE };
  const [stray] = Object.entries({ SMS_URL, SMS_TOKEN, ...signed }).find(([, value]) => value) ?? [];
  if (!SMS_PROVIDER && stray)
    throw new SettingsError(`${stray} is set but SMS_PROVIDER is not: set it to http or aliyun.`);
  if (SMS_PROVIDER === 'http') {
    if (!SMS_URL) throw new SettingsError('SMS_URL is not set: SMS_PROVIDER=http needs it.');
    return { provider: 'http', url: SMS_URL, token: SMS_TOKEN };
  }
  if (SMS_PROVIDER !== 'aliyun') return { provider: 'outbox' };
  if (!SMS_ACCESS_KEY_ID || !SMS_ACCESS_KEY_SECRET || !SMS_SIGN_NAME || !SMS_TEMPLATE_CODE) {
    const missing = Object.entries(signed)
      .filter(([, value]) => !value)
      .map(([name]) => name);
    throw new SettingsError(`${missing.join(', ')} is not set: SMS_PROVIDER=aliyun needs it.`);
  }
  return {
    provider: 'aliyun',
    url: SMS_URL ?? 'https://dysmsapi.aliyuncs.com',
    accessKeyId: SMS_ACCESS_KEY_ID,
    accessKeySecret: SMS_ACCESS_KEY_SECRET,
    signName: SMS_SIGN_NAME,
    templateCode: SMS_TEMPLATE_CODE,
  };
}

/** All of some settings, or none of them. */
function together<Name extends keyof Values>(values: Values, names: Name[]): Required<Pick<Values, Name>> | undefined {
  const missing = names.filter((name) => !values[name]);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0)
    throw new SettingsError(`${missing.join(', ')} is not set: ${names.join(', ')} belong together.`);
  return values as Required<Pick<Values, Name>>;
}

function readWecomApp(values: Values) {
  const app = together(values, ['WECOM_CORP_ID', 'WECOM_AGENT_ID', 'WECOM_SECRET']);
  return app && { corpId: app.WECOM_CORP_ID, agentId: app.WECOM_AGENT_ID, secret: app.WECOM_SECRET };
}

function readDingtalkApp(values: Values) {
  const app = together(values, ['DINGTALK_CLIENT_ID', 'DINGTALK_CLIENT_SECRET']);
  return app && { clientId: app.DINGTALK_CLIENT_ID, secret: app.DINGTALK_CLIENT_SECRET };
}

let current: Settings | undefined;

/** The settings of this process, read once from `process.env`. */
export function settings(): Settings {
  return (current ??= readSettings(process.env));
}

let secret: string | undefined;

/**
 * The key of receipts and signed URLs: `APP_SECRET`, else a random one made once and kept in `DATA_DIR/secret`.
 * Portal processes on several machines do not share a `DATA_DIR`, so there `APP_SECRET` has to be set.
 * @throws an error of the file system when `DATA_DIR` cannot be written
 */
export function appSecret(): string {
  return (secret ??= settings().appSecret ?? keptSecret(settings().dataDir));
}

/** Reads `dataDir/secret`, making it first when there is none; of several processes that try at once, one wins. */
export function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  makeFolder(dataDir);
  const found = readSecret(path);
  if (found) return found;
  // Written aside and then linked: nobody ever reads half a secret, and the first one stays.
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(32).toString('base64url')}\n`);
    fsyncSync(file);
    linkSync(draft, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    closeSync(file);
    rmSync(draft, { force: true });
  }
  const kept = readSecret(path);
  if (!kept)
    throw new SettingsError(`${path} is empty: remove it, so that a new secret is made, or restore it from a backup.`);
  return kept;
}

function readSecret(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text.length > 0 && text.length < 32)
      throw new SettingsError(
        `${path} holds less than 32 characters: restore it from a backup, or remove it so that a new one is made.`,
      );
    return text || undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
