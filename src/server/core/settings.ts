import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { makeFolder } from './make-folder.ts';
import { errorCode, OperatorError } from './operator-error.ts';
import { READERS } from './setting-readers.ts';

/** An invalid setting; the message contains its name, its value unless secret, and what is expected. */
export class SettingsError extends OperatorError {
  override name = 'SettingsError';
}

/** With more processes on one machine its database is the bottleneck. */
const MAX_DEFAULT_PROCESSES = 16;

/** Names of all settings, for the test that compares them with compose.yaml and docs/operations.md. */
export const SETTING_NAMES = Object.keys(READERS);

type Readers = typeof READERS;
type Values = { [Name in keyof Readers]?: z.output<Readers[Name]['read']> };

/** The S3 file store, used instead of `DATA_DIR`. */
export interface S3Settings {
  endpoint?: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The provider of text messages; `outbox` writes them to `DATA_DIR/outbox.jsonl` and the log. */
export type SmsSettings =
  | { provider: 'outbox' }
  | { provider: 'http'; url: string; token?: string; signName?: string }
  | {
      provider: 'aliyun';
      url: string;
      accessKeyId: string;
      accessKeySecret: string;
      signName: string;
      templateCode: string;
      /** Without it no reminders are sent by SMS. */
      reminderTemplateCode?: string;
      /** Without it nobody is invited by SMS. */
      invitationTemplateCode?: string;
    };

/** The mail server; without one the portal sends no e-mail. */
export type MailSettings = { url: string; from: { name: string; address: string } };

/** All settings of the portal, read from the environment (the table is in docs/operations.md). */
export interface Settings {
  port: number;
  host: string;
  /** Absolute path. */
  dataDir: string;
  /** Unset: the embedded database. `npm start` sets it for the portal itself once that database runs. */
  databaseUrl?: string;
  /** Login for migrations, when `databaseUrl` may not create tables. */
  databaseOwnerUrl?: string;
  /** Maximum number of connections of this process. */
  databasePool: number;
  /** Number of portal processes that `npm start` runs on one port. */
  processes: number;
  gatewayUrl?: string;
  /** Lower-case host names; `*.` stands for one or more labels. */
  tenantHosts: string[];
  publicOrigin?: string;
  mobileSiteUrl?: string;
  /** Address of the playlist of a live class on a media server or CDN; `{id}` and `{key}` are replaced. */
  livePlaybackUrl?: string;
  backOfficeUrl?: string;
  s3?: S3Settings;
  sms: SmsSettings;
  /** Maximum number of messages in 24 hours for all tenants together: bounds the costs of abuse. */
  smsDailyLimit: number;
  mail?: MailSettings;
  /** Mailbox of the sender, in which it is read what was returned; unset: it is not read. */
  imapUrl?: string;
  /** Notices that are sent by e-mail and by SMS in a minute at most, for all tenants together: providers limit it. */
  mailPerMinute: number;
  smsPerMinute: number;
  /** Addresses of WeCom; the app is that of the default tenant, other tenants configure theirs (`/company/login`). */
  wecom: { loginUrl: string; apiUrl: string; app?: { corpId: string; agentId: string; secret: string } };
  /** `topUrl`: where the older half of its API is, that of the contacts. */
  dingtalk: {
    loginUrl: string;
    apiUrl: string;
    topUrl: string;
    app?: { clientId: string; agentId?: string; secret: string };
  };
  /** Origins of OpenID Connect providers that tenants may use although they are not public https addresses. */
  oidcIssuers: string[];
  /** Unset: the first `ffmpeg` in `PATH`. */
  ffmpegPath?: string;
  /** Unset: the first `soffice` in `PATH`. */
  sofficePath?: string;
  /** `auto`: videos are converted to HLS where ffmpeg is installed, Office files to PDF where LibreOffice is. */
  transcode: 'auto' | 'off';
  /** Largest file of a media library, and the files of one enterprise together; gigabytes. */
  mediaFileGb: number;
  mediaQuotaGb: number;
  /** Unset: on only if the embedded database is used and empty. */
  demo?: boolean;
  /** Whether users may register enterprises. A start with the demo tenants opens it if it is not set. */
  enterpriseRegistration: 'open' | 'closed';
  /**
   * Largest number of candidates of rehearsals that administrators ask for; 0: none. Unset: depends on whether several enterprises
   * share the installation.
   */
  rehearsalTakers?: number;
  /** `here`: jobs run in the portal process; `off`: only in workers (`npm run worker`). */
  jobs: 'here' | 'off';
  /** Addresses or networks whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: string[];
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** `json`: one line of the log per request, at level `info`. */
  accessLog: 'json' | 'off';
  /** See {@link appSecret}. */
  appSecret?: string;
}

/**
 * Reads and checks all settings. An empty value counts as unset, because compose files pass unset variables that way.
 * @throws SettingsError with one line about the first invalid setting
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const values = readValues(env);
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL) {
    throw new SettingsError(
      'DATABASE_OWNER_URL is set but DATABASE_URL is not: set both, or neither for the embedded database.',
    );
  }
  const processes = values.PROCESSES ?? Math.min(MAX_DEFAULT_PROCESSES, Math.max(1, availableParallelism() - 1));
  return {
    port: values.PORT ?? 4321,
    host: values.HOST ?? '127.0.0.1',
    dataDir: resolve(values.DATA_DIR ?? './data'),
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databasePool: values.DATABASE_POOL ?? poolSize(processes),
    processes,
    gatewayUrl: values.GATEWAY_URL,
    tenantHosts: (values.TENANT_HOSTS ?? ['*.localhost', 'localhost', '127.0.0.1']).map((host) => host.toLowerCase()),
    publicOrigin: values.PUBLIC_ORIGIN,
    mobileSiteUrl: values.MOBILE_SITE_URL,
    livePlaybackUrl: values.LIVE_PLAYBACK_URL,
    backOfficeUrl: values.BACK_OFFICE_URL,
    s3: readS3(values),
    sms: readSms(values),
    smsDailyLimit: values.SMS_DAILY_LIMIT ?? 20_000,
    mail: readMail(values),
    imapUrl: values.IMAP_URL,
    mailPerMinute: values.MAIL_PER_MINUTE ?? 600,
    smsPerMinute: values.SMS_PER_MINUTE ?? 600,
    wecom: {
      loginUrl: values.WECOM_LOGIN_URL ?? 'https://login.work.weixin.qq.com/wwlogin/sso/login',
      apiUrl: values.WECOM_API_URL ?? 'https://qyapi.weixin.qq.com',
      app: readWecomApp(values),
    },
    dingtalk: {
      loginUrl: values.DINGTALK_LOGIN_URL ?? 'https://login.dingtalk.com/oauth2/auth',
      apiUrl: values.DINGTALK_API_URL ?? 'https://api.dingtalk.com',
      topUrl: values.DINGTALK_TOP_URL ?? 'https://oapi.dingtalk.com',
      app: readDingtalkApp(values),
    },
    oidcIssuers: values.OIDC_ISSUERS ?? [],
    ffmpegPath: values.FFMPEG_PATH,
    sofficePath: values.SOFFICE_PATH,
    transcode: values.TRANSCODE ?? 'auto',
    mediaFileGb: values.MEDIA_FILE_GB ?? 4,
    mediaQuotaGb: values.MEDIA_QUOTA_GB ?? 500,
    demo: values.DEMO,
    enterpriseRegistration: values.ENTERPRISE_REGISTRATION ?? 'closed',
    rehearsalTakers: values.REHEARSAL_TAKERS,
    jobs: values.JOBS ?? 'here',
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    logLevel: values.LOG_LEVEL ?? 'info',
    accessLog: values.ACCESS_LOG ?? 'json',
    appSecret: values.APP_SECRET,
  };
}

/** Connections of one process, so that all processes together stay below the 100 of a PostgreSQL server by default. */
const poolSize = (processes: number) => Math.min(12, Math.max(3, Math.floor(88 / processes) - 1));

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
  const { SMS_REMINDER_TEMPLATE_CODE, SMS_INVITATION_TEMPLATE_CODE } = values;
  const [stray] =
    Object.entries({ SMS_URL, SMS_TOKEN, ...signed, SMS_REMINDER_TEMPLATE_CODE, SMS_INVITATION_TEMPLATE_CODE }).find(
      ([, value]) => value,
    ) ?? [];
  if (!SMS_PROVIDER && stray)
    throw new SettingsError(`${stray} is set but SMS_PROVIDER is not: set it to http or aliyun.`);
  if (SMS_PROVIDER === 'http') {
    if (!SMS_URL) throw new SettingsError('SMS_URL is not set: SMS_PROVIDER=http needs it.');
    return { provider: 'http', url: SMS_URL, token: SMS_TOKEN, signName: SMS_SIGN_NAME };
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
    reminderTemplateCode: SMS_REMINDER_TEMPLATE_CODE,
    invitationTemplateCode: SMS_INVITATION_TEMPLATE_CODE,
  };
}

function readMail(values: Values): MailSettings | undefined {
  const mail = allOrNone(values, ['SMTP_URL', 'MAIL_FROM']);
  return mail && { url: mail.SMTP_URL, from: mail.MAIL_FROM };
}

/** Returns the settings if all are set, undefined if none is. @throws SettingsError when only some are set */
function allOrNone<Name extends keyof Values>(values: Values, names: Name[]): Required<Pick<Values, Name>> | undefined {
  const missing = names.filter((name) => !values[name]);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0)
    throw new SettingsError(`${missing.join(', ')} is not set: ${names.join(', ')} must be set together.`);
  return values as Required<Pick<Values, Name>>;
}

function readWecomApp(values: Values) {
  const app = allOrNone(values, ['WECOM_CORP_ID', 'WECOM_AGENT_ID', 'WECOM_SECRET']);
  return app && { corpId: app.WECOM_CORP_ID, agentId: app.WECOM_AGENT_ID, secret: app.WECOM_SECRET };
}

function readDingtalkApp(values: Values) {
  const app = allOrNone(values, ['DINGTALK_CLIENT_ID', 'DINGTALK_CLIENT_SECRET']);
  return (
    app && { clientId: app.DINGTALK_CLIENT_ID, agentId: values.DINGTALK_AGENT_ID, secret: app.DINGTALK_CLIENT_SECRET }
  );
}

let current: Settings | undefined;

/** The settings of this process, read once from `process.env`. */
export function settings(): Settings {
  return (current ??= readSettings(process.env));
}

let secret: string | undefined;

/**
 * Returns the key of receipts, signed URLs and encrypted secrets: `APP_SECRET`, else a random one that is created once in
 * `DATA_DIR/secret`. Processes on several machines do not share a `DATA_DIR` and need `APP_SECRET`.
 * @throws an error of the file system when `DATA_DIR` cannot be written
 */
export function appSecret(): string {
  return (secret ??= settings().appSecret ?? readOrCreateSecret(settings().dataDir));
}

/**
 * Reads `dataDir/secret`, and creates it if it does not exist. Processes that do so at the same time get the same secret.
 * @throws SettingsError when the file is empty or too short
 */
export function readOrCreateSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  makeFolder(dataDir);
  const found = readSecret(path);
  if (found) return found;
  // Written to another file and then linked: no process reads an incomplete secret, and the first link wins.
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
  const stored = readSecret(path);
  if (!stored)
    throw new SettingsError(`${path} is empty: remove it to create a new secret, or restore it from a backup.`);
  return stored;
}

function readSecret(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text.length > 0 && text.length < 32)
      throw new SettingsError(
        `${path} contains less than 32 characters: restore it from a backup, or remove it to create a new secret.`,
      );
    return text || undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
