import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Call, calls } from '#src/contract/calls.ts';
import type { Authorisation, CallContract } from '#src/contract/define.ts';
import { enterpriseUser, userAccount } from '#src/server/core/db/schema/account.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { implementations } from '#src/server/http/implementations.ts';
import { portal } from '../factories/portal.ts';
import { companionCookie, mintSession } from '../factories/session.ts';
import { mintTenant, type TestTenant } from '../factories/tenant.ts';

/*
 * Actor × tenant × call (design section 12). Every call of the contract is made by everybody, on their own tenant and
 * with a token of another one; what comes back follows from the authorisation that the call declares.
 */

const ACTORS = {
  anonymous: null,
  'member without enterprise': { enterprise: false, userType: 1, isAdmin: false },
  learner: { enterprise: true, userType: 1, isAdmin: false },
  lecturer: { enterprise: true, userType: 2, isAdmin: false },
  organisation: { enterprise: true, userType: 3, isAdmin: false },
  admin: { enterprise: true, userType: 1, isAdmin: true },
} as const;
type Actor = keyof typeof ACTORS;
const NAMES = Object.keys(ACTORS) as Actor[];
const CALLS = Object.entries(calls) as [Call, CallContract][];

let here: TestTenant;
let elsewhere: TestTenant;
const people = new Map<string, string>();

beforeAll(async () => {
  here = await mintTenant('Here');
  elsewhere = await mintTenant('Elsewhere');
  for (const tenant of [here, elsewhere]) {
    for (const actor of NAMES) if (ACTORS[actor]) people.set(`${tenant.id} ${actor}`, await mint(tenant, actor));
  }
});

async function mint(tenant: TestTenant, actor: Actor): Promise<string> {
  const userId = randomUUID();
  const { enterprise, userType, isAdmin } = ACTORS[actor]!;
  await withPortal((db) =>
    db.insert(userAccount).values({ id: userId, phone: `19${String(Math.random()).slice(2, 11)}` }),
  );
  if (enterprise) {
    await withTenant(tenant.id, (db) =>
      db.insert(enterpriseUser).values({ enterpriseId: tenant.id, userId, userName: actor, userType, isAdmin }),
    );
  }
  return userId;
}

/** A session of its own for every call: some calls end theirs. */
async function tokenOf(tenant: TestTenant, actor: Actor): Promise<string | undefined> {
  const userId = people.get(`${tenant.id} ${actor}`);
  if (!userId) return undefined;
  return mintSession(userId, ACTORS[actor]!.enterprise ? tenant.id : null);
}

/** 300 not logged in, 301 no enterprise, 403 not allowed, null for "goes through". */
function refusalFor(auth: Authorisation, actor: Actor, own: boolean): 300 | 301 | 403 | null {
  // The tenants of this test show themselves to everybody; closed ones are in public-face.test.ts.
  if (auth === 'public' || auth === 'visitor') return null;
  const who = ACTORS[actor];
  // A session in another enterprise is none here; one in no enterprise is the same everywhere.
  if (!who || (!own && who.enterprise)) return 300;
  if (auth === 'member') return null;
  if (!who.enterprise) return 301;
  if (auth === 'enterprise' || who.isAdmin) return null;
  return (auth === 'lecturer' && who.userType === 2) || (auth === 'organisation' && who.userType === 3) ? null : 403;
}

/** With no input at all: a call that goes through says 200, or what is wrong with the input. */
async function make(name: Call, host: string, token: string | undefined) {
  const [method, path] = name.split(' ') as [string, string];
  const isUpload = (calls[name] as CallContract).upload;
  const response = await portal.request(`http://${host}/gateway${path}`, {
    method,
    headers: {
      host,
      ...(isUpload ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}`, cookie: companionCookie(token) } : {}),
    },
    ...(method === 'GET' ? {} : { body: isUpload ? new FormData() : '{}' }),
  });
  return { status: response.status, envelope: (await response.json()) as { code: number; msg: string } };
}

describe.each(CALLS)('%s', (name, { auth }) => {
  it.each(NAMES.flatMap((actor) => [{ actor, own: true }, ...(ACTORS[actor] ? [{ actor, own: false }] : [])]))(
    '$actor, own tenant: $own',
    async ({ actor, own }) => {
      const token = await tokenOf(own ? here : elsewhere, actor);
      const { status, envelope } = await make(name, here.host, token);
      const refusal = refusalFor(auth, actor, own);
      if (refusal) {
        expect(envelope).toMatchObject({ code: refusal, msg: expect.stringMatching(/\p{Script=Han}/u) });
        expect(status).toBe(refusal === 403 ? 403 : 401);
      } else {
        expect([300, 301, 403, 500, 503]).not.toContain(envelope.code);
        expect([200, 404, 409, 413, 415, 422, 429]).toContain(envelope.code);
      }
    },
  );
});

it('covers every call that the portal answers, and the portal answers every call of the contract', () => {
  expect(implementations.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
});

it('names calls under /auth/ only when they need a session, and under /api/ only when they do not', () => {
  const wrong = CALLS.filter(
    ([name, { auth }]) =>
      /\/auth\//.test(name) === (auth === 'public' || auth === 'visitor') && /\/(auth|api)\//.test(name),
  );
  expect(wrong.map(([name]) => name)).toEqual([]);
});
