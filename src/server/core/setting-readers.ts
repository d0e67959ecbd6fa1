import { isIP } from 'node:net';
import { z } from 'zod';
import { isEmail } from '#src/lib/email.ts';

const HOST_NAME = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/i;

const wholeNumber = (min: number, max: number) =>
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
const smtpUrl = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && !url.search && !url.hash;
});
const imapUrl = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url !== undefined && /^imaps?:$/.test(url.protocol) && url.hostname !== '' && url.password !== '' && !url.search
  );
});
/** `address` or `name <address>`. */
const mailbox = z.string().transform((text, ctx) => {
  const [, name, inner] = /^"?([^"<>\r\n]{0,100}?)"?\s*<([^<>\s]+)>$/.exec(text) ?? [];
  const address = inner ?? text;
  if (isEmail(address)) return { name: name?.trim() ?? '', address };
  ctx.addIssue('not an address');
  return z.NEVER;
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

/** Every setting: its parser, the description of a valid value, and whether its value is secret. */
export const READERS = {
  PORT: { read: wholeNumber(1, 65_535), expected: 'a whole number from 1 to 65535, like 4321' },
  HOST: {
    read: z.string().refine((text) => isIP(text) > 0 || HOST_NAME.test(text)),
    expected: 'an address to listen on, like 127.0.0.1 or 0.0.0.0, without a port',
  },
  DATA_DIR: { read: z.string(), expected: 'a folder, like ./data' },
  DATABASE_URL: { read: postgresUrl, expected: 'postgres://user:password@host:port/database', secret: true },
  DATABASE_OWNER_URL: { read: postgresUrl, expected: 'postgres://owner:password@host:port/database', secret: true },
  DATABASE_POOL: { read: wholeNumber(1, 500), expected: 'a whole number of connections from 1 to 500, like 12' },
  PROCESSES: { read: wholeNumber(1, 64), expected: 'a whole number of processes from 1 to 64, like 3' },
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
  LIVE_PLAYBACK_URL: {
    read: httpUrl.refine((text) => /\{(id|key)\}/.test(text)),
    expected: 'an http(s) address with {id} or {key}, like https://live.example.com/{key}/index.m3u8',
  },
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
  SMS_SIGN_NAME: { read: z.string(), expected: 'the signature of messages' },
  SMS_TEMPLATE_CODE: { read: z.string(), expected: 'the code of an approved template, like SMS_123456789' },
  SMS_REMINDER_TEMPLATE_CODE: { read: z.string(), expected: 'the code of an approved template, like SMS_123456789' },
  SMS_INVITATION_TEMPLATE_CODE: { read: z.string(), expected: 'the code of an approved template, like SMS_123456789' },
  SMS_DAILY_LIMIT: { read: wholeNumber(1, 100_000_000), expected: 'a whole number of messages a day, like 20000' },
  SMS_PER_MINUTE: { read: wholeNumber(1, 1_000_000), expected: 'a whole number of messages a minute, like 600' },
  MAIL_PER_MINUTE: { read: wholeNumber(1, 1_000_000), expected: 'a whole number of messages a minute, like 600' },
  SMTP_URL: {
    read: smtpUrl,
    expected: 'smtp://user:password@host:587 or smtps://user:password@host:465',
    secret: true,
  },
  IMAP_URL: {
    read: imapUrl,
    expected: 'imaps://user:password@host:993/INBOX or imap://user:password@host:143/INBOX',
    secret: true,
  },
  MAIL_FROM: {
    read: mailbox,
    expected: 'an address, like no-reply@example.com or Learning <no-reply@example.com>',
  },
  WECOM_LOGIN_URL: { read: httpUrl, expected: 'an http(s) address' },
  WECOM_API_URL: { read: httpUrl, expected: 'an http(s) address, like https://qyapi.weixin.qq.com' },
  WECOM_CORP_ID: { read: z.string(), expected: 'the id of a corporation' },
  WECOM_AGENT_ID: { read: z.string(), expected: 'the id of an app' },
  WECOM_SECRET: { read: z.string(), expected: 'the secret of that app', secret: true },
  DINGTALK_LOGIN_URL: { read: httpUrl, expected: 'an http(s) address' },
  DINGTALK_API_URL: { read: httpUrl, expected: 'an http(s) address, like https://api.dingtalk.com' },
  DINGTALK_TOP_URL: { read: httpUrl, expected: 'an http(s) address, like https://oapi.dingtalk.com' },
  DINGTALK_AGENT_ID: { read: z.string(), expected: 'the agent id of the app' },
  DINGTALK_CLIENT_ID: { read: z.string(), expected: 'the client id of an app' },
  DINGTALK_CLIENT_SECRET: { read: z.string(), expected: 'the secret of that app', secret: true },
  OIDC_ISSUERS: {
    read: list((item) => URL.canParse(item) && /^https?:$/.test(new URL(item).protocol)).transform((items) =>
      items.map((item) => new URL(item).origin),
    ),
    expected: 'http(s) origins separated by commas, like https://sso.intranet.example.com',
  },
  SOFFICE_PATH: { read: z.string(), expected: 'the path of LibreOffice, like /usr/bin/soffice' },
  FFMPEG_PATH: { read: z.string(), expected: 'the path of ffmpeg, like /usr/bin/ffmpeg' },
  MEDIA_FILE_GB: { read: wholeNumber(1, 5), expected: 'a whole number of gigabytes from 1 to 5, like 4' },
  MEDIA_QUOTA_GB: { read: wholeNumber(1, 1_000_000), expected: 'a whole number of gigabytes, like 500' },
  TRANSCODE: { read: z.enum(['auto', 'off']), expected: 'auto or off' },
  DEMO: { read: z.enum(['on', 'off']).transform((text) => text === 'on'), expected: 'on or off' },
  JOBS: { read: z.enum(['here', 'off']), expected: 'here or off' },
  TRUSTED_PROXIES: {
    read: list(proxy),
    expected: 'addresses or networks separated by commas, like 10.0.0.0/8,127.0.0.1',
  },
  REHEARSAL_TAKERS: {
    read: wholeNumber(0, 20_000),
    expected: 'a whole number of candidates from 0 to 20000, like 2000; 0 for no rehearsals by administrators',
  },
  ENTERPRISE_REGISTRATION: { read: z.enum(['open', 'closed']), expected: 'open or closed' },
  LOG_LEVEL: {
    read: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
    expected: 'debug, info, warn, error or silent',
  },
  ACCESS_LOG: { read: z.enum(['json', 'off']), expected: 'json or off' },
  APP_SECRET: {
    read: z.string().min(32),
    expected: 'at least 32 characters, the same for all processes',
    secret: true,
  },
} as const satisfies Record<string, { read: z.ZodType; expected: string; secret?: boolean }>;
