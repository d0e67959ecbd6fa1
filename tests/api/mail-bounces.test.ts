import { randomUUID } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userAccount } from '#src/server/account/tables/account.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { mailbox } from '#src/server/core/tables.ts';
import { deliverNotices } from '#src/server/jobs/deliver-notices.ts';
import { sweepBounces } from '#src/server/jobs/sweep-bounces.ts';
import { planReminders, sendMessages } from '#src/server/jobs/sweep-reminders.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { readMailbox } from '#src/server/core/mail/read-mailbox.ts';
import { settings } from '#src/server/core/settings.ts';
import { mintCourse } from '../factories/course.ts';
import { ok } from '../factories/portal.ts';
import { mintRequirement } from '../factories/requirement.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { CERTIFICATE } from '../stand-ins/certificate.ts';
import { type ImapStandIn, startImap } from '../stand-ins/imap.ts';
import { startSmtp, type SmtpStandIn } from '../stand-ins/smtp.ts';

/* E-mails that are returned after a mail server had accepted them (docs/decisions/120). */

const SETTING = 'PUT /user/auth/notice/setting/save';
const PAGE = 'POST /user/auth/notice/delivery/page';
const SECURITY = 'GET /user/auth/user/info/security/view';
const DAY_MS = 86_400_000;
const trusted = getCACertificates('default');
let smtp: SmtpStandIn;
let imap: ImapStandIn;
let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  setDefaultCACertificates([...trusted, CERTIFICATE]);
  [smtp, imap] = [await startSmtp({ plain: true }), await startImap()];
  Object.assign(process.env, { SMTP_URL: smtp.url, MAIL_FROM: 'Portal <no-reply@example.com>', LOG_LEVEL: 'silent' });
  Object.assign(process.env, { IMAP_URL: imap.url });
  expect(settings().imapUrl).toBe(imap.url);
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await smtp.stop();
  await imap.stop();
});
beforeEach(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

type Reader = TestPerson & { email: string };
async function mintReader(): Promise<Reader> {
  const person = await mintPerson(tenant);
  const email = `reader@${randomUUID()}.example.com`;
  await withPortal((db) => db.update(userAccount).set({ email }).where(eq(userAccount.id, person.userId)));
  await ok(person, SETTING, { choices: { mail_marked: true, mail_due: true } });
  return { ...person, email };
}
/** Sends an e-mail about a notice. @returns its raw text */
async function sent(reader: Reader, after = 0): Promise<string> {
  const count = smtp.received.filter(({ to }) => to.includes(reader.email)).length;
  const notice = { kind: 'examMarked' as const, detail: { title: 'Paper' }, path: '/test', source: randomUUID() };
  const at = new Date(Date.now() + after);
  await withTenant(tenant.id, (db) => sendNotices(db, tenant.id, [{ ...notice, userId: reader.userId, at }]));
  await deliverNotices({ id: tenant.id, timeZone: 'Asia/Shanghai' }, () => at);
  return (await smtp.mailTo(reader.email, count + 1)).raw;
}
const messageIdOf = (raw: string) => /^Message-ID:\s+(\S+)/im.exec(raw)![1]!;

type Dsn = { action?: string; status?: string; original?: string; headersOnly?: boolean };
/** What a mail server answers about an e-mail to an address (RFC 3464). */
function dsn(raw: string, email: string, { action = 'failed', status = '5.1.1', original, headersOnly }: Dsn = {}) {
  const returned = headersOnly ? raw.split('\r\n\r\n')[0]! : raw;
  return `From: Mail Delivery System <mailer-daemon@example.com>
To: no-reply@example.com
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="cut"

This is a MIME-encapsulated message.

--cut
Content-Type: text/plain; charset=utf-8

I am sorry to have to inform you that your message could not be delivered.

--cut
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com
Arrival-Date: Fri, 27 Nov 2026 10:00:00 +0800

${original ? `Original-Recipient: rfc822;${original}\n` : ''}Final-Recipient: rfc822; ${email.toUpperCase()}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 ${status} No such user

--cut
Content-Type: ${headersOnly ? 'text/rfc822-headers' : 'message/rfc822'}

${returned}

--cut--
`;
}
const sweep = (after = 0) => sweepBounces(() => new Date(Date.now() + after));
const log = async () =>
  (await ok(admin, PAGE, { pageSize: 50 })).list.map(({ state, reason, error }) => [state, reason, error]);
const accountOf = async ({ userId }: TestPerson) =>
  (await withPortal((db) => db.select().from(userAccount).where(eq(userAccount.id, userId))))[0]!;

describe('an e-mail that is returned', () => {
  it('is a failed delivery in the log, counted once, however often the report is read', async () => {
    const reader = await mintReader();
    const raw = await sent(reader);
    expect(await log()).toEqual([['sent', null, null]]);
    imap.add(dsn(raw, reader.email));
    imap.add(dsn(raw, reader.email, { headersOnly: true }));
    await sweep();
    await sweep();
    imap.renumber();
    await Promise.all([sweep(), sweep()]);
    expect(await log()).toEqual([['failed', 'bounced', 'mail: 5.1.1']]);
    expect(await accountOf(reader)).toMatchObject({ emailFailures: 1 });
  });

  it('three times makes the address fail, although the server in between accepts all', async () => {
    const reader = await mintReader();
    for (let i = 0; i < 3; i++) {
      expect(await ok(reader, SECURITY)).toMatchObject({ emailFails: false });
      imap.add(dsn(await sent(reader), reader.email));
      await sweep();
    }
    expect(await ok(reader, SECURITY)).toMatchObject({ emailFails: true });
    expect((await ok(reader, 'GET /user/auth/notice/setting/view')).channels.mail).toBe('failing');
  });

  it('is forgotten when e-mails are accepted for a month after it', async () => {
    const reader = await mintReader();
    imap.add(dsn(await sent(reader), reader.email));
    await sweep();
    await sent(reader, 29 * DAY_MS);
    expect(await accountOf(reader)).toMatchObject({ emailFailures: 1 });
    await sent(reader, 31 * DAY_MS);
    expect(await accountOf(reader)).toMatchObject({ emailFailures: 0 });
  });

  it('is only noted while its server goes on trying', async () => {
    const reader = await mintReader();
    imap.add(dsn(await sent(reader), reader.email, { action: 'delayed', status: '4.4.1' }));
    await sweep();
    expect(await log()).toEqual([['sent', null, 'mail: 4.4.1']]);
    expect(await accountOf(reader)).toMatchObject({ emailFailures: 0 });
  });

  it('was forwarded: its reader is the original recipient', async () => {
    const reader = await mintReader();
    imap.add(dsn(await sent(reader), 'elsewhere@example.net', { original: reader.email }));
    await sweep();
    expect(await accountOf(reader)).toMatchObject({ emailFailures: 1 });
  });

  it('about requirements is failed at all messages that it had', async () => {
    const reader = await mintReader();
    for (const title of ['One', 'Two'])
      await mintRequirement(tenant, {
        ...{ title, subject: { courseId: await mintCourse(tenant) }, rules: [], people: [{ userId: reader.userId }] },
        terms: { dueDays: null, dueFrom: null, dueOn: '2031-03-31' },
      });
    const sender = { id: tenant.id, timeZone: 'Asia/Shanghai' };
    const at = new Date('2031-03-24T10:00:00+08:00');
    await planReminders(sender, () => at);
    await sendMessages(sender, () => at);
    imap.add(dsn((await smtp.mailTo(reader.email)).raw, reader.email));
    await sweep();
    const { list } = await ok(admin, 'POST /course/auth/requirement/message/page', { pageSize: 20, kind: 'scheduled' });
    const mails = list.flatMap(({ deliveries }) => deliveries.filter(({ channel }) => channel === 'mail'));
    expect(mails.map(({ state, reason }) => [state, reason])).toEqual([
      ['failed', 'bounced'],
      ['failed', 'bounced'],
    ]);
    expect(await accountOf(reader)).toMatchObject({ emailFailures: 1 });
  });
});

describe('a report counts for nobody', () => {
  it('that names an e-mail which the portal has not sent, or somebody else', async () => {
    const [reader, colleague] = [await mintReader(), await mintReader()];
    const raw = await sent(reader);
    const id = messageIdOf(raw);
    for (const forged of [
      id.replace(/\.[\w-]{22}@/, `.${'A'.repeat(22)}@`),
      id.replace(tenant.id, randomUUID()),
      '<some@thing>',
      '',
    ])
      imap.add(dsn(raw.replace(id, forged), reader.email));
    // The reader of an e-mail knows its Message-ID: that is of no use against others.
    imap.add(dsn(raw, colleague.email));
    await sweep();
    expect(await log()).toEqual([['sent', null, null]]);
    expect(await accountOf(reader)).toMatchObject({ emailFailures: 0 });
    expect(await accountOf(colleague)).toMatchObject({ emailFailures: 0 });
  });

  it('when it is about an address that was changed meanwhile', async () => {
    const reader = await mintReader();
    const raw = await sent(reader);
    const email = `new@${randomUUID()}.example.com`;
    await withPortal((db) => db.update(userAccount).set({ email }).where(eq(userAccount.id, reader.userId)));
    imap.add(dsn(raw, reader.email));
    await sweep();
    expect(await accountOf(reader)).toMatchObject({ emailFailures: 0 });
  });

  it('that is none, is damaged or far too large; those after it are read', async () => {
    const reader = await mintReader();
    const raw = await sent(reader);
    const whole = dsn(raw, reader.email);
    imap.add('Subject: Out of office\nContent-Type: text/plain\n\nI am away.');
    imap.add(whole.slice(0, 400));
    imap.add(whole.replace('boundary="cut"', 'boundary="other"'));
    imap.add(whole.replaceAll('message/delivery-status', `multipart/mixed; boundary=cut`));
    imap.add(whole.replace('I am sorry', 'x'.repeat(2_000_000)));
    // Whoever got the e-mail knows its Message-ID; no such report may stop those after it.
    imap.add(whole.replaceAll(reader.email.toUpperCase(), 'a\u0000b@example.com'));
    const nested = Array.from({ length: 300 }, (_, i) => `Content-Type: multipart/report; boundary=b${i}\n\n--b${i}\n`);
    imap.add(nested.join(''));
    await sweep();
    expect(await accountOf(reader)).toMatchObject({ emailFailures: 0 });
    imap.add(whole);
    await sweep();
    expect(await accountOf(reader)).toMatchObject({ emailFailures: 1 });
  });
});

describe('the mailbox', () => {
  it('is read where it was left off, also after a broken connection; nothing in it is changed', async () => {
    const reader = await mintReader();
    imap.add(dsn(await sent(reader), reader.email));
    imap.breakOnce();
    await expect(sweep()).rejects.toThrow(/^imap:/);
    await sweep();
    expect(await accountOf(reader)).toMatchObject({ emailFailures: 1 });
    const before = imap.commands.length;
    await sweep();
    expect(imap.commands.slice(before)).not.toContain('UID FETCH');
    expect(imap.commands.filter((name) => /STORE|EXPUNGE|SELECT|COPY|MOVE|DELETE|CLOSE/.test(name))).toEqual([]);
  });

  it('is left to the process that reads it, unless that was killed', async () => {
    const reader = await mintReader();
    imap.add(dsn(await sent(reader), reader.email));
    const busyUntil = new Date(Date.now() + 60_000);
    await withPortal((db) => db.update(mailbox).set({ busyUntil }));
    await sweep();
    expect(await accountOf(reader)).toMatchObject({ emailFailures: 0 });
    await sweep(61_000);
    expect(await accountOf(reader)).toMatchObject({ emailFailures: 1 });
  });

  it('gets no password without encryption or from a server that is not trusted, and errors tell none', async () => {
    const plain = await startImap({ plain: true });
    const read = (url: string) =>
      readMailbox({
        ...{ url, from: { uidValidity: 0, lastUid: 0 } },
        onReport: () => Promise.resolve(),
        onPlace: () => Promise.resolve(),
      }).then(
        () => 'read',
        (error: unknown) => String(error),
      );
    try {
      expect(await read(plain.url)).toMatch(/^Error: imap:/);
      expect(plain.commands).not.toContain('LOGIN');
      setDefaultCACertificates(trusted);
      const before = imap.commands.length;
      expect(await read(imap.url)).toMatch(/^Error: imap:/);
      expect(imap.commands).toHaveLength(before);
      setDefaultCACertificates([...trusted, CERTIFICATE]);
      const refused = await read(imap.url.replace('word', 'other'));
      expect(refused).toMatch(/^Error: imap:/);
      expect(refused).not.toMatch(/p@ss|no-reply/);
    } finally {
      await plain.stop();
    }
  });
});
