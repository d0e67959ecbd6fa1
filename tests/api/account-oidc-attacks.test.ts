import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userSession } from '#src/server/account/tables/account.ts';
import { loginAttempt, userIdentity } from '#src/server/account/tables/sign-in.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { browserAt, type TestBrowser } from '../factories/browser.ts';
import { saveLoginMethod } from '../factories/providers.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { OIDC_CLIENT, startOidc, type OidcStandIn } from '../stand-ins/oidc.ts';

/* Attacks on the redirect from an OpenID Connect provider (RFC 9700): injected codes, PKCE, nonce, mix-up. */

let honest: OidcStandIn;
let evil: OidcStandIn;
let tenant: TestTenant;
let admin: TestPerson;
let browser: TestBrowser;

beforeAll(async () => {
  [honest, evil] = await Promise.all([startOidc(), startOidc()]);
  process.env.OIDC_ISSUERS = `${honest.origin},${evil.origin}`;
});
afterAll(() => Promise.all([honest.stop(), evil.stop()]));
beforeEach(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  await useIssuer(honest);
  browser = browserAt(tenant.host);
});
afterEach(() => {
  [honest, evil].forEach((provider) => (provider.misbehaviour = {}));
});

const useIssuer = ({ origin: issuer }: OidcStandIn) =>
  saveLoginMethod(admin, {
    provider: 'oidc',
    enabled: true,
    issuer,
    clientId: OIDC_CLIENT.clientId,
    secret: OIDC_CLIENT.secret,
    labelZh: '账号',
    labelEn: 'Account',
    autoProvision: true,
  });

async function begin(by = browser): Promise<string> {
  const { code, data } = await by.call('POST /user/api/user/info/login/begin', { provider: 'oidc' });
  expect(code).toBe(200);
  return data.url;
}

/** Sends what the login page sends after the redirect. @param more changes by an attacker */
function finishLogin(back: URL, more: { code?: string; state?: string; iss?: string } = {}, by = browser) {
  const { code, state, iss } = Object.fromEntries(back.searchParams);
  return by.call('POST /user/api/user/info/login/oidc', {
    code: code!,
    state: state!,
    ...(iss ? { iss } : {}),
    ...more,
  });
}

const codeOf = (back: URL) => back.searchParams.get('code')!;
const rejected = { code: 422, data: null, msg: expect.stringContaining('未能确认') as string };
const expired = { code: 422, data: null, msg: expect.stringContaining('过期') as string };

/** Checks that there is no session and no linked identity. */
async function expectNoLogin() {
  expect(await withTenant(tenant.id, (db) => db.select().from(userIdentity))).toEqual([]);
  const sessions = await withPortal((db) =>
    db.select({ way: userSession.way }).from(userSession).where(eq(userSession.enterpriseId, tenant.id)),
  );
  expect(sessions.filter(({ way }) => way === 'oidc')).toEqual([]);
}

describe('PKCE', () => {
  it('is verified by the stand-in: a code without its verifier is rejected and used up', async () => {
    for (const code_verifier of ['', randomBytes(32).toString('base64url')]) {
      const back = await honest.scan(await begin(), { sub: 'victim' });
      const exchange = () =>
        fetch(`${honest.origin}/token`, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            client_id: OIDC_CLIENT.clientId,
            client_secret: OIDC_CLIENT.secret,
            code: codeOf(back),
            redirect_uri: `http://${tenant.host}/login`,
            ...(code_verifier ? { code_verifier } : {}),
          }),
        });
      const answer = await exchange();
      expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_grant' }]);
      expect(await finishLogin(back)).toMatchObject(rejected);
    }
    await expectNoLogin();
  });

  it('rejects an attempt with another verifier', async () => {
    const back = await honest.scan(await begin(), { sub: 'victim' });
    const wrong = randomBytes(32).toString('base64url');
    await withTenant(tenant.id, (db) => db.update(loginAttempt).set({ codeVerifier: wrong }));
    expect(await finishLogin(back)).toMatchObject(rejected);
    await expectNoLogin();
    expect(await finishLogin(back), 'the attempt is used up').toMatchObject(expired);
  });

  it('rejects a stolen code in an attempt of the thief', async () => {
    const stolen = codeOf(await honest.scan(await begin(), { sub: 'victim' }));
    const thief = browserAt(tenant.host);
    const own = await honest.scan(await begin(thief), { sub: 'thief' });
    expect(await finishLogin(own, { code: stolen }, thief)).toMatchObject(rejected);
    await expectNoLogin();
  });
});

describe('the nonce', () => {
  it('rejects an injected code also if the provider does not verify PKCE', async () => {
    honest.misbehaviour = { ignoresPkce: true };
    const planted = codeOf(await honest.scan(await begin(browserAt(tenant.host)), { sub: 'attacker' }));
    const back = await honest.scan(await begin(), { sub: 'victim' });
    expect(await finishLogin(back, { code: planted })).toMatchObject(rejected);
    await expectNoLogin();
  });

  it('rejects the ID token of an earlier attempt', async () => {
    const earlier = new URL(await begin()).searchParams.get('nonce')!;
    const back = await honest.scan(await begin(), { sub: 'victim' });
    honest.misbehaviour = { claims: (claims) => ({ ...claims, nonce: earlier }) };
    expect(await finishLogin(back)).toMatchObject(rejected);
    await expectNoLogin();
  });

  it('is new for each attempt, like state and challenge', async () => {
    const urls = await Promise.all(Array.from({ length: 5 }, () => begin()));
    for (const name of ['nonce', 'state', 'code_challenge']) {
      const values = urls.map((url) => new URL(url).searchParams.get(name)!);
      expect(new Set(values).size, name).toBe(5);
      expect(Math.min(...values.map((value) => value.length)), name).toBeGreaterThanOrEqual(43);
    }
  });
});

describe('a mix-up of two providers', () => {
  it('sends no code to a provider other than the one of `iss`', async () => {
    const back = await honest.scan(await begin(), { sub: 'victim' });
    const before = evil.requests();
    // The attacker’s provider is configured now, as if the redirect had led there.
    await useIssuer(evil);
    await evil.scan(await begin(), { sub: 'warm-up' });
    const called = evil.requests();
    expect(called).toBeGreaterThan(before);
    expect(await finishLogin(back)).toMatchObject(rejected);
    expect(evil.requests(), 'the code is not sent').toBe(called);
    await expectNoLogin();
  });

  it('rejects a code of another provider, with its `iss`, with the right one, and without one', async () => {
    for (const iss of [evil.origin, honest.origin, '']) {
      const url = await begin();
      const elsewhere = await evil.scan(url, { sub: 'victim' });
      expect(elsewhere.searchParams.get('iss')).toBe(evil.origin);
      elsewhere.searchParams.set('iss', iss);
      expect(await finishLogin(elsewhere)).toMatchObject(rejected);
    }
    await expectNoLogin();
  });

  it('rejects the state of one login method at the address of another', async () => {
    const back = await honest.scan(await begin(), { sub: 'victim' });
    const [code, state] = [codeOf(back), back.searchParams.get('state')!];
    expect(await browser.call('POST /user/api/user/info/login/ewx', { code, state })).toMatchObject(expired);
    expect(await finishLogin(back, { state: state.replace('oidc', 'wecom') })).toMatchObject({ code: 422 });
    expect((await finishLogin(back)).data.step, 'the attempt itself still works').toBe('signedIn');
  });
});

it('rejects a code that was issued for another redirect URL', async () => {
  const url = new URL(await begin());
  url.searchParams.set('redirect_uri', `http://${tenant.host}/login/evil`);
  const back = await honest.scan(url.href, { sub: 'victim' });
  expect(await finishLogin(back)).toMatchObject(rejected);
  await expectNoLogin();
});
