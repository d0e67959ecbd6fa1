import { z } from 'zod';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';
import { Session } from './account.ts';
import { Empty, Id, Instant } from './common.ts';
import { define } from './define.ts';

/** An identity provider: WeCom, DingTalk, or any OpenID Connect provider. */
export const Provider = z.enum(['wecom', 'dingtalk', 'oidc']);

/** Code and state from the provider's redirect URL. */
const Back = z.object({ code: z.string().min(1).max(2048), state: z.string().min(1).max(128) });

const Entered = Session.partial().extend({
  step: z.enum(['signedIn', 'bind', 'agree', 'linked']).meta({
    description:
      'signedIn: here is the session. bind: nobody here is known by this identity; who signs in with phone and `bind` is linked to it. agree: agreement and privacy are to be accepted first (`login/continue`). linked: it now belongs to the signed-in person.',
  }),
  provider: Provider,
  token: z.string().nullable(),
  bind: Id.nullable().meta({ description: 'id of the attempt, for 10 minutes and this browser' }),
  displayName: z.string().nullable(),
  redirect: z.string().nullable().meta({ description: 'path inside the site that was asked for' }),
});

const Label = z.string().trim().max(30, { error: 'field.tooLong' });
const Needed = z.string().trim().min(1, { error: 'field.required' }).max(200, { error: 'field.tooLong' });
const Setting = z.object({
  enabled: z.boolean(),
  secret: z.string().trim().max(500).optional().meta({ description: 'unset or empty: the stored one stays' }),
});
const OidcConfig = z.object({
  issuer: z.url({ protocol: /^https?$/, error: 'field.url' }).max(300),
  clientId: Needed,
  labelZh: Label,
  labelEn: Label,
  scopes: z.string().trim().max(200).default('openid profile email'),
  phoneClaim: z.string().trim().max(60).default('phone_number'),
  trustPhone: z.boolean().default(false),
  autoProvision: z.boolean().default(false),
});
/** Settings of a login method, without the secret. */
export const WayConfig = {
  wecom: z.object({ corpId: Needed, agentId: Needed }),
  dingtalk: z.object({ clientId: Needed }),
  oidc: OidcConfig,
};

export const SaveLoginSetting = z.discriminatedUnion('provider', [
  Setting.extend({ provider: z.literal('wecom'), ...WayConfig.wecom.shape }),
  Setting.extend({ provider: z.literal('dingtalk'), ...WayConfig.dingtalk.shape }),
  Setting.extend({ provider: z.literal('oidc'), ...WayConfig.oidc.shape }),
]);

const LoginSetting = z.object({
  provider: Provider,
  enabled: z.boolean(),
  hasSecret: z.boolean(),
  fromOperator: z.boolean().meta({ description: "the operator's own app, until this enterprise saves one" }),
  config: z.record(z.string(), z.union([z.string(), z.boolean()])),
});

export const accountWays = define({
  'GET /user/api/user/info/login/way/list': {
    summary: 'Which ways to sign in this enterprise offers besides phone and password or code',
    auth: 'public',
    cache: ['login'],
    input: Empty,
    data: z
      .array(
        z.object({ provider: Provider, label: z.string().nullable().meta({ description: 'null: its usual name' }) }),
      )
      .max(MAX_ITEMS.loginWays),
  },
  'POST /user/api/user/info/login/begin': {
    summary: 'Begin a way out to a provider: bound to this browser, good for 60 seconds and once',
    auth: 'public',
    input: z.object({
      provider: Provider,
      redirect: z.string().max(2048).optional(),
      agreed: z.boolean().optional(),
    }),
    data: z.object({ url: z.string() }),
  },
  'POST /user/api/user/info/login/ewx': {
    summary: 'Sign in with what WeCom or DingTalk sent the browser back with',
    auth: 'public',
    input: Back,
    data: Entered,
  },
  'POST /user/api/user/info/login/oidc': {
    summary: 'Sign in with what an OpenID Connect provider sent the browser back with',
    auth: 'public',
    input: Back.extend({ iss: z.string().max(500).optional() }),
    data: Entered,
  },
  'POST /user/api/user/info/login/continue': {
    summary: 'Accept agreement and privacy after coming back from a provider',
    auth: 'public',
    input: z.object({ bind: Id, agreed: z.literal(true, { error: 'field.required' }) }),
    data: Entered,
  },
  'GET /user/auth/user/info/identity/list': {
    summary: 'Ways to sign in that this enterprise offers or that are linked to the signed-in person',
    auth: 'enterprise',
    input: Empty,
    data: z
      .array(
        z.object({
          provider: Provider,
          label: z.string().nullable(),
          offered: z.boolean(),
          linked: z.object({ displayName: z.string().nullable(), gmtCreate: Instant }).nullable(),
          removable: z.boolean().meta({ description: 'false: it is the only way in' }),
        }),
      )
      .max(MAX_ITEMS.loginWays),
  },
  'POST /user/auth/user/info/identity/begin': {
    summary: 'Begin a way out to a provider that links the identity there to the signed-in person',
    auth: 'enterprise',
    input: z.object({ provider: Provider }),
    data: z.object({ url: z.string() }),
  },
  'DELETE /user/auth/user/info/identity/unlink': {
    summary: 'Unlink a way to sign in, never the only one',
    auth: 'enterprise',
    input: z.object({ provider: Provider }),
    data: Empty,
  },
  'GET /user/auth/enterprise/login/setting/list': {
    summary: 'Settings of the ways to sign in, without secrets',
    auth: 'admin',
    input: Empty,
    data: z.object({ redirectAddress: z.string(), list: z.array(LoginSetting).max(MAX_ITEMS.loginWays) }),
  },
  'PUT /user/auth/enterprise/login/setting/save': {
    summary: 'Save the settings of one way to sign in',
    auth: 'admin',
    input: SaveLoginSetting,
    data: LoginSetting,
  },
  'POST /user/auth/enterprise/login/setting/test': {
    summary: 'Ask the provider whether the saved settings work',
    auth: 'admin',
    input: z.object({ provider: Provider }),
    data: Empty,
  },
});
