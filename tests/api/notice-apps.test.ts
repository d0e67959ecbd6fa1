import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { POLICY_DEFAULTS } from '#src/contract/rules/policy.ts';
import { userIdentity } from '#src/server/account/tables/sign-in.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { deliverNotices } from '#src/server/jobs/deliver-notices.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { noticeDelivery } from '#src/server/notice/tables.ts';
import { ok } from '../factories/portal.ts';
import { saveLoginMethod } from '../factories/providers.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { noMessages } from '../stand-ins/app-messages.ts';
import { someContacts, type StandInPerson } from '../stand-ins/contacts.ts';
import { DINGTALK_APP, startDingtalk, type DingtalkStandIn } from '../stand-ins/dingtalk.ts';
import { unionOf } from '../stand-ins/dingtalk-contacts.ts';
import { startWecom, WECOM_APP, type WecomStandIn } from '../stand-ins/wecom.ts';

const SETTING = 'PUT /user/auth/notice/setting/save';
const MINUTE_MS = 60_000;

let wecom: WecomStandIn;
let dingtalk: DingtalkStandIn;
let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  [wecom, dingtalk] = await Promise.all([startWecom(), startDingtalk()]);
  // Settings are read at the first call.
  process.env.WECOM_API_URL = wecom.origin;
  process.env.DINGTALK_API_URL = dingtalk.origin;
  process.env.DINGTALK_TOP_URL = dingtalk.origin;
  process.env.LOG_LEVEL = 'silent';
});
afterAll(() => Promise.all([wecom.stop(), dingtalk.stop()]));
beforeEach(async () => {
  for (const standIn of [wecom, dingtalk]) {
    Object.assign(standIn.messages, noMessages());
    Object.assign(standIn.contacts, someContacts());
  }
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

type App = 'wecom' | 'dingtalk';
const standInOf = (app: App) => (app === 'wecom' ? wecom : dingtalk);
const subjectOf = (app: App, id: string) => (app === 'wecom' ? `${WECOM_APP.corpId}:${id}` : unionOf(id));
const setUp = (app: App) =>
  app === 'wecom'
    ? saveLoginMethod(admin, { provider: app, enabled: false, ...WECOM_APP })
    : saveLoginMethod(admin, { provider: app, enabled: false, ...DINGTALK_APP });
/** Members whom the provider knows, except those whose id begins with `stranger`. */
async function linked(app: App, ids: string[]): Promise<TestPerson[]> {
  const people: TestPerson[] = [];
  for (const id of ids) {
    const person = await mintPerson(tenant);
    people.push(person);
    await withTenant(tenant.id, (db) =>
      db.insert(userIdentity).values({
        ...{ enterpriseId: tenant.id, provider: app, subject: subjectOf(app, id), userId: person.userId },
      }),
    );
  }
  standInOf(app).contacts.people = ids
    .filter((id) => !id.startsWith('stranger'))
    .map((id): StandInPerson => ({ id, departments: [1] }));
  return people;
}
const require = (app: App) =>
  ok({ ...admin, locale: 'en' }, 'PUT /user/auth/policy/save', {
    ...{ kind: 'notices', revision: 0 },
    rules: { ...POLICY_DEFAULTS.notices, quietUntil: 0, quietFrom: 0, [`${app}_announcement`]: true },
  } as never);
const send = (people: TestPerson[], source = 'cause') =>
  withTenant(tenant.id, (db) =>
    sendNotices(
      db,
      tenant.id,
      people.map(({ userId }) => ({
        ...{ userId, kind: 'announcement', detail: { title: 'Fire drill' }, path: '/info/1', source, at: new Date() },
      })),
    ),
  );
const deliver = (after = 0) =>
  deliverNotices({ id: tenant.id, timeZone: 'Asia/Shanghai' }, () => new Date(Date.now() + after));
const states = async () => {
  const found = await withTenant(tenant.id, (db) =>
    db.select().from(noticeDelivery).where(eq(noticeDelivery.enterpriseId, tenant.id)),
  );
  return found.map(({ state, reason }) => [state, reason].filter(Boolean).join(' ')).sort();
};
const many = (count: number) => Array.from({ length: count }, (_, n) => `person${n}`);

describe.each(['wecom', 'dingtalk'] as const)('messages by %s', (app) => {
  it('reach those who choose them and are linked, and open the place', async () => {
    const [one, other] = (await linked(app, ['lin', 'chen'])) as [TestPerson, TestPerson];
    const stateOf = async (person: TestPerson) =>
      (await ok(person, 'GET /user/auth/notice/setting/view')).channels[app];
    expect(await stateOf(one)).toBe('off');
    await setUp(app);
    expect(await stateOf(one)).toBe('ready');
    expect(await stateOf(admin)).toBe('unconfirmed');
    await require(app === 'wecom' ? 'dingtalk' : 'wecom');
    await ok(one, SETTING, { choices: { [`${app}_announcement`]: true }, locale: 'en' });
    await send([one, other]);
    await deliver();
    expect(standInOf(app).messages.shown).toEqual([
      {
        ...{ people: ['lin'], title: expect.any(String) as string },
        ...{ text: expect.stringContaining('Fire drill') as string, url: `http://${tenant.host}/en/info/1` },
      },
    ]);
  });

  it('go out together when they say the same; the unknown are told apart', async () => {
    await setUp(app);
    await require(app);
    const people = await linked(app, [...many(120), 'stranger1', 'stranger2']);
    const nowhere = await mintPerson(tenant);
    await send([...people, nowhere]);
    await deliver();
    const { shown, calls } = standInOf(app).messages;
    expect(shown.flatMap(({ people: ids }) => ids)).toHaveLength(120);
    expect(calls).toBeLessThanOrEqual(app === 'wecom' ? 1 : 2);
    expect(await states()).toEqual([
      ...Array.from({ length: 120 }, () => 'sent'),
      ...['skipped noAddress', 'skipped unknownUser', 'skipped unknownUser'],
    ]);
  });

  it('wait when the provider has reached its limit, and come once each', async () => {
    await setUp(app);
    await require(app);
    const people = await linked(app, many(130));
    const { messages } = standInOf(app);
    messages.left = 0;
    await send(people);
    await Promise.all([deliver(), deliver()]);
    expect(new Set(await states())).toEqual(new Set(['waiting']));
    const { calls } = messages;
    await deliver();
    expect(messages.calls).toBe(calls);
    messages.left = null;
    await Promise.all([deliver(2 * MINUTE_MS), deliver(2 * MINUTE_MS)]);
    expect(new Set(await states())).toEqual(new Set(['sent']));
    const ids = messages.shown.flatMap(({ people: each }) => each);
    expect(ids).toHaveLength(130);
    expect(new Set(ids).size).toBe(130);
  });

  it('need a new token when the provider has ended the old one, and wait while the settings are wrong', async () => {
    await setUp(app);
    await require(app);
    const [person] = (await linked(app, ['lin'])) as [TestPerson];
    await send([person], 'first');
    await deliver();
    if (app === 'wecom') wecom.spoilToken(42001);
    else dingtalk.spoilToken();
    await send([person], 'second');
    await deliver();
    expect(await states()).toEqual(['sent', 'sent']);
    const wrong = app === 'wecom' ? { ...WECOM_APP, agentId: '9' } : { ...DINGTALK_APP, agentId: '9' };
    await saveLoginMethod(admin, { provider: app, enabled: false, ...wrong } as never);
    await send([person], 'third');
    await deliver();
    expect(await states()).toEqual(['sent', 'sent', 'waiting']);
    await setUp(app);
    await deliver(5 * MINUTE_MS);
    expect(await states()).toEqual(['sent', 'sent', 'sent']);
  });

  it('are skipped where the enterprise has no such app', async () => {
    await require(app);
    const people = await linked(app, ['lin']);
    await send(people);
    await deliver();
    expect(await states()).toEqual(['skipped off']);
  });
});
