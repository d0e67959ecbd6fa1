import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationInput } from '#src/contract/calls.ts';
import { MESSAGE_LANGS } from '#src/contract/rules/message.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { enterpriseInfo } from '#src/server/company/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { settings } from '#src/server/core/settings.ts';
import { sendCodeMailJob } from '#src/server/jobs/send-code-mail.ts';
import { deliverNotices } from '#src/server/jobs/deliver-notices.ts';
import { sendTestMessage } from '#src/server/jobs/send-test-message.ts';
import { allTemplates, builtInText } from '#src/server/message/templates.ts';
import { reminderPreference } from '#src/server/notice/tables.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { anyAddress, SEND_CODE } from '../factories/codes.ts';
import { mintGrant } from '../factories/organisation.ts';
import { call, ok, type Caller } from '../factories/portal.ts';
import { mailJobsTo, messagesTo } from '../factories/sms.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { startSmtp, type SmtpStandIn } from '../stand-ins/smtp.ts';

const PAGE = 'POST /system/auth/message/template/page';
const VIEW = 'GET /system/auth/message/template/view';
const SAVE = 'PUT /system/auth/message/template/save';
const TEST = 'POST /system/auth/message/template/test';

let smtp: SmtpStandIn;
let tenant: TestTenant;
let editor: Caller;
let editorPerson: TestPerson & { email: string };
beforeAll(async () => {
  smtp = await startSmtp({ plain: true });
  Object.assign(process.env, { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com', LOG_LEVEL: 'warn' });
  expect(settings().mail).toBeDefined();
  tenant = await mintTenant('Letters & Co');
  editorPerson = await mintReader({ userName: 'Edith' });
  await mintGrant(tenant, editorPerson, 'contentEditor');
  editor = editorPerson;
});
afterAll(() => smtp.stop());

async function mintReader(more: Parameters<typeof mintPerson>[1] = {}): Promise<TestPerson & { email: string }> {
  const person = await mintPerson(tenant, more);
  const email = `reader@${randomUUID()}.example.com`;
  await withPortal((db) => db.update(userAccount).set({ email }).where(eq(userAccount.id, person.userId)));
  return { ...person, email };
}

type Texts = OperationInput<typeof SAVE>['texts'];
/** Replaces the texts of a message on top of what is stored. */
async function save(kind: string, texts: Texts) {
  const { revision } = await ok(editor, VIEW, { kind });
  return ok(editor, SAVE, { kind, revision, texts });
}
const refused = async (kind: string, texts: Texts) => {
  const { revision } = await ok(editor, VIEW, { kind });
  const answer = await call(editor, SAVE, { kind, revision, texts });
  expect(answer.code).toBe(422);
  return (answer.data as unknown as { field: string }[]).map(({ field }) => field);
};
const newestTest = async () =>
  (
    await withPortal(
      async (_db, client) =>
        (
          await client.query<{ data: Jobs['send-test-message'] }>(
            `select data from pgboss.job where name = 'send-test-message' order by created_on desc, id desc limit 1`,
          )
        ).rows,
    )
  )[0]!.data;

describe('texts of messages', () => {
  it('has a text of the portal for every kind, in both languages, with its obligatory placeholders', () => {
    for (const { kind, placeholders, hasSubject } of allTemplates().values())
      for (const lang of MESSAGE_LANGS) {
        const { subject, body } = builtInText(kind, lang);
        expect(subject !== null).toBe(hasSubject);
        for (const { name, isRequired } of placeholders)
          if (isRequired) expect(`${subject ?? ''} ${body}`, kind).toContain(`{{${name}}}`);
      }
  });

  it('lists all messages, and finds one by a word of its text', async () => {
    const all = await ok(editor, PAGE, { pageSize: 20 });
    expect(all.totalCount).toBe(allTemplates().size);
    const found = await ok(editor, PAGE, { keyword: 'has an account for you', channel: 'mail' });
    expect(found.list.map(({ kind }) => kind)).toEqual(['mail.invitation']);
    expect((await ok(editor, PAGE, { changed: true })).totalCount).toBe(0);
  });

  it('refuses unknown, misspelt and missing placeholders at their field', async () => {
    const body = 'Come to {{site}}\n\n{{link}}';
    const wrong = (text: string, subject = 'Hello') =>
      refused('mail.invitation', { zh: null, en: { subject, body: text } });
    expect(await wrong(`${body} {{password}}`)).toEqual(['texts.en.body']);
    expect(await wrong(`${body} {{si te}}`)).toEqual(['texts.en.body']);
    expect(await wrong('Come to {{site}}')).toEqual(['texts.en.body']);
    expect(await wrong(body, '{{link}}')).toEqual(['texts.en.subject']);
    expect(await wrong(body, ' ')).toEqual(['texts.en.subject']);
    expect(await refused('mail.code.login', { zh: { subject: '{{code}}', body: '{{code}}' }, en: null })).toEqual([
      'texts.zh.subject',
    ]);
    expect(await refused('sms.code.login', { zh: { subject: null, body: '{{code}}' }, en: null })).toEqual([
      'texts.zh.body',
    ]);
    expect((await ok(editor, VIEW, { kind: 'mail.invitation' })).revision).toBe(0);
  });

  it('keeps what two editors write apart, has a history, and goes back to the text of the portal', async () => {
    const kind = 'notice:kind.announcement';
    const mine = { subject: null, body: 'Read “{{title}}” today' };
    const first = await save(kind, { zh: null, en: mine });
    expect(first.texts).toEqual({ zh: null, en: mine });
    expect((await call(editor, SAVE, { kind, revision: 0, texts: { zh: null, en: null } })).code).toBe(409);
    const [row] = (await ok(editor, PAGE, { changed: true, channel: 'notice' })).list;
    expect(row).toMatchObject({ kind, changed: ['en'], en: mine });
    const builtIn = builtInText(kind, 'en');
    const back = await save(kind, { zh: null, en: builtIn });
    expect(back).toMatchObject({ id: first.id, texts: { zh: null, en: null } });
    const history = await ok(editor, 'POST /data/auth/history/page', { kind: 'message', id: first.id });
    expect(history.list.map(({ changes }) => changes)).toEqual([
      [{ name: 'enBody', before: mine.body, after: null }],
      [{ name: 'enBody', before: null, after: mine.body }],
    ]);
  });

  it('sends codes with the own text, escaped as HTML', async () => {
    const person = await mintReader();
    const body = 'Dear <b>colleague</b>, {{title}} sends you\n\n{{code}}\n\nDo not share it.';
    await save('mail.code.login', { zh: null, en: { subject: '{{sign}} says hello', body } });
    const here = { host: tenant.host, address: anyAddress(), locale: 'en' as const };
    await ok(here, SEND_CODE, { email: person.email, purpose: 'login' });
    const job = (await mailJobsTo(person.email)).at(-1)!;
    await sendCodeMailJob(job.data);
    const { mail } = await smtp.mailTo(person.email);
    expect(mail.subject).toBe('Zhixing says hello');
    expect(mail.text).toContain('Dear <b>colleague</b>, ');
    expect(mail.text).toMatch(/^\d{6}$/m);
    expect(mail.html).toContain('Dear &lt;b&gt;colleague&lt;/b&gt;');
    expect(mail.html).not.toContain('<b>');
  });

  it('sends text messages with the own text, in its language only', async () => {
    await save('sms.code.login', { zh: { subject: null, body: '【{{sign}}】码：{{code}}' }, en: null });
    const [zh, en] = [await mintPerson(tenant), await mintPerson(tenant)];
    for (const [person, locale] of [
      [zh, 'zh'],
      [en, 'en'],
    ] as const)
      await ok({ host: tenant.host, address: anyAddress(), locale }, SEND_CODE, {
        phone: person.phone,
        purpose: 'login',
      });
    expect((await messagesTo(zh.phone)).at(-1)!.text).toMatch(/^【知行】码：\d{6}$/);
    expect((await messagesTo(en.phone)).at(-1)!.text).toMatch(/^\[Zhixing\] Your sign-in code is \d{6}, valid for/);
  });

  it('shows notices, and reminds of them, with the own text; values are not looked into', async () => {
    const person = await mintReader();
    const own = { subject: null, body: 'Hurry: {{title}} ({{end}})' };
    await save('notice:task.due', { zh: null, en: own });
    await save('mail.reminder', {
      zh: null,
      en: { subject: 'About {{text}}', body: 'From {{site}}\n\nOpen it {{link}}\n\n{{text}}\n\n{{settings}}' },
    });
    await withTenant(tenant.id, async (db) => {
      await db.insert(reminderPreference).values({
        ...{ enterpriseId: tenant.id, userId: person.userId, choices: { mail_due: true }, locale: 'en' },
        origin: 'https://learn.example.com',
      });
      return sendNotices(db, tenant.id, [
        {
          ...{ userId: person.userId, kind: 'task', path: '/account?change=1', source: `task:${randomUUID()}` },
          ...{ detail: { event: 'due', title: '{{end}} <i>', end: 'Friday' }, at: new Date() },
        },
      ]);
    });
    const shown = async (locale: 'zh' | 'en') =>
      (await ok({ ...person, locale }, 'POST /user/auth/notice/page', {})).list[0]!.text;
    expect(await shown('en')).toBe('Hurry: {{end}} <i> (Friday)');
    expect(await shown('zh')).toBeNull();
    await deliverNotices({ id: tenant.id, timeZone: 'Asia/Shanghai' });
    const { mail } = await smtp.mailTo(person.email);
    expect(mail.subject).toBe('About Hurry: {{end}} <i> (Friday)');
    expect(mail.html).toContain('<a href="https://learn.example.com/en/account?change=1">Open it</a>');
    expect(mail.html).toContain('<p>Hurry: {{end}} &lt;i&gt; (Friday)</p>');
  });

  it('sends a test of what is typed to the editor, through the mail server', async () => {
    const text = { subject: 'Welcome to {{site}}', body: 'Come in\n\nSet a password {{link}}' };
    const { email } = await ok(editor, TEST, { kind: 'mail.invitation', lang: 'en', text });
    expect(email).toBe(editorPerson.email.replace(/^(.)[^@]*/, '$1***'));
    await sendTestMessage(await newestTest());
    const { mail } = await smtp.mailTo(editorPerson.email);
    expect(mail.subject).toBe(`Welcome to Letters & Co`);
    expect(mail.html).toMatch(/<a href="http[^"]+">Set a password<\/a>/);
    const notice = { subject: null, body: 'Hurry: {{title}}' };
    await ok(editor, TEST, { kind: 'notice:task.due', lang: 'zh', text: notice });
    await sendTestMessage(await newestTest());
    expect((await smtp.mailTo(editorPerson.email, 2)).mail.html).toContain('Hurry: 安全生产');
    const wrong = { subject: 'Hello', body: 'No link' };
    expect((await call(editor, TEST, { kind: 'mail.invitation', lang: 'en', text: wrong })).code).toBe(422);
    const caller = await mintPerson(tenant, { isAdmin: true });
    expect((await call(caller, TEST, { kind: 'mail.invitation', lang: 'en', text })).code).toBe(409);
  });

  it('uses and accepts no texts of an enterprise that no operator vouches for', async () => {
    const kind = 'notice:kind.accepted';
    await save(kind, { zh: null, en: { subject: null, body: 'Accepted: {{title}}' } });
    const person = await mintPerson(tenant);
    const reader = { ...person, locale: 'en' as const };
    await withTenant(tenant.id, (db) =>
      sendNotices(db, tenant.id, [
        {
          ...{ userId: person.userId, kind: 'accepted', path: '/community', source: `answer:${randomUUID()}` },
          ...{ detail: { title: 'Gloves' }, at: new Date() },
        },
      ]),
    );
    const shown = async () => (await ok(reader, 'POST /user/auth/notice/page', {})).list[0]!.text;
    expect(await shown()).toBe('Accepted: Gloves');
    await withTenant(tenant.id, (db) =>
      db.insert(enterpriseInfo).values({
        ...{ enterpriseId: tenant.id, industry: 'manufacturing', regionCode: '320583', contactName: 'Han Meimei' },
        ...{ contactPhone: '13800000000', registeredBy: person.userId },
      }),
    );
    expect(await shown()).toBeNull();
    const { revision, isOwnTextRefused } = await ok(editor, VIEW, { kind });
    expect(isOwnTextRefused).toBe(true);
    expect((await call(editor, SAVE, { kind, revision, texts: { zh: null, en: null } })).code).toBe(409);
  });
});
