import { beforeEach, expect, it } from 'vitest';
import { hashPassword } from '#src/server/account/password/password.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { PASSWORD_LOGIN } from '../factories/codes.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Sign-ins of the last 90 days (docs/specification.md, section "Sessions"). */
const OWN = 'POST /user/auth/user/info/sign-in/page';
const OF_PERSON = 'POST /user/auth/people/sign-in/page';
const PASSWORD = 'Turtle#4711-Old';
const STORED = await hashPassword(PASSWORD);
const PHONE = 'Linux; Android 14; Pixel 8';
const chrome = (version: number, system = 'Windows NT 10.0; Win64; x64') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 ${system === PHONE ? 'Mobile ' : ''}Safari/537.36`;

let tenant: TestTenant;
let person: TestPerson;
beforeEach(async () => {
  tenant = await mintTenant();
  person = await mintPerson(tenant, { passwordHash: STORED });
});
const signIn = (agent: string, password = PASSWORD) =>
  call({ host: tenant.host, headers: { 'user-agent': agent } }, PASSWORD_LOGIN, { phone: person.phone, password });

it('shows way, device and outcome, and marks a device that was not there before', async () => {
  for (const [agent, password] of [
    [chrome(140)],
    [chrome(141)],
    [chrome(141, PHONE), 'wrong'],
    [chrome(141, PHONE)],
    [chrome(142)],
  ] as const)
    await signIn(agent, password);
  const { list, totalCount } = await ok(person, OWN, {});
  expect(totalCount).toBe(5);
  const short = list.map(({ outcome, way, kind, browser, isNew }) => [outcome, way, kind, browser, isNew]);
  expect(short).toEqual([
    ['opened', 'password', 'desktop', 'Chrome 142', false],
    ['opened', 'password', 'phone', 'Chrome 141', true],
    ['refused', 'password', 'phone', 'Chrome 141', false],
    ['opened', 'password', 'desktop', 'Chrome 141', false],
    // The first sign-in of all: there is nothing to compare it with.
    ['opened', 'password', 'desktop', 'Chrome 140', false],
  ]);
  const second = await ok(person, OWN, { pageCurrent: 2, pageSize: 2 });
  expect([second.totalPage, second.list.map(({ id }) => id)]).toEqual([3, list.slice(2, 4).map(({ id }) => id)]);
  expect((await ok(person, OWN, { pageCurrent: 9 })).totalPage).toBe(1);
});

it('leaves out what is older than 90 days, and what is of others', async () => {
  const old = new Date(Date.now() - 91 * 86_400_000);
  const stamp = old.getTime().toString(16).padStart(12, '0');
  const id = `${stamp.slice(0, 8)}-${stamp.slice(8)}-7000-8000-000000000000`;
  await withTenant(tenant.id, (db) =>
    db.insert(auditLog).values({ enterpriseId: tenant.id, id, userId: person.userId, action: 'login', gmtCreate: old }),
  );
  expect((await ok(person, OWN, {})).totalCount).toBe(0);
  await signIn(chrome(140));
  expect((await ok(person, OWN, {})).totalCount).toBe(1);
  expect((await ok(await mintPerson(tenant), OWN, {})).totalCount).toBe(0);
});

it('is read by managers of the person, and nobody else', async () => {
  await signIn(chrome(140));
  const admin = await mintPerson(tenant, { isAdmin: true });
  expect((await ok(admin, OF_PERSON, { userId: person.userId })).list).toMatchObject([{ browser: 'Chrome 140' }]);
  expect((await call(await mintPerson(tenant), OF_PERSON, { userId: person.userId })).code).toBe(403);
  const other = await mintTenant();
  const stranger = await mintPerson(other, { isAdmin: true });
  expect((await call(stranger, OF_PERSON, { userId: person.userId })).code).toBe(404);
});
