import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditLog } from '#src/server/core/tables.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { nameInMessages } from '#src/server/core/sender-name.ts';
import { settings } from '#src/server/core/settings.ts';
import { joinTenant, newEnterprise } from '../factories/company.ts';
import { anyAddress, anyPhone, SEND_CODE, sendCode, sendLater } from '../factories/codes.ts';
import { enterpriseCommand } from '../factories/enterprise-command.ts';
import { ok, type Caller } from '../factories/portal.ts';
import { mailJobsTo, messagesTo } from '../factories/sms.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Who registers an enterprise must not thereby write to strangers, or under a name of their choice (decision 078). */

const ADD = 'POST /user/auth/enterprise/info/add';
let tenant: TestTenant;
let founder: TestPerson;
let registered: TestTenant;
let name: string;
let here: Caller;
const mail = settings().mail;

beforeAll(async () => {
  tenant = await mintTenant('Imported');
  founder = await mintPerson(tenant);
  const input = newEnterprise();
  name = input.enterpriseName;
  const { enterpriseId: id } = await ok(founder, ADD, input);
  const host = `${input.key}.localhost`;
  registered = { id, key: input.key, host, anonymous: { host } };
  settings().mail = { url: 'smtp://127.0.0.1:1', from: { name: 'Portal', address: 'no-reply@example.com' } };
});
afterAll(() => {
  settings().mail = mail;
});
beforeEach(() => {
  here = { host: registered.host, address: anyAddress() };
});

const newest = async (phone: string) => (await messagesTo(phone)).at(-1)!;
async function mailAddressOf(person: TestPerson): Promise<string> {
  const email = `${person.userId}@example.com`;
  await withPortal((db) => db.update(userAccount).set({ email }).where(eq(userAccount.id, person.userId)));
  return email;
}

it('sends codes of an enterprise that registered itself to its members only, and strangers cannot tell', async () => {
  const stranger = anyPhone();
  const colleague = await mintPerson(tenant);
  const answers = [];
  for (const phone of [founder.phone, stranger, colleague.phone]) answers.push(await sendCode(here, phone));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect((await newest(founder.phone)).silent).toBe(false);
  expect((await newest(stranger)).silent).toBe(true);
  // An account, but no member here.
  expect((await newest(colleague.phone)).silent).toBe(true);
  await sendCode({ ...here, address: anyAddress() }, colleague.phone, 'reset');
  const [, reset] = await messagesTo(colleague.phone);
  expect(reset?.silent ?? true).toBe(true);
  // At an enterprise of the operator's choice strangers get their code, and it is theirs.
  await sendLater({ host: tenant.host, address: anyAddress() }, stranger);
  expect((await newest(stranger)).silent).toBe(false);
});

it('signs messages with the name of the portal, whatever the enterprise is called', async () => {
  await sendLater(here, founder.phone);
  for (const { text } of await messagesTo(founder.phone)) {
    expect(text).toMatch(/^【知行】/);
    expect(text).not.toContain(name);
  }
  const email = await mailAddressOf(founder);
  await ok(here, SEND_CODE, { email, purpose: 'login' });
  const [first] = await mailJobsTo(email);
  expect(first!.content).toMatchObject({ subject: '知行验证码', silent: false });
  expect(first!.content.text).not.toContain(name);
  expect(await withTenant(registered.id, (db) => nameInMessages(db, registered.id, 'zh'))).toBe('知行');
  expect(await withTenant(tenant.id, (db) => nameInMessages(db, tenant.id, 'zh'))).toBe('Imported');
});

it('is lifted and restored by the operator, who sees whom to ask', async () => {
  const { key } = registered;
  const list = await enterpriseCommand('list');
  const line = list.output.split('\n').find((each) => each.includes(`${key}  |`));
  expect(line).toContain('NOT APPROVED');
  for (const shown of [name, founder.phone, '韩梅梅']) expect(line).toContain(shown);
  expect(list.output).not.toContain(tenant.key);

  expect(await enterpriseCommand('approve', key)).toMatchObject({
    code: 0,
    output: expect.stringContaining('is approved'),
  });
  expect((await enterpriseCommand('approve', key)).output).toContain('already');
  const stranger = anyPhone();
  await sendCode(here, stranger);
  expect((await newest(stranger)).silent).toBe(false);
  expect((await newest(stranger)).text).toMatch(/^【知行】/);
  expect(await withTenant(registered.id, (db) => nameInMessages(db, registered.id, 'zh'))).toBe(name);

  expect((await enterpriseCommand('withdraw', key)).code).toBe(0);
  await sendLater(here, stranger);
  expect((await newest(stranger)).silent).toBe(true);
  const log = await withTenant(registered.id, (db) => db.select({ action: auditLog.action }).from(auditLog));
  const actions = log.map(({ action }) => action).filter((action) => action.includes('pprov'));
  expect(actions.sort()).toEqual(['enterprise.approvalWithdrawn', 'enterprise.approved']);
});

it('concerns no enterprise that an operator has imported, and none that does not exist', async () => {
  for (const [args, said] of [
    [['approve', tenant.key], 'did not register itself'],
    [['approve', 'nobody-here'], 'There is no enterprise'],
  ] as const)
    expect(await enterpriseCommand(...args)).toMatchObject({ code: 1, output: expect.stringContaining(said) });
  for (const args of [[], ['approve'], ['list', 'x'], ['approve', 'a', 'b'], ['delete', 'x']])
    expect((await enterpriseCommand(...args)).code).toBe(2);
});

it('goes on with members who join', async () => {
  const joining = await mintPerson(tenant);
  await joinTenant(joining, registered);
  await sendCode(here, joining.phone);
  expect((await newest(joining.phone)).silent).toBe(false);
});
