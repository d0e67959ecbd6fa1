import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#src/server/account/password/password.ts';
import { userAccount, userSession } from '#src/server/account/tables/account.ts';
import { passkey, passkeyChallenge } from '#src/server/account/tables/factor.ts';
import { relyingParty } from '#src/server/account/factor/passkey-challenge.ts';
import { hashToken } from '#src/server/account/session/token.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { mintAuthenticator } from '../factories/authenticator.ts';
import { browserAt, type TestBrowser } from '../factories/browser.ts';
import { joinTenant } from '../factories/company.ts';
import { companionCookie, mintSession } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const LOGIN = 'POST /user/api/user/info/login/passkey';
const BEGIN = 'POST /user/api/user/info/login/passkey/begin';
const ADD_BEGIN = 'POST /user/auth/user/info/passkey/begin';
const ADD = 'POST /user/auth/user/info/passkey/add';
const LIST = 'GET /user/auth/user/info/passkey/list';
const REMOVE = 'DELETE /user/auth/user/info/passkey/remove';
const PROVE = 'POST /user/auth/user/info/factor/prove';
const REFUSED = { code: 422, msg: '通行密钥未通过验证，请重试' };

let tenant: TestTenant;
let person: TestPerson;
let mine: TestBrowser;

beforeEach(async () => {
  tenant = await mintTenant('Lighthouse Works');
  person = await mintPerson(tenant, { passwordHash: await stored });
  mine = browserOf(person.token!);
});
const stored = hashPassword('Turtle#4711-Old');

function browserOf(token: string, host = tenant.host): TestBrowser {
  const browser = browserAt(host);
  const [name, value] = companionCookie(token).split('=') as [string, string];
  browser.jar.set(name, value);
  browser.token = token;
  return browser;
}
const originOf = (browser: TestBrowser) => `http://${browser.host}`;
type Device = ReturnType<typeof mintAuthenticator>;

/** Adds a passkey of a new device. */
async function add(browser = mine, name = 'Phone', device = mintAuthenticator()): Promise<Device> {
  const { data } = await browser.call(ADD_BEGIN, {});
  const made = device.make({ origin: originOf(browser), challenge: data.challenge, rpId: data.rp.id });
  expect(await browser.call(ADD, { name, made })).toMatchObject({ code: 200 });
  return device;
}
/** What the device of a browser says to a new challenge. */
async function proofOf(browser: TestBrowser, device: Device, more: { origin?: string; verifiesUser?: boolean } = {}) {
  const { data } = await browser.call(BEGIN, {});
  return device.prove({ origin: originOf(browser), challenge: data.challenge, rpId: data.rpId, ...more });
}
const challengesOf = ({ jar }: TestBrowser) => [...jar.keys()].filter((name) => name.includes('passkey'));
async function enter(browser: TestBrowser, device: Device, more = {}) {
  return browser.call(LOGIN, { proof: await proofOf(browser, device, more) });
}

describe('a passkey', () => {
  it('is added, listed, used as a way in that proves both factors, and removed', async () => {
    const device = await add();
    expect((await mine.call(LIST)).data).toMatchObject([
      { id: device.id, name: 'Phone', here: true, lastUsedAt: null },
    ]);
    const browser = browserAt(tenant.host);
    const { data } = await enter(browser, device);
    browser.token = data.token!;
    expect((await browser.call(LIST)).data[0]!.lastUsedAt).not.toBeNull();
    const [session] = await withPortal((db) =>
      db
        .select()
        .from(userSession)
        .where(eq(userSession.tokenHash, hashToken(data.token!))),
    );
    expect(session).toMatchObject({ way: 'passkey', factor: 'passkey', enterpriseId: tenant.id });
    expect((await browser.call(REMOVE, { id: device.id })).code).toBe(200);
    expect(await enter(browserAt(tenant.host), device)).toMatchObject(REFUSED);
    expect((await browser.call(REMOVE, { id: device.id })).code).toBe(404);
  });

  it('needs no second factor, even of an account with an authenticator app', async () => {
    const device = await add();
    const { userTotp } = await import('#src/server/account/tables/factor.ts');
    await withPortal((db) =>
      db.insert(userTotp).values({ userId: person.userId, sealedSecret: 'sealed', lastStep: 0 }),
    );
    expect((await enter(browserAt(tenant.host), device)).data.token).toBeTruthy();
  });

  it('answers a challenge once, in the browser that asked, within five minutes', async () => {
    const device = await add();
    const browser = browserAt(tenant.host);
    const proof = await proofOf(browser, device);
    expect(await browserAt(tenant.host).call(LOGIN, { proof }), 'another browser').toMatchObject(REFUSED);
    expect((await browser.call(LOGIN, { proof })).code).toBe(200);
    expect(await browser.call(LOGIN, { proof }), 'replayed').toMatchObject(REFUSED);
    const late = await proofOf(browser, device);
    await withPortal((db) => db.update(passkeyChallenge).set({ expiresAt: sql`now()` }));
    expect(await browser.call(LOGIN, { proof: late }), 'late').toMatchObject(REFUSED);
    const invented = device.prove({
      origin: originOf(browser),
      challenge: 'invented',
      rpId: relyingParty({ origin: originOf(browser) }),
    });
    expect(await browser.call(LOGIN, { proof: invented })).toMatchObject(REFUSED);
  });

  it.each([
    ['the first', [0, 1]],
    ['the second', [1, 0]],
  ])('answers both challenges that one browser asks for at once, %s before the other', async (_, order) => {
    const device = await add();
    const browser = browserAt(tenant.host);
    const proofs = await Promise.all([proofOf(browser, device), proofOf(browser, device)]);
    for (const which of order) expect((await browser.call(LOGIN, { proof: proofs[which]! })).code).toBe(200);
    expect(challengesOf(browser)).toEqual([]);
  });

  it('gives a browser eight unanswered challenges at most', async () => {
    const device = await add();
    const browser = browserAt(tenant.host);
    const proofs = [];
    for (let n = 0; n < 10; n++) proofs.push(await proofOf(browser, device));
    expect(challengesOf(browser)).toHaveLength(8);
    expect(await browser.call(LOGIN, { proof: proofs[1]! }), 'one of the oldest').toMatchObject(REFUSED);
    expect((await browser.call(LOGIN, { proof: proofs[2]! })).code).toBe(200);
    expect((await browser.call(LOGIN, { proof: proofs[9]! })).code).toBe(200);
  });

  it('is refused from another origin, without verification of the user, and with another key', async () => {
    const device = await add();
    const browser = browserAt(tenant.host);
    expect(await enter(browser, device, { origin: 'http://evil.example' })).toMatchObject(REFUSED);
    expect(await enter(browser, device, { verifiesUser: false })).toMatchObject(REFUSED);
    const copy = { ...mintAuthenticator() };
    const forged = await proofOf(browser, copy);
    expect(await browser.call(LOGIN, { proof: { ...forged, id: device.id, rawId: device.id } })).toMatchObject(REFUSED);
    const refusals = await withTenant(tenant.id, (db) =>
      db.$count(auditLog, and(eq(auditLog.enterpriseId, tenant.id), eq(auditLog.action, 'login.refused'))),
    );
    expect(refusals).toBe(3);
  });

  it('is refused when the counter of its device does not grow: it was copied', async () => {
    const device = await add();
    device.counter = 5;
    expect((await enter(browserAt(tenant.host), device)).code).toBe(200);
    expect(await enter(browserAt(tenant.host), device)).toMatchObject(REFUSED);
    device.counter = 4;
    expect(await enter(browserAt(tenant.host), device)).toMatchObject(REFUSED);
    device.counter = 6;
    expect((await enter(browserAt(tenant.host), device)).code).toBe(200);
  });

  it('of another tenant opens nothing, and one of a disabled account neither', async () => {
    const device = await add();
    const there = await mintTenant('Elsewhere');
    // As on subdomains of one domain.
    const shared = (rpId: string) =>
      withPortal((db) => db.update(passkey).set({ rpId }).where(eq(passkey.id, device.id)));
    await shared(there.host.replace(/:\d+$/, ''));
    const browser = browserAt(there.host);
    expect(await enter(browser, device), 'no member there').toMatchObject(REFUSED);
    expect(await enter(browserAt(tenant.host), device), 'of another domain').toMatchObject(REFUSED);
    await joinTenant(person, there);
    expect((await enter(browser, device)).data.enterpriseId).toBe(there.id);
    await withPortal((db) =>
      db.update(userAccount).set({ disabledAt: new Date() }).where(eq(userAccount.id, person.userId)),
    );
    expect(await enter(browserAt(there.host), device)).toMatchObject(REFUSED);
  });

  it('is added and removed only after a recent proof, once, and by its owner', async () => {
    const old = browserOf(await mintSession(person.userId, tenant.id, { gmtCreate: new Date(Date.now() - 660_000) }));
    expect((await old.call(ADD_BEGIN, {})).code).toBe(403);
    const device = await add();
    expect((await old.call(REMOVE, { id: device.id })).code).toBe(403);
    expect((await old.call(PROVE, { way: 'passkey', proof: await proofOf(old, device) })).code).toBe(200);
    expect((await old.call(ADD_BEGIN, {})).code).toBe(200);
    const colleague = await mintPerson(tenant, { passwordHash: await stored });
    const theirs = browserOf(colleague.token!);
    expect((await theirs.call(REMOVE, { id: device.id })).code).toBe(404);
    expect((await theirs.call(PROVE, { way: 'passkey', proof: await proofOf(theirs, device) })).code, 'has none').toBe(
      403,
    );
    await add(theirs);
    expect(await theirs.call(PROVE, { way: 'passkey', proof: await proofOf(theirs, device) })).toMatchObject(REFUSED);
    const { data } = await theirs.call(ADD_BEGIN, {});
    const made = device.make({ origin: originOf(theirs), challenge: data.challenge, rpId: data.rp.id });
    expect((await theirs.call(ADD, { name: 'Copy', made })).code, 'known').toBe(409);
    expect(await theirs.call(ADD, { name: 'Copy', made }), 'again').toMatchObject(REFUSED);
  });
});

it('belongs to the parent domain of enterprises on subdomains, else to the host', () => {
  expect(relyingParty({ origin: 'http://huaxin.localhost:4321' })).toBe('huaxin.localhost');
  expect(relyingParty({ origin: 'https://learn.example.com' })).toBe('learn.example.com');
});
