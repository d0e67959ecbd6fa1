import { randomUUID } from 'node:crypto';
import { and, eq, like, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { maskEmail } from '#src/lib/email.ts';
import { hashPassword } from '#src/server/account/password/password.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { digestPreference } from '#src/server/notice/tables.ts';
import { rateLimit } from '#src/server/core/tables.ts';
import { verificationCode } from '#src/server/account/tables/sign-in.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { settings } from '#src/server/core/settings.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { sendCodeMailJob } from '#src/server/jobs/send-code-mail.ts';
import { sendNoticeMailJob } from '#src/server/jobs/send-notice-mail.ts';
import { sweepDigests } from '#src/server/jobs/sweep-digests.ts';
import { mintLabel, mintPost } from '../factories/community.ts';
import { anyAddress, CODE_LOGIN, endWindow, SEND_CODE, solvedPicture } from '../factories/codes.ts';
import { call, ok, type Caller } from '../factories/portal.ts';
import { mintSession } from '../factories/session.ts';
import { mailJobsTo, messagesTo } from '../factories/sms.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { startSmtp, type SmtpStandIn } from '../stand-ins/smtp.ts';

const PASSWORD = 'Study@2026';
const NEW = 'Anchor#47-Bow';
const UPDATE = 'PUT /user/auth/user/info/update/email';
const VIEW = 'GET /user/auth/user/info/security/view';

let smtp: SmtpStandIn;
let stored: string;
let tenant: TestTenant;
let here: Caller;
beforeAll(async () => {
  smtp = await startSmtp({ plain: true });
  // Settings are read at the first call.
  Object.assign(process.env, { SMTP_URL: smtp.url, MAIL_FROM: '学习平台 <no-reply@example.com>', LOG_LEVEL: 'warn' });
  expect(settings().mail).toBeDefined();
  tenant = await mintTenant('Letters & Co');
  stored = await hashPassword(PASSWORD);
});
afterAll(() => smtp.stop());
beforeEach(() => {
  here = { host: tenant.host, address: anyAddress() };
});
afterEach(() => smtp.rejectWith(undefined));

const anyEmail = () => `reader@${randomUUID()}.example.com`;
/** Inserts a member with a confirmed address. */
async function mintReader(more: Parameters<typeof mintPerson>[1] = {}): Promise<TestPerson & { email: string }> {
  const person = await mintPerson(tenant, { passwordHash: stored, ...more });
  const email = anyEmail();
  await withPortal((db) => db.update(userAccount).set({ email }).where(eq(userAccount.id, person.userId)));
  return { ...person, email };
}
const account = async (userId: string) =>
  (await withPortal((db) => db.select().from(userAccount).where(eq(userAccount.id, userId))))[0]!;
/** Runs the newest job to an address, like a worker. @returns the code of the message */
async function delivered(email: string): Promise<string> {
  const job = (await mailJobsTo(email)).at(-1)!;
  await sendCodeMailJob(job.data);
  return /^\d{6}$/m.exec((await smtp.mailTo(email)).mail.text!)![0];
}
const audited = (email: string) =>
  withTenant(tenant.id, (db) =>
    db
      .select({ action: auditLog.action, detail: auditLog.detail })
      .from(auditLog)
      .where(sql`${auditLog.detail}->>'email' in (${email}, ${maskEmail(email)})`),
  );

describe('a code by e-mail', () => {
  it.each(['zh', 'en'] as const)('logs in the member whose confirmed address it is, in language %s', async (locale) => {
    const person = await mintReader();
    await ok({ ...here, locale }, SEND_CODE, { email: ` ${person.email.toUpperCase()} `, purpose: 'login' });
    const code = await delivered(person.email);
    const { mail, to } = await smtp.mailTo(person.email);
    expect(to).toEqual([person.email]);
    expect(mail.from).toMatchObject({ name: '学习平台', address: 'no-reply@example.com' });
    expect(mail.subject).toBe(locale === 'zh' ? '知行验证码' : 'Zhixing: your code');
    expect(mail.text).toContain(locale === 'zh' ? '10 分钟内有效' : 'valid for 10 minutes');
    expect(mail.html).toContain(`<p>${code}</p>`);
    expect(mail.html).toContain('Letters &amp; Co');
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await call(here, CODE_LOGIN, { email: person.email, code: wrong, agreed: true })).toMatchObject({
      code: 422,
      data: [{ field: 'code' }],
    });
    const session = await ok(here, CODE_LOGIN, { email: person.email, code, agreed: true });
    expect(session.enterpriseId).toBe(tenant.id);
    expect((await call(here, CODE_LOGIN, { email: person.email, code, agreed: true })).code, 'once').toBe(422);
  });

  it('sets a new password', async () => {
    const person = await mintReader();
    await ok(here, SEND_CODE, { email: person.email, purpose: 'reset' });
    const code = await delivered(person.email);
    const reset = { email: person.email, code, password: NEW, repeatPassword: NEW };
    await ok(here, 'PUT /user/api/user/info/reset/password', reset);
    expect((await call(person, VIEW)).code, 'all sessions end').toBe(300);
    await ok(here, 'POST /user/api/user/info/login/pwd', { phone: person.phone, password: NEW, agreed: true });
  });

  it.each(['login', 'reset'] as const)('for %s does not reveal whether an address is known', async (purpose) => {
    const known = (await mintReader()).email;
    const unknown = anyEmail();
    // The contact address that a member has entered is not confirmed.
    const unconfirmed = anyEmail();
    const other = await mintPerson(tenant);
    await ok(other, 'PUT /user/auth/enterprise/user/info/update', { email: unconfirmed });
    const traces = [];
    for (const email of [known, unknown, unconfirmed]) {
      const answer = await call(here, SEND_CODE, { email, purpose });
      traces.push({
        answer,
        audit: (await audited(email)).map(({ action, detail }) => [action, Object.keys(detail!)]),
        limits: await withPortal((db) => db.$count(rateLimit, like(rateLimit.key, `%${email}`))),
        codes: await withPortal((db) => db.$count(verificationCode, eq(verificationCode.recipient, email))),
        jobs: (await mailJobsTo(email)).map(({ content }) => Object.keys(content)),
      });
    }
    expect(traces[0]).toMatchObject({ answer: { code: 200 }, limits: 3, codes: 1 });
    expect(traces[1]).toEqual(traces[0]);
    expect(traces[2]).toEqual(traces[0]);
    for (const email of [unknown, unconfirmed, known])
      for (const { data } of await mailJobsTo(email)) await sendCodeMailJob(data);
    await smtp.mailTo(known);
    expect(smtp.received.filter(({ to }) => to.includes(unknown) || to.includes(unconfirmed))).toEqual([]);
    // Not even with the right code.
    const { content } = (await mailJobsTo(unknown)).at(-1)!;
    if (purpose === 'login')
      expect(await call(here, CODE_LOGIN, { email: unknown, code: content.code, agreed: true })).toMatchObject({
        code: 422,
        data: [{ field: 'code' }],
      });
    expect(await withPortal((db) => db.$count(userAccount, eq(userAccount.email, unknown)))).toBe(0);
  });

  it('has the limits and the proof of work of SMS', async () => {
    const email = anyEmail();
    const send = async (more = {}) => {
      await endWindow(`code:minute:${email}`);
      return call(here, SEND_CODE, { email, purpose: 'login', ...more });
    };
    expect((await send()).code).toBe(200);
    expect((await call(here, SEND_CODE, { email, purpose: 'login' })).code, 'one a minute').toBe(429);
    for (let n = 1; n < 3; n++) expect((await send()).code).toBe(200);
    expect(await send()).toMatchObject({ code: 422, data: [{ field: 'pictureCode' }] });
    for (let n = 3; n < 5; n++) expect((await send(await solvedPicture(here))).code).toBe(200);
    expect((await send(await solvedPicture(here))).code, 'five an hour').toBe(429);
  });

  it.each([
    'a@example.com\r\nBcc: evil@example.com',
    'a@example.com, evil@example.com',
    'A <evil@example.com>',
    'evil',
    '',
  ])('is not sent to %j', async (email) => {
    expect(await call(here, SEND_CODE, { email, purpose: 'login' })).toMatchObject({
      code: 422,
      data: [{ field: 'email' }],
    });
  });

  it('goes to one recipient, for a purpose of its own', async () => {
    const both = { phone: '13800000001', email: anyEmail(), purpose: 'login' } as const;
    expect((await call(here, SEND_CODE, both)).code).toBe(422);
    expect((await call(here, SEND_CODE, { purpose: 'login' })).code).toBe(422);
    expect((await call(here, SEND_CODE, { email: anyEmail(), purpose: 'phone' })).code).toBe(422);
    expect((await call(here, SEND_CODE, { phone: '13800000001', purpose: 'email' })).code).toBe(422);
    expect((await call(here, SEND_CODE, { email: anyEmail(), purpose: 'email' })).code).toBe(300);
  });

  it('is not offered without a mail server', async () => {
    const { mail } = settings();
    settings().mail = undefined;
    const answer = await call(here, SEND_CODE, { email: anyEmail(), purpose: 'login' }).finally(
      () => (settings().mail = mail),
    );
    expect(answer).toMatchObject({ code: 422, data: [{ field: 'email', message: '本平台未启用邮件服务' }] });
  });

  it.each([
    [550, 'is not retried'],
    [451, 'is retried by the queue'],
  ])('that the server rejects with %i %s; the log contains neither code nor address', async (status, what) => {
    const { email } = await mintReader();
    await ok(here, SEND_CODE, { email, purpose: 'login' });
    const { data, content } = (await mailJobsTo(email)).at(-1)!;
    smtp.rejectWith(status);
    const lines: string[] = [];
    const log = vi.spyOn(process.stderr, 'write').mockImplementation((line) => Boolean(lines.push(String(line))));
    const outcome = await sendCodeMailJob(data).then(
      () => 'is not retried',
      () => 'is retried by the queue',
    );
    log.mockRestore();
    expect(outcome).toBe(what);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: 'mail not sent', email: maskEmail(email), refused: status === 550 },
    ]);
    expect(lines[0]).not.toContain(content.code);
    expect(lines[0]).not.toContain(email);
    smtp.rejectWith(undefined);
    await sendCodeMailJob(data);
    await smtp.mailTo(email);
    // Too late: the code has expired.
    await sendCodeMailJob(data, new Date(Date.now() + 601_000));
    expect(smtp.received.filter(({ to }) => to.includes(email))).toHaveLength(1);
  });
});

describe('the e-mail address of an account', () => {
  const confirm = async (person: Caller, email: string) => {
    await endWindow(`code:minute:${email}`);
    await ok(person, SEND_CODE, { email, purpose: 'email' });
    return call(person, UPDATE, { email, code: await delivered(email) });
  };

  it('is confirmed with a code; other sessions end, and it becomes the contact address', async () => {
    const person = await mintPerson(tenant, { passwordHash: stored });
    const email = anyEmail();
    await ok(person, 'PUT /user/auth/enterprise/user/info/update', { email });
    expect(await ok(person, VIEW)).toMatchObject({ email: null, sendsEmail: true, suggestedEmail: email });
    const elsewhere = { host: tenant.host, token: await mintSession(person.userId, tenant.id) };
    await ok(person, SEND_CODE, { email, purpose: 'email' });
    const code = (await mailJobsTo(email)).at(-1)!.content.code;
    const answer = await call(person, UPDATE, { email: email.toUpperCase(), code });
    expect(answer.code).toBe(200);
    expect((await account(person.userId)).email).toBe(email);
    const [member] = await withTenant(tenant.id, (db) =>
      db.select().from(enterpriseUser).where(eq(enterpriseUser.userId, person.userId)),
    );
    expect(member!.email).toBe(email);
    expect((await call(elsewhere, VIEW)).code).toBe(300);
    const log = await withTenant(tenant.id, (db) =>
      db.select().from(auditLog).where(eq(auditLog.action, 'email.changed')),
    );
    expect(log.find(({ userId }) => userId === person.userId)!.detail).toEqual({ from: null, to: maskEmail(email) });
  });

  it('belongs to one account; another one is told after it has proved that it reads the messages', async () => {
    const { email } = await mintReader();
    const other = await mintPerson(tenant, { passwordHash: stored });
    await ok(other, SEND_CODE, { email, purpose: 'email' });
    expect(await call(other, UPDATE, { email, code: '000000' })).toMatchObject({
      code: 422,
      data: [{ field: 'code' }],
    });
    expect(await confirm(other, email)).toMatchObject({ code: 409, data: [{ field: 'email' }] });
    expect((await account(other.userId)).email).toBeNull();
    // As contact address several members may enter the same one.
    await ok(other, 'PUT /user/auth/enterprise/user/info/update', { email });
  });

  it('is not added by a session alone when the user has a phone: it would be a login at other enterprises', async () => {
    const person = await mintPerson(tenant);
    const token = await mintSession(person.userId, tenant.id, { gmtCreate: new Date(Date.now() - 3_600_000) });
    expect(await confirm({ host: tenant.host, token }, anyEmail())).toMatchObject({
      code: 403,
      data: { need: 'proof' },
    });
    expect((await account(person.userId)).email).toBeNull();
  });

  it('receives the codes of a user without password while there is no SMS, and is removed', async () => {
    const person = await mintReader();
    await withPortal((db) =>
      db.update(userAccount).set({ passwordHash: null }).where(eq(userAccount.id, person.userId)),
    );
    expect(await ok(person, VIEW)).toMatchObject({ email: maskEmail(person.email), codeTo: maskEmail(person.email) });
    await ok(person, 'POST /user/auth/user/info/send/verification/code', {});
    expect(await messagesTo(person.phone)).toEqual([]);
    const code = await delivered(person.email);
    const set = { code, password: NEW, repeatPassword: NEW };
    const { token } = await ok(person, 'PUT /user/auth/user/info/update/password', set);
    expect(token).toBeTruthy();
    const again = { ...person, token: await mintSession(person.userId, tenant.id) };
    await ok(again, 'DELETE /user/auth/user/info/email/remove');
    expect((await account(person.userId)).email).toBeNull();
    expect(await ok(again, VIEW)).toMatchObject({ email: null });
    expect((await ok(again, VIEW)).codeTo).toContain('****');
  });
});

describe('notices by e-mail', () => {
  /** Wednesday 8:00 in Shanghai, in the future: other tenants of the test database are not due earlier. */
  const DUE = new Date('2032-03-03T00:00:00Z');
  const hours = (n: number) => new Date(DUE.getTime() + n * 3_600_000);
  const SAVE = 'PUT /user/auth/notice/digest/save';
  const own = (person: TestPerson) =>
    and(eq(digestPreference.enterpriseId, tenant.id), eq(digestPreference.userId, person.userId));

  const choose = async (person: TestPerson, byEmail = true) => {
    await ok(person, SAVE, { frequency: 'daily', byEmail });
    await withTenant(tenant.id, (db) =>
      db
        .update(digestPreference)
        .set({ sentUntil: hours(-24) })
        .where(own(person)),
    );
  };
  const notify = (person: TestPerson, n: number, title = 'Forklift <b>', at = hours(-2)) =>
    withTenant(tenant.id, (db) =>
      sendNotices(
        db,
        tenant.id,
        Array.from({ length: n }, (_, i) => ({
          ...{ userId: person.userId, kind: 'examMarked' as const, detail: { title }, path: '/test/id?id=1' },
          ...{ source: `test:${randomUUID()}:${i}`, at },
        })),
      ),
    );
  const jobsOf = async (person: TestPerson) => {
    const rows = await withPortal(async (_db, client) => {
      const text = `select data from pgboss.job where name = 'send-notice-mail' and data->>'userId' = $1`;
      return (await client.query<{ data: Jobs['send-notice-mail'] }>(text, [person.userId])).rows;
    });
    return rows.map(({ data }) => data);
  };
  const sweep = () =>
    sweepDigests((error) => {
      throw error;
    }, DUE);
  const mailsTo = (email: string) => smtp.received.filter(({ to }) => to.includes(email));

  it('go to members who chose it, with the digest, in their language and with links to their portal', async () => {
    const [reader, other] = [await mintReader({ locale: 'en' }), await mintReader()];
    await choose(reader);
    await choose(other, false);
    const labelId = await mintLabel(tenant);
    const author = await mintPerson(tenant);
    for (const person of [reader, other]) {
      await ok(person, 'PUT /community/auth/label/follow', { id: labelId, on: true });
      await notify(person, 1);
      await notify(person, 1, 'Before', hours(-30));
    }
    const post = { title: 'News & more', publishedAt: hours(-1), labelIds: [labelId], kind: 'blog' } as const;
    await mintPost(tenant, author, { ...post, labelIds: [labelId] });
    await sweep();
    await sweep();
    expect(await jobsOf(other)).toEqual([]);
    const jobs = await jobsOf(reader);
    expect(jobs).toHaveLength(1);
    await sendNoticeMailJob(jobs[0]!);
    const { mail } = await smtp.mailTo(reader.email);
    expect(mail.subject).toBe('2 notices from Letters & Co');
    expect(mail.text).toContain(`Your paper of “Forklift <b>” has been marked\nhttp://${tenant.host}/en/test/id?id=1`);
    expect(mail.text).toContain('1 new post with your labels and questions');
    expect(mail.text).toContain('News & more');
    expect(mail.text).not.toContain('Before');
    expect(mail.text).toContain(`http://${tenant.host}/en/account?change=4&settingType=5`);
    expect(mail.html).toContain('Forklift &lt;b&gt;');
    expect(mail.html).not.toMatch(/<(img|link|script|style)|src=/);
  });

  it('can be turned off by their link without signing in, also by mail programs, and on again', async () => {
    const reader = await mintReader();
    await choose(reader);
    await notify(reader, 1);
    await sweep();
    await sendNoticeMailJob((await jobsOf(reader))[0]!);
    const { mail } = await smtp.mailTo(reader.email);
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    const link = /http:\S+unsubscribe\?token=[\w-]+/.exec(mail.text!)![0];
    expect(header('list-unsubscribe')).toBe(`<${link}>`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const token = new URL(link).searchParams.get('token')!;
    const here = { host: tenant.host };
    const own = async () => (await ok(reader, 'GET /user/auth/notice/digest/view')).byEmail;
    expect(await ok(here, 'POST /user/api/notice/unsubscribe/view', { token })).toEqual({
      ...{ groups: ['digest'], isOn: true, isRequired: false },
    });
    await ok(here, 'POST /user/api/notice/unsubscribe/save', { token, on: false });
    expect(await own()).toBe(false);
    await ok(here, 'POST /user/api/notice/unsubscribe/save', { token, on: true });
    expect(await own()).toBe(true);
  });

  it('are at most 20 in one message, with the number of the others', async () => {
    const reader = await mintReader();
    await choose(reader);
    await notify(reader, 23);
    await sweep();
    for (const job of await jobsOf(reader)) await sendNoticeMailJob(job);
    const { mail } = await smtp.mailTo(reader.email);
    expect(mail.subject).toBe('Letters & Co：23 条通知');
    expect(mail.text!.match(/Forklift/g)).toHaveLength(20);
    expect(mail.text).toContain('平台中还有 3 条通知');
  });

  it('are not sent when they were read, to an unconfirmed address, or after the member has changed their mind', async () => {
    const people = [];
    for (let n = 0; n < 4; n++) people.push(await mintReader());
    const [read, unconfirmed, stopped, left] = people as [(typeof people)[0], ...typeof people];
    for (const person of people) {
      await choose(person);
      await notify(person, 1);
    }
    await ok(unconfirmed!, 'PUT /user/auth/enterprise/user/info/update', { email: unconfirmed!.email });
    const remove = async (person: TestPerson) =>
      withPortal((db) => db.update(userAccount).set({ email: null }).where(eq(userAccount.id, person.userId)));
    await remove(unconfirmed!);
    expect(await ok(unconfirmed!, 'GET /user/auth/notice/digest/view')).toMatchObject({ email: 'unconfirmed' });
    await sweep();
    expect(await jobsOf(unconfirmed!)).toEqual([]);
    const jobs = (await Promise.all([read, stopped!, left!].map(jobsOf))).flat();
    expect(jobs).toHaveLength(3);
    await ok(read, 'PUT /user/auth/notice/read', { until: hours(0).toISOString() });
    await ok(stopped!, SAVE, { frequency: 'daily', byEmail: false });
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, left!.userId)),
    );
    for (const job of jobs) await sendNoticeMailJob(job);
    for (const { email } of people) expect(mailsTo(email)).toEqual([]);
  });

  it('are tried again while the mail server is away, and once after it rejects them for good', async () => {
    const reader = await mintReader();
    await choose(reader);
    await notify(reader, 1);
    await sweep();
    const [job] = (await jobsOf(reader)) as [Jobs['send-notice-mail']];
    smtp.rejectWith(451);
    await expect(sendNoticeMailJob(job)).rejects.toThrow('451');
    const log = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    smtp.rejectWith(550);
    await sendNoticeMailJob(job).finally(() => log.mockRestore());
    smtp.rejectWith(undefined);
    await sendNoticeMailJob(job);
    expect(mailsTo(reader.email)).toHaveLength(1);
  });
});
