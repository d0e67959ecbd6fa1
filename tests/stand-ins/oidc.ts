import { createHash, createSign, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { listen, queryOf, scanPage, type StandIn } from './serve.ts';

export const OIDC_CLIENT = { clientId: 'zhixing-standin', secret: 'oidc-standin: secret & more' };

export type OidcPerson = {
  sub: string;
  name?: string;
  email?: string;
  phone_number?: string;
  phone_number_verified?: boolean;
};
type Grant = { person: OidcPerson; nonce: string; challenge: string; redirectUri: string };

/** Simulated errors of the provider; none if empty. */
export type Misbehaviour = {
  /** Changes the claims of the next ID tokens. */
  claims?: (claims: Record<string, unknown>) => Record<string, unknown>;
  /** Signs with a key that is not in the key set. */
  foreignKey?: boolean;
  /** Does not verify the code verifier. */
  ignoresPkce?: boolean;
  /** `iss` of the redirect URL; null: none. */
  iss?: string | null;
  /** Discovery answers with a redirect. */
  redirect?: string;
  tokenEndpoint?: string;
  /** The token endpoint looks for the code before it authenticates the client. */
  codeFirst?: boolean;
  /** The token endpoint answers with this status and without an OAuth error. */
  tokenStatus?: 503;
  authorizationEndpoint?: string;
};

export type OidcStandIn = StandIn & {
  misbehaviour: Misbehaviour;
  /** `token_endpoint_auth_methods_supported`. */
  authMethods: string[];
  /** Claims are returned by UserInfo only, as many providers do. */
  bareIdToken: boolean;
  /** Returns the number of requests so far. */
  requests(): number;
  scan(loginUrl: string, person: OidcPerson): Promise<URL>;
};

/** An OpenID Connect provider: discovery, authorisation code with PKCE (S256), RS256 keys, UserInfo, `iss` (RFC 9207). */
export async function startOidc(port = 0): Promise<OidcStandIn> {
  const app = new Hono();
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, OidcPerson>();
  let requests = 0;

  app.use(async (_c, next) => {
    requests += 1;
    await next();
  });
  app.get('/.well-known/openid-configuration', (c) => {
    if (self.misbehaviour.redirect) return c.redirect(self.misbehaviour.redirect);
    const { origin } = self;
    return c.json({
      issuer: origin,
      authorization_endpoint: self.misbehaviour.authorizationEndpoint ?? `${origin}/authorize`,
      token_endpoint: self.misbehaviour.tokenEndpoint ?? `${origin}/token`,
      userinfo_endpoint: `${origin}/userinfo`,
      jwks_uri: `${origin}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: self.authMethods,
      authorization_response_iss_parameter_supported: true,
    });
  });
  app.get('/jwks', (c) =>
    c.json({ keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] }),
  );
  app.get('/authorize', (c) => {
    const asked = queryOf(c.req.url);
    const right =
      asked.client_id === OIDC_CLIENT.clientId &&
      asked.response_type === 'code' &&
      asked.code_challenge_method === 'S256' &&
      asked.scope?.split(' ').includes('openid');
    const { redirect_uri, state, nonce, code_challenge } = asked;
    if (!right || !redirect_uri || !state || !nonce || !code_challenge) return c.text('Wrong parameters', 400);
    const kept = { redirect_uri, state, nonce, code_challenge };
    return c.html(scanPage('OpenID stand-in', kept, ['sub', 'name', 'email', 'phone_number']));
  });
  app.get('/approve', (c) => {
    const { redirect_uri, state, nonce, code_challenge, do: choice, ...person } = queryOf(c.req.url);
    const back = new URL(redirect_uri!);
    if (choice === 'decline') back.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      codes.set(code, {
        person: { ...person, sub: person.sub!, phone_number_verified: person.phone_number_verified !== 'false' },
        nonce: nonce!,
        challenge: code_challenge!,
        redirectUri: redirect_uri!,
      });
      back.searchParams.set('code', code);
    }
    back.searchParams.set('state', state!);
    const iss = self.misbehaviour.iss === undefined ? self.origin : self.misbehaviour.iss;
    if (iss) back.searchParams.set('iss', iss);
    return c.redirect(back.href);
  });
  app.post('/token', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    if (self.misbehaviour.tokenStatus) return c.text('Maintenance', self.misbehaviour.tokenStatus);
    if (self.misbehaviour.codeFirst && !codes.has(form.get('code') ?? ''))
      return c.json({ error: 'invalid_grant' }, 400);
    if (!isOurClient(c, form, self.authMethods)) return c.json({ error: 'invalid_client' }, 401);
    const grant = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isProven = grant?.challenge === challenge || self.misbehaviour.ignoresPkce;
    if (!grant || !isProven || grant.redirectUri !== form.get('redirect_uri'))
      return c.json({ error: 'invalid_grant' }, 400);
    const accessToken = randomUUID();
    tokens.set(accessToken, grant.person);
    const now = Math.floor(Date.now() / 1000);
    const { sub } = grant.person;
    const claims: Record<string, unknown> = {
      iss: self.origin,
      aud: OIDC_CLIENT.clientId,
      iat: now,
      exp: now + 300,
      nonce: grant.nonce,
      ...(self.bareIdToken ? { sub } : grant.person),
    };
    const changed = self.misbehaviour.claims?.(claims) ?? claims;
    return c.json({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: sign(changed, (self.misbehaviour.foreignKey ? foreign : key).privateKey),
    });
  });
  app.get('/userinfo', (c) => {
    const person = tokens.get(c.req.header('authorization')?.replace(/^Bearer /, '') ?? '');
    return person ? c.json(person) : c.json({ error: 'invalid_token' }, 401);
  });

  const self: OidcStandIn = {
    ...(await listen(app, port)),
    misbehaviour: {},
    authMethods: ['client_secret_basic', 'client_secret_post'],
    bareIdToken: false,
    requests: () => requests,
    async scan(loginUrl, person) {
      const page = await fetch(loginUrl);
      if (!page.ok) throw new Error(`OpenID stand-in: ${await page.text()}`);
      const { redirect_uri, state, nonce, code_challenge } = queryOf(loginUrl);
      const asked = { redirect_uri, state, nonce, code_challenge, ...person };
      const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
      const answer = await fetch(`${self.origin}/approve?${query}`, { redirect: 'manual' });
      return new URL(answer.headers.get('location')!);
    },
  };
  return self;
}

/** RFC 6749 section 2.3.1: in a Basic header both parts are form-encoded first. */
function isOurClient(c: Context, form: URLSearchParams, methods: string[]): boolean {
  const basic = /^Basic (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
  if (basic && methods.includes('client_secret_basic')) {
    const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':');
    const decode = (text: string) => decodeURIComponent(text.replace(/\+/g, ' '));
    return decode(id) === OIDC_CLIENT.clientId && decode(secret) === OIDC_CLIENT.secret;
  }
  return (
    methods.includes('client_secret_post') &&
    form.get('client_id') === OIDC_CLIENT.clientId &&
    form.get('client_secret') === OIDC_CLIENT.secret
  );
}

function sign(claims: Record<string, unknown>, key: KeyObject): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
}
