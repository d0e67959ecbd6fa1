import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { POLICY_DEFAULTS } from '#src/contract/rules/policy.ts';
import { hashPassword } from '#src/server/account/password/password.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { settings } from '#src/server/core/settings.ts';
import { rateLimit } from '#src/server/core/tables.ts';
import { sendCodeMailJob } from '#src/server/jobs/send-code-mail.ts';
import { deliverNotices } from '#src/server/jobs/deliver-notices.ts';
import { noticeDelivery } from '#src/server/notice/tables.ts';
import { type NewNotice, sendNotices } from '#src/server/notice/send-notice.ts';
import { SEND_CODE } from '../factories/codes.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { mintSession } from '../factories/session.ts';
import { mailJobsTo } from '../factories/sms.ts';
import { startSmtp, type SmtpStandIn } from '../stand-ins/smtp.ts';

const SETTING = 'PUT /user/auth/notice/setting/save';
const PAGE = 'POST /user/auth/notice/delivery/page';
const RULES = 'PUT /user/auth/policy/save';
const LIMIT = 25;
const PASSWORD = 'Study@2026';
const MINUTE_MS = 60_000;

let smtp: SmtpStandIn;
let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  smtp = await startSmtp({ plain: true });
  // Settings are read at the first call.
  Object.assign(process.env, { SMTP_URL: smtp.url, MAIL_FROM: '学习平台 <no-reply@example.com>' });
  Object.assign(process.env, { MAIL_PER_MINUTE: String(LIMIT), LOG_LEVEL: 'silent' });
  expect(settings().mailPerMinute).toBe(LIMIT);
});
afterAll(() => smtp.stop());
beforeEach(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  await withPortal((db) => db.delete(rateLimit).where(eq(rateLimit.key, 'notices:mail')));
});

async function mintReader(more: Parameters<typeof mintPerson>[1] = {}): Promise<TestPerson & { email: string }> {
  const person = await mintPerson(tenant, more);
  const email = `reader@${randomUUID()}.example.com`;
  await withPortal((db) => db.update(userAccount).set({ email }).where(eq(userAccount.id, person.userId)));
  return { ...person, email };
}
const send = (people: { userId: string }[], more: Partial<NewNotice> = {}) =>
  withTenant(tenant.id, (db) =>
    sendNotices(
      db,
      tenant.id,
      people.map(({ userId }) => ({
        ...{ userId, kind: 'examMarked', detail: { title: 'Paper' }, path: '/test/result?id=1', source: 'cause' },
        ...{ at: new Date(), ...more },
      })),
    ),
  );
const deliver = (after = 0) =>
  deliverNotices({ id: tenant.id, timeZone: 'Asia/Shanghai' }, () => new Date(Date.now() + after));
const rows = (state?: 'waiting' | 'sent') =>
  withTenant(tenant.id, (db) =>
    db
      .select()
      .from(noticeDelivery)
      .where(and(eq(noticeDelivery.enterpriseId, tenant.id), state && eq(noticeDelivery.state, state)))
      .orderBy(noticeDelivery.gmtCreate, noticeDelivery.channel),
  );
const require = (choices: object) =>
  ok({ ...admin, locale: 'en' }, RULES, {
    ...{ kind: 'notices', revision: 0, rules: { ...POLICY_DEFAULTS.notices, ...choices } },
  } as never);
const mailsTo = (email: string) => smtp.received.filter(({ to }) => to.includes(email));

describe('what is sent', () => {
  it('is what a member has chosen, once, in their language, with a link to the place', async () => {
    const [reader, other] = [await mintReader(), await mintReader()];
    const setting = await ok(reader, SETTING, { choices: { mail_marked: true }, locale: 'en' });
    expect(setting).toMatchObject({ chosen: ['mail_marked'], required: [], locale: 'en' });
    await send([reader, other]);
    await send([reader, other]);
    await Promise.all([deliver(), deliver(), deliver()]);
    await deliver(10 * MINUTE_MS);
    expect(mailsTo(reader.email)).toHaveLength(1);
    const [{ mail }] = mailsTo(reader.email) as [ReturnType<typeof mailsTo>[number]];
    expect(mail.subject).toContain('Your paper of “Paper” has been marked');
    expect(mail.text).toContain(`http://${tenant.host}/en/test/result?id=1`);
    expect(mail.html).toContain(`/en/test/result?id=1`);
    expect(mailsTo(other.email)).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'sent', tries: 1, groupName: 'marked', isRequired: false }]);
  });

  it('is also what the enterprise requires: members cannot turn it off, and are told why nothing comes', async () => {
    const [reader, silent] = [await mintReader(), await mintPerson(tenant)];
    await require({ mail_marked: true });
    const setting = await ok(reader, SETTING, { choices: { mail_marked: false } });
    expect(setting).toMatchObject({ chosen: ['mail_marked'], required: ['mail_marked'] });
    await send([reader, silent]);
    await deliver();
    const { mail } = await smtp.mailTo(reader.email);
    expect(mail.text).toContain(`http://${tenant.host}`);
    const found = await rows();
    expect(found.map(({ userId, state, reason }) => [userId === silent.userId, state, reason]).sort()).toEqual([
      [false, 'sent', null],
      [true, 'skipped', 'noAddress'],
    ]);
  });

  it('is nothing to those who have left or declined meanwhile', async () => {
    const [left, declined] = [await mintReader(), await mintReader()];
    for (const person of [left, declined]) await ok(person, SETTING, { choices: { mail_marked: true } });
    await send([left, declined]);
    await ok(declined, SETTING, { choices: { mail_marked: false } });
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, left.userId)),
    );
    await deliver();
    expect((await rows()).map(({ reason }) => reason).sort()).toEqual(['gone', 'notWanted']);
    expect([...mailsTo(left.email), ...mailsTo(declined.email)]).toEqual([]);
  });
});

describe('the link that turns e-mails off', () => {
  const VIEW = 'POST /user/api/notice/unsubscribe/view';
  const SAVE = 'POST /user/api/notice/unsubscribe/save';
  /** The e-mail about a marked paper, with its link. */
  async function received() {
    const reader = await mintReader();
    await ok(reader, SETTING, { choices: { mail_marked: true, mail_due: true }, locale: 'en' });
    await send([reader]);
    await deliver();
    const { mail, raw } = await smtp.mailTo(reader.email);
    const url = /http:\S+unsubscribe\?token=[\w-]+/.exec(mail.text!)![0];
    return { reader, mail, raw, url, token: new URL(url).searchParams.get('token')! };
  }
  const chosen = async (reader: TestPerson) => (await ok(reader, 'GET /user/auth/notice/setting/view')).chosen;

  it('is for one group, needs no sign-in, and can be undone', async () => {
    const { reader, url, token } = await received();
    expect(url).toContain(`http://${tenant.host}/en/unsubscribe?`);
    const here = { host: tenant.host, locale: 'en' as const };
    expect(await ok(here, VIEW, { token })).toEqual({ groups: ['marked'], isOn: true, isRequired: false });
    expect(await ok(here, SAVE, { token, on: false })).toMatchObject({ isOn: false });
    expect(await chosen(reader)).toEqual(['mail_due']);
    await send([reader], { source: 'second' });
    await deliver();
    expect(mailsTo(reader.email)).toHaveLength(1);
    expect(await ok(here, SAVE, { token, on: true })).toMatchObject({ isOn: true });
    expect((await chosen(reader)).sort()).toEqual(['mail_due', 'mail_marked']);
  });

  it('is known to mail programs, whose one click does the same (RFC 8058)', async () => {
    const { reader, mail, url } = await received();
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toBe(`<${url}>`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const { pathname, search } = new URL(url);
    const post = (body: string, to = pathname + search) =>
      portal.request(`http://${tenant.host}${to}`, {
        method: 'POST',
        headers: { host: tenant.host, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });
    expect((await post('other=1')).status).toBe(400);
    expect((await post('List-Unsubscribe=One-Click', `${pathname}?token=none`)).status).toBe(404);
    expect(await chosen(reader)).toHaveLength(2);
    expect((await post(`List-Unsubscribe=One-Click&more=${'x'.repeat(2_000)}`)).status).toBe(413);
    expect((await post('List-Unsubscribe=One-Click')).status).toBe(200);
    expect((await post('List-Unsubscribe=One-Click')).status).toBe(200);
    expect(await chosen(reader)).toEqual(['mail_due']);
  });

  it('is not in what the enterprise requires, and is of no use for it or in another enterprise', async () => {
    const { reader, token } = await received();
    await require({ mail_marked: true });
    await send([reader], { source: 'second' });
    await deliver();
    const second = await smtp.mailTo(reader.email, 2);
    expect(second.mail.text).not.toContain('unsubscribe');
    expect(second.raw).not.toMatch(/list-unsubscribe/i);
    const here = { host: tenant.host };
    expect(await ok(here, VIEW, { token })).toMatchObject({ isOn: true, isRequired: true });
    expect(await call(here, SAVE, { token, on: false })).toMatchObject({ code: 409 });
    const other = await mintTenant();
    expect(await call({ host: other.host }, VIEW, { token })).toMatchObject({ code: 404 });
    expect(await call(here, VIEW, { token: `${token.slice(0, -2)}AA` })).toMatchObject({ code: 404 });
  });
});

describe('a provider', () => {
  it('that does not answer is asked again, later and later; nothing is lost', async () => {
    const reader = await mintReader();
    await ok(reader, SETTING, { choices: { mail_marked: true } });
    await send([reader]);
    smtp.rejectWith(451);
    await deliver();
    const [waiting] = await rows();
    expect(waiting).toMatchObject({ state: 'waiting', tries: 1, error: expect.stringMatching(/451/) as string });
    await deliver();
    expect((await rows())[0]!.tries).toBe(1);
    await deliver(3 * MINUTE_MS);
    expect((await rows())[0]!.tries).toBe(2);
    smtp.rejectWith(undefined);
    await deliver(8 * MINUTE_MS);
    expect(await rows()).toMatchObject([{ state: 'sent', tries: 3, error: null }]);
    expect(mailsTo(reader.email)).toHaveLength(1);
  });

  it('that refuses an address three times: nothing is sent to it until it is confirmed again, and the member sees it', async () => {
    const reader = await mintReader({ passwordHash: await hashPassword(PASSWORD) });
    await ok(reader, SETTING, { choices: { mail_marked: true } });
    const SECURITY = 'GET /user/auth/user/info/security/view';
    smtp.rejectWith(550);
    for (const source of ['1', '2', '3']) {
      expect(await ok(reader, SECURITY)).toMatchObject({ emailFails: false });
      await send([reader], { source });
      await deliver();
    }
    smtp.rejectWith(undefined);
    await send([reader], { source: '4' });
    await deliver();
    expect((await rows()).map(({ reason }) => reason)).toEqual(['refused', 'refused', 'refused', 'addressFails']);
    expect(await ok(reader, SECURITY)).toMatchObject({ emailFails: true });
    expect((await ok(reader, 'GET /user/auth/notice/setting/view')).channels.mail).toBe('failing');
    await ok(reader, SEND_CODE, { email: reader.email, purpose: 'email' });
    const job = (await mailJobsTo(reader.email)).at(-1)!;
    await sendCodeMailJob(job.data);
    const verificationCode = /^\d{6}$/m.exec((await smtp.mailTo(reader.email)).mail.text!)![0];
    await ok(reader, 'PUT /user/auth/user/info/update/email', {
      email: reader.email,
      code: verificationCode,
    });
    const again = { ...reader, token: await mintSession(reader.userId, tenant.id) };
    expect(await ok(again, SECURITY)).toMatchObject({ emailFails: false });
    await send([reader], { source: '5' });
    await deliver();
    expect(await rows('sent')).toHaveLength(1);
  });

  it('that accepts an e-mail in between: refusals are counted anew', async () => {
    const reader = await mintReader();
    await ok(reader, SETTING, { choices: { mail_marked: true } });
    for (const [source, status] of [
      ['1', 550],
      ['2', 550],
      ['3', undefined],
      ['4', 550],
    ] as const) {
      smtp.rejectWith(status);
      await send([reader], { source });
      await deliver();
    }
    smtp.rejectWith(undefined);
    const [account] = await withPortal((db) => db.select().from(userAccount).where(eq(userAccount.id, reader.userId)));
    expect(account!.emailFailures).toBe(1);
  });

  it('that refuses is not asked again', async () => {
    const reader = await mintReader();
    await ok(reader, SETTING, { choices: { mail_marked: true } });
    await send([reader]);
    smtp.rejectWith(550);
    await deliver();
    smtp.rejectWith(undefined);
    await deliver(60 * MINUTE_MS);
    expect(await rows()).toMatchObject([{ state: 'failed', reason: 'refused', tries: 1 }]);
    expect(mailsTo(reader.email)).toEqual([]);
  });

  it('gets no more in a minute than its limit; the rest waits without losing a try', async () => {
    const people = await Promise.all(Array.from({ length: LIMIT + 8 }, () => mintReader()));
    await require({ mail_marked: true });
    await send(people);
    await Promise.all([deliver(), deliver()]);
    expect(await rows('sent')).toHaveLength(LIMIT);
    const waiting = await rows('waiting');
    expect(waiting).toHaveLength(8);
    expect(waiting.every(({ tries }) => tries === 0)).toBe(true);
    await withPortal((db) => db.delete(rateLimit).where(eq(rateLimit.key, 'notices:mail')));
    await deliver(2 * MINUTE_MS);
    expect(await rows('sent')).toHaveLength(people.length);
    for (const { email } of people) expect(mailsTo(email)).toHaveLength(1);
  });
});

it('what a killed process had begun: an e-mail comes again as the same one, a text message does not', async () => {
  const reader = await mintReader();
  await ok(reader, SETTING, { choices: { mail_marked: true, sms_marked: true } });
  await require({ quietFrom: 0, quietUntil: 0 });
  await send([reader]);
  await deliver();
  const [first] = mailsTo(reader.email);
  await withTenant(tenant.id, (db) =>
    db.execute(sql`update notice_delivery set state = 'sending', done_at = null, next_at = now() + interval '2 minutes'
      where enterprise_id = ${tenant.id}`),
  );
  await deliver();
  expect(mailsTo(reader.email)).toHaveLength(1);
  await deliver(3 * MINUTE_MS);
  const [, second] = mailsTo(reader.email);
  expect(second!.mail.messageId).toBe(first!.mail.messageId);
  expect(await rows()).toMatchObject([
    { channel: 'mail', state: 'sent' },
    { channel: 'sms', state: 'failed', reason: 'interrupted' },
  ]);
});

it('quiet hours that leave no hour are refused at their field', async () => {
  const answer = await call(admin, SETTING, { quiet: { from: 8, until: 21 } });
  expect(answer).toMatchObject({ code: 422, data: [{ field: 'quiet' }] });
  expect(await ok(admin, SETTING, { quiet: { from: 9, until: 21 } })).toMatchObject({ quiet: { from: 9, until: 21 } });
});

it('a superior sees whom required notices reached on no channel, until these have read them', async () => {
  const boss = await mintReader();
  const [silent, reached, stranger] = [
    await mintPerson(tenant, { userName: 'Silent' }),
    await mintReader({ userName: 'Reached' }),
    await mintPerson(tenant, { userName: 'Of another' }),
  ];
  await withTenant(tenant.id, (db) =>
    db
      .update(enterpriseUser)
      .set({ superiorId: boss.userId })
      .where(inArray(enterpriseUser.userId, [silent.userId, reached.userId])),
  );
  await require({ mail_marked: true });
  await send([silent, reached, stranger], { source: '1' });
  await send([silent, reached], { source: '2' });
  // Nobody has to be reached about this one.
  await send([silent], { source: '3', kind: 'answered', detail: { title: 'Question' } });
  const OWN = 'POST /user/auth/notice/unreached/own/page';
  expect((await ok(boss, OWN)).list).toEqual([]);
  await deliver();
  expect((await ok(boss, OWN)).list).toMatchObject([{ userName: 'Silent', count: 2 }]);
  expect(await ok(boss, OWN, { keyword: ' sil' })).toMatchObject({ totalCount: 1 });
  for (const keyword of ['reached', 'another', '%']) expect((await ok(boss, OWN, { keyword })).list).toEqual([]);
  const WAITING = 'POST /user/auth/notice/unreached/waiting/page';
  expect(await ok(boss, WAITING, { pageSize: 5 })).toMatchObject({
    totalCount: 1,
    list: [{ title: 'Silent', path: '/account/requirements' }],
  });
  expect(await ok(boss, WAITING, { pageSize: 5, pageCurrent: 2 })).toMatchObject({ totalCount: 1, list: [] });
  expect((await ok(silent, OWN)).list).toEqual([]);
  expect(await ok(silent, WAITING, {})).toMatchObject({ totalCount: 0, list: [] });
  await ok(silent, 'PUT /user/auth/notice/read', { until: new Date(Date.now() + 1000).toISOString() });
  expect((await ok(boss, OWN)).list).toEqual([]);
});

it('the log finds each by person, group, channel, outcome and day', async () => {
  const [anna, bo] = [await mintReader({ userName: 'Anna' }), await mintPerson(tenant, { userName: 'Bo' })];
  await require({ mail_marked: true, mail_due: true });
  await send([anna, bo]);
  await send([anna], { kind: 'requirementDue', source: 'other', detail: { title: 'Rule', date: '2031-01-01' } });
  await deliver();
  const found = async (filter: object) =>
    (await ok(admin, PAGE, filter)).list.map(({ userName, group, state }) => `${userName} ${group} ${state}`).sort();
  expect(await found({})).toEqual(['Anna due sent', 'Anna marked sent', 'Bo marked skipped']);
  expect(await found({ keyword: 'bo' })).toEqual(['Bo marked skipped']);
  expect(await found({ group: 'due' })).toEqual(['Anna due sent']);
  expect(await found({ channel: 'sms' })).toEqual([]);
  expect(await found({ state: 'skipped' })).toEqual(['Bo marked skipped']);
  expect(await found({ to: '2020-01-01' })).toEqual([]);
  expect(await found({ from: '2020-01-01', to: '2100-01-01', state: 'sent' })).toHaveLength(2);
  expect(await ok(admin, PAGE, { pageSize: 2, pageCurrent: 2 })).toMatchObject({ totalCount: 3, list: [{}] });
});

it('the log counts no more than can be paged through, and says that there are more', async () => {
  const { userId } = await mintPerson(tenant);
  await withTenant(tenant.id, (db) =>
    db.execute(sql`
      with made as (
        insert into notice (enterprise_id, user_id, kind, path, source)
        select ${tenant.id}, ${userId}, 'examMarked', '/test', 'many:' || i from generate_series(1, 10001) i
        returning id, source
      )
      insert into notice_delivery (enterprise_id, notice_id, channel, user_id, group_name, is_required, state, tries, next_at, done_at)
      select ${tenant.id}, id, 'mail', ${userId}, 'marked', false, case source when 'many:7' then 'failed' else 'sent' end, 1, now(), now()
      from made`),
  );
  expect(await ok(admin, PAGE, { pageSize: 10 })).toMatchObject({ totalCount: 10_000, totalPage: 1_000, isMore: true });
  expect(await ok(admin, PAGE, { state: 'failed' })).toMatchObject({ totalCount: 1, isMore: false, list: [{}] });
});
