import { afterAll, beforeAll, expect, it } from 'vitest';
import { settings } from '#src/server/core/settings.ts';
import { joinTenant } from '../factories/company.ts';
import { call, callWithCookies, ok } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* A host that names no tenant and serves several. */
const WEBSITE = 'POST /system/api/website/view';
const CHOOSE = 'POST /user/auth/user/info/choose/enterprise';
const LIST = 'GET /user/auth/user/info/enterprise/list';
const ME = 'GET /user/auth/enterprise/user/info/current/view';
const HOST = 'portal.example';

const { tenantHosts } = settings();
let first: TestTenant;
let second: TestTenant;
let person: TestPerson;

const chosen = ({ id }: { id: string }) => ({ host: HOST, cookie: `enterpriseId=${id}` });

const signedIn = ({ token }: TestPerson, { id }: TestTenant) => ({
  host: HOST,
  token,
  cookie: `${companionCookie(token)}; enterpriseId=${id}`,
});

beforeAll(async () => {
  first = await mintTenant('First Ltd');
  second = await mintTenant('Second Ltd');
  person = await mintPerson(first);
  await joinTenant(person, second);
  // Without `*.`: no enterprise has a host of its own.
  settings().tenantHosts = [HOST];
});
afterAll(() => {
  settings().tenantHosts = tenantHosts;
});

it('the stored enterprise is served on a bare host, and ignored on a host that names a tenant', async () => {
  expect(await ok(chosen(second), WEBSITE)).toMatchObject({ name: 'Second Ltd' });
  expect(await ok(chosen(first), WEBSITE)).toMatchObject({ name: 'First Ltd' });
  settings().tenantHosts = [HOST, '*.localhost'];
  try {
    expect(await ok({ ...chosen(second), host: first.host }, WEBSITE)).toMatchObject({ name: 'First Ltd' });
  } finally {
    settings().tenantHosts = [HOST];
  }
});

it('an enterprise that does not exist, or an id that is none, leads to the default tenant', async () => {
  const { name } = await ok({ host: HOST }, WEBSITE);
  for (const id of ['01890000-0000-7000-8000-000000000000', 'x', '%00', ''])
    expect((await ok(chosen({ id }), WEBSITE)).name).toBe(name);
});

it('who belongs to several enterprises switches on the bare host itself, with a session of the chosen one', async () => {
  const here = signedIn(person, first);
  expect((await ok(here, LIST)).map(({ origin }) => origin)).toEqual([`http://${HOST}`, `http://${HOST}`]);
  const { envelope, cookie } = await callWithCookies(here, CHOOSE, { enterpriseId: second.id });
  expect(envelope).toMatchObject({ code: 200, data: { url: null, session: { enterpriseId: second.id } } });
  const { token } = envelope.data.session!;
  const there = { host: HOST, token, cookie: `${cookie}; enterpriseId=${second.id}` };
  expect(await ok(there, ME)).toMatchObject({ id: person.userId, enterpriseId: second.id });
  // The session belongs to the second enterprise only.
  expect((await call({ ...there, cookie: `${cookie}; enterpriseId=${first.id}` }, ME)).code).toBe(300);
});

it('an enterprise of which they are no member stays closed', async () => {
  const other = await mintTenant('Third Ltd');
  const mine = await mintPerson(first);
  expect((await call(signedIn(mine, first), CHOOSE, { enterpriseId: other.id })).code).toBe(404);
});
