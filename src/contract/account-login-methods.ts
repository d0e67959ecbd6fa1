import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { SignedIn } from './account.ts';
import { Empty, Id, Instant, whole } from './common.ts';
import { define } from './define.ts';

/** An identity provider: WeCom, DingTalk, or any OpenID Connect provider. */
export const Provider = z.enum(['wecom', 'dingtalk', 'oidc']);

/** Code and state from the provider's redirect URL. */
const CallbackInput = z.object({ code: z.string().min(1).max(2048), state: z.string().min(1).max(128) });

const LoginResult = SignedIn.partial().extend({
  step: z.enum(['signedIn', 'secondStep', 'bind', 'agree', 'linked']).meta({
    description:
      'signedIn: the session is in this response. secondStep: a second factor completes the login (`login/second`). bind: no member is linked to this identity; a login with phone and `bind` links it. agree: agreement and privacy must be accepted first (`login/continue`). linked: the identity is now linked to the logged-in user.',
  }),
  provider: Provider,
  token: z.string().nullable(),
  bind: Id.nullable().meta({ description: 'id of the attempt, valid for 10 minutes in this browser' }),
  displayName: z.string().nullable(),
  redirect: z.string().nullable().meta({ description: 'path within the portal to open after the login' }),
});

const Label = z.string().trim().max(30, { error: 'field.tooLong' });
const RequiredText = z.string().trim().min(1, { error: 'field.required' }).max(200, { error: 'field.tooLong' });
const Setting = z.object({
  enabled: z.boolean(),
  secret: z.string().trim().max(500).optional().meta({ description: 'absent or empty: the stored secret is kept' }),
  revision: whole(0, 2_000_000_000).meta({ description: 'the one that the user has seen; 0: none was saved' }),
});
const OidcConfig = z.object({
  issuer: z.url({ protocol: /^https?$/, error: 'field.url' }).max(300),
  clientId: RequiredText,
  labelZh: Label,
  labelEn: Label,
  scopes: z.string().trim().max(200).default('openid profile email'),
  phoneClaim: z.string().trim().max(60).default('phone_number'),
  trustPhone: z.boolean().default(false),
  autoProvision: z.boolean().default(false),
});
/** Settings of a login method, without the secret. */
export const LoginMethodConfig = {
  wecom: z.object({ corpId: RequiredText, agentId: RequiredText }),
  /** Without an agent id the app signs in, and sends no messages. */
  dingtalk: z.object({
    clientId: RequiredText,
    agentId: z.string().trim().max(200, { error: 'field.tooLong' }).optional(),
  }),
  oidc: OidcConfig,
};

export const SaveLoginSetting = z.discriminatedUnion('provider', [
  Setting.extend({ provider: z.literal('wecom'), ...LoginMethodConfig.wecom.shape }),
  Setting.extend({ provider: z.literal('dingtalk'), ...LoginMethodConfig.dingtalk.shape }),
  Setting.extend({ provider: z.literal('oidc'), ...LoginMethodConfig.oidc.shape }),
]);

const LoginSetting = z.object({
  provider: Provider,
  enabled: z.boolean(),
  hasSecret: z.boolean(),
  fromOperator: z
    .boolean()
    .meta({ description: 'configured by the operator, until this enterprise saves its own settings' }),
  config: z.record(z.string(), z.union([z.string(), z.boolean()])),
  revision: z.number().int().meta({ description: '0: this enterprise has not saved settings' }),
});

export const accountLoginMethods = define({
  'GET /user/api/user/info/login/way/list': {
    summary: 'List the login methods that this enterprise offers besides password and SMS code',
    auth: 'public',
    cache: ['login'],
    input: Empty,
    data: z
      .array(
        z.object({
          provider: Provider,
          label: z.string().nullable().meta({ description: 'null: the usual name of the provider' }),
        }),
      )
      .max(MAX_ITEMS.loginMethods),
  },
  'POST /user/api/user/info/login/begin': {
    summary: 'Start a login through a provider; valid once, for 60 seconds, in this browser',
    auth: 'public',
    input: z.object({
      provider: Provider,
      redirect: z.string().max(2048).optional(),
      agreed: z.boolean().optional(),
    }),
    data: z.object({ url: z.string() }),
  },
  'POST /user/api/user/info/login/ewx': {
    summary: 'Complete a login through WeCom or DingTalk with the parameters of the redirect',
    auth: 'public',
    input: CallbackInput,
    data: LoginResult,
  },
  'POST /user/api/user/info/login/oidc': {
    summary: 'Complete a login through OpenID Connect with the parameters of the redirect',
    auth: 'public',
    input: CallbackInput.extend({ iss: z.string().max(500).optional() }),
    data: LoginResult,
  },
  'POST /user/api/user/info/login/continue': {
    summary: 'Accept agreement and privacy to complete a login through a provider',
    auth: 'public',
    input: z.object({ bind: Id, agreed: z.literal(true, { error: 'field.required' }) }),
    data: LoginResult,
  },
  'GET /user/auth/user/info/identity/list': {
    summary: 'List the login methods that this enterprise offers or that are linked to the user',
    auth: 'enterprise',
    input: Empty,
    data: z
      .array(
        z.object({
          provider: Provider,
          label: z.string().nullable(),
          offered: z.boolean(),
          linked: z.object({ displayName: z.string().nullable(), gmtCreate: Instant }).nullable(),
          removable: z.boolean().meta({ description: 'false: it is the only login method' }),
        }),
      )
      .max(MAX_ITEMS.loginMethods),
  },
  'POST /user/auth/user/info/identity/begin': {
    summary: 'Start linking an identity of a provider to the user',
    auth: 'enterprise',
    input: z.object({ provider: Provider }),
    data: z.object({ url: z.string() }),
  },
  'DELETE /user/auth/user/info/identity/unlink': {
    summary: 'Unlink a login method, unless it is the only one',
    auth: 'enterprise',
    input: z.object({ provider: Provider }),
    data: Empty,
  },
  'GET /user/auth/enterprise/login/setting/list': {
    summary: 'List the settings of all login methods, without secrets',
    auth: 'admin',
    input: Empty,
    data: z.object({ redirectAddress: z.string(), list: z.array(LoginSetting).max(MAX_ITEMS.loginMethods) }),
  },
  'PUT /user/auth/enterprise/login/setting/save': {
    summary: 'Save the settings of one login method; 409 for an earlier revision',
    auth: 'admin',
    proof: true,
    input: SaveLoginSetting,
    data: LoginSetting,
  },
  'POST /user/auth/enterprise/login/setting/test': {
    summary: 'Test the saved settings at the provider',
    auth: 'admin',
    input: z.object({ provider: Provider }),
    data: z.object({
      secret: z
        .enum(['confirmed', 'unknown'])
        .meta({ description: 'unknown: the provider does not tell without a login whether the secret is right' }),
    }),
  },
});
