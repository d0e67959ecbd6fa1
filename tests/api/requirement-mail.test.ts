import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { POLICY_DEFAULTS } from '#src/contract/rules/policy.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { planReminders, sendMessages } from '#src/server/jobs/sweep-reminders.ts';
import { mintCourse } from '../factories/course.ts';
import { ok } from '../factories/portal.ts';
import { mintRequirement } from '../factories/requirement.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { startSmtp, type SmtpStandIn } from '../stand-ins/smtp.ts';

/* E-mails about requirements: what their readers can turn off by a link, and addresses that are refused. */

const SETTING = 'PUT /user/auth/notice/setting/save';
const VIEW = 'POST /user/api/notice/unsubscribe/view';
let smtp: SmtpStandIn;
let tenant: TestTenant;
let admin: TestPerson;
let anna: TestPerson & { email: string };
beforeAll(async () => {
  smtp = await startSmtp({ plain: true });
  Object.assign(process.env, { SMTP_URL: smtp.url, MAIL_FROM: 'Portal <no-reply@example.com>', LOG_LEVEL: 'silent' });
});
afterAll(() => smtp.stop());
beforeEach(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  const person = await mintPerson(tenant);
  const email = `anna@${randomUUID()}.example.com`;
  await withPortal((db) => db.update(userAccount).set({ email }).where(eq(userAccount.id, person.userId)));
  anna = { ...person, email };
});

const on = (day: string) => new Date(`${day}T10:00:00+08:00`);
async function mint(title: string, dueOn: string): Promise<void> {
  const courseId = await mintCourse(tenant);
  await mintRequirement(tenant, {
    ...{ title, subject: { courseId }, rules: [], people: [{ userId: anna.userId }] },
    terms: { dueDays: null, dueFrom: null, dueOn },
  });
}
async function sweep(at: Date): Promise<void> {
  const sender = { id: tenant.id, timeZone: 'Asia/Shanghai' };
  await planReminders(sender, () => at);
  await sendMessages(sender, () => at);
}
const require = (choices: object) =>
  ok(admin, 'PUT /user/auth/policy/save', {
    ...{ kind: 'notices', revision: 0, rules: { ...POLICY_DEFAULTS.notices, ...choices } },
  } as never);
const mails = () => smtp.received.filter(({ to }) => to.includes(anna.email));
const linkIn = ({ mail }: ReturnType<typeof mails>[number]) =>
  /http:\S+unsubscribe\?token=[\w-]+/.exec(mail.text!)?.[0] ?? null;
const header = ({ mail }: ReturnType<typeof mails>[number], name: string) =>
  mail.headers.find(({ key }) => key === name)?.value;

describe('the link below an e-mail about requirements', () => {
  it('turns off all that the e-mail is about: what is due and what is overdue', async () => {
    await ok(anna, SETTING, { choices: { mail_due: true, mail_overdue: true, mail_marked: true } });
    await mint('Due', '2031-03-31');
    await mint('Overdue', '2031-02-28');
    await sweep(on('2031-03-07'));
    const [first] = mails() as [ReturnType<typeof mails>[number]];
    expect(first.mail.text).toMatch(/Due[^]*Overdue|Overdue[^]*Due/);
    const link = linkIn(first)!;
    expect(header(first, 'list-unsubscribe')).toBe(`<${link}>`);
    expect(header(first, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const token = new URL(link).searchParams.get('token')!;
    const here = { host: tenant.host };
    const found = await ok(here, VIEW, { token });
    expect({ ...found, groups: [...found.groups].sort() }).toEqual({
      ...{ groups: ['due', 'overdue'], isOn: true, isRequired: false },
    });
    await ok(here, 'POST /user/api/notice/unsubscribe/save', { token, on: false });
    expect((await ok(anna, 'GET /user/auth/notice/setting/view')).chosen).toEqual(['mail_marked']);
    await sweep(on('2031-03-24'));
    expect(mails()).toHaveLength(1);
  });

  it('is for what the enterprise has not made obligatory, and missing where it has', async () => {
    await require({ mail_overdue: true });
    await ok(anna, SETTING, { choices: { mail_due: true } });
    await mint('Overdue', '2031-02-28');
    await sweep(on('2031-03-07'));
    const [required] = mails() as [ReturnType<typeof mails>[number]];
    expect(linkIn(required)).toBeNull();
    expect(required.raw).not.toMatch(/list-unsubscribe/i);
    await mint('Due', '2031-04-13');
    await sweep(on('2031-03-14'));
    const [, both] = mails() as ReturnType<typeof mails>;
    const token = new URL(linkIn(both!)!).searchParams.get('token')!;
    expect(await ok({ host: tenant.host }, VIEW, { token })).toEqual({
      ...{ groups: ['due'], isOn: true, isRequired: false },
    });
  });
});

it('an address that is refused for reminders fails as for all e-mails', async () => {
  await ok(anna, SETTING, { choices: { mail_due: true, mail_overdue: true } });
  await mint('Due', '2031-03-31');
  smtp.rejectWith(550);
  for (const day of ['2031-03-01', '2031-03-24', '2031-03-31', '2031-04-07']) await sweep(on(day));
  smtp.rejectWith(undefined);
  await sweep(on('2031-04-14'));
  expect(mails()).toEqual([]);
  expect(await ok(anna, 'GET /user/auth/user/info/security/view')).toMatchObject({ emailFails: true });
});
