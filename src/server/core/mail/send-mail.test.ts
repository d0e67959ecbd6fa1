import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { CERTIFICATE } from '../../../../tests/stand-ins/certificate.ts';
import { startSmtp, type SmtpStandIn } from '../../../../tests/stand-ins/smtp.ts';
import { composeMail } from './message.ts';
import { MailRefused, sendMail } from './send-mail.ts';

const FROM = { name: '华信学习, "知行"', address: 'no-reply@example.com' };
const message = composeMail({
  to: 'wang@example.com',
  subject: '验证码 246813',
  lines: [{ text: '您好 <b>&\n第二行' }, { text: '打开 "首页"', url: 'https://learn.example.com/en?a=1&b="2"' }],
  locale: 'zh',
});
const LOGIN = { user: 'portal@example.com', pass: 'p@ss/word:1' };
const withLogin = (url: string) =>
  url.replace('//', `//${encodeURIComponent(LOGIN.user)}:${encodeURIComponent(LOGIN.pass)}@`);

let server: SmtpStandIn | undefined;
const trusted = getCACertificates('default');
afterEach(async () => {
  setDefaultCACertificates(trusted);
  await server?.stop();
  server = undefined;
});
const trust = () => setDefaultCACertificates([...trusted, CERTIFICATE]);
const failure = (url: string) => sendMail(message, { url, from: FROM }).catch((error: unknown) => error as Error);

describe('sendMail', () => {
  it('sends text and HTML without remote content to one recipient', async () => {
    server = await startSmtp({ plain: true });
    await sendMail(message, { url: server.url, from: FROM });
    const [{ from, to, mail, raw }] = server.received as [SmtpStandIn['received'][number]];
    expect([from, to]).toEqual([FROM.address, ['wang@example.com']]);
    expect(mail.from).toMatchObject(FROM);
    expect(mail.subject).toBe('验证码 246813');
    expect(mail.text?.trimEnd()).toBe('您好 <b>&\n第二行\n\n打开 "首页"\nhttps://learn.example.com/en?a=1&b="2"');
    expect(mail.html).toContain('<p>您好 &lt;b&gt;&amp;<br>第二行</p>');
    expect(mail.html).toContain(
      '<a href="https://learn.example.com/en?a=1&amp;b=&quot;2&quot;">打开 &quot;首页&quot;</a>',
    );
    expect(mail.html).not.toMatch(/<(img|link|script|style)|src=|url\(/);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  it('does not let text become a header or a second recipient', async () => {
    server = await startSmtp({ plain: true });
    const subject = 'Hello\r\nBcc: evil@example.com\nX-Extra: 1';
    await sendMail(composeMail({ to: 'wang@example.com', subject, lines: [{ text: 'Text' }], locale: 'en' }), {
      url: server.url,
      from: FROM,
    });
    const to = 'wang@example.com\r\nRCPT TO:<evil@example.com>, evil@example.com';
    await expect(sendMail({ ...message, to }, { url: server.url, from: FROM })).rejects.toThrow();
    expect(server.received.map((each) => each.to)).toEqual([['wang@example.com']]);
    expect(server.received[0]!.mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(server.received[0]!.mail.headers.map(({ key }) => key)).not.toContain('x-extra');
    expect(server.received[0]!.mail.subject).toBe('Hello Bcc: evil@example.com X-Extra: 1');
  });

  it('logs in over TLS', async () => {
    server = await startSmtp({ auth: LOGIN });
    trust();
    await sendMail(message, { url: withLogin(server.url), from: FROM });
    expect(server.received).toMatchObject([{ isEncrypted: true, user: LOGIN.user }]);
  });

  it('sends a password neither unencrypted nor to a server whose certificate is not trusted', async () => {
    server = await startSmtp({ auth: LOGIN });
    expect(await failure(withLogin(server.url))).toBeInstanceOf(Error);
    expect(server.logins).toBe(0);
    await server.stop();
    trust();
    server = await startSmtp({ auth: LOGIN, plain: true });
    expect(await failure(withLogin(server.url))).toBeInstanceOf(Error);
    expect(server.logins).toBe(0);
    expect(server.received).toEqual([]);
  });

  it.each([
    [550, true],
    [553, true],
    [450, false],
    [451, false],
  ])('rejects on SMTP status %i (permanently: %s) without the recipient in the error', async (status, forGood) => {
    server = await startSmtp({ plain: true });
    server.rejectWith(status);
    const error = await failure(server.url);
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof MailRefused).toBe(forGood);
    expect(String(error)).toContain(String(status));
    expect(String(error)).not.toContain('wang');
  });

  it('fails temporarily on a wrong password and when the server is unreachable', async () => {
    server = await startSmtp({ auth: LOGIN });
    trust();
    const wrong = await failure(withLogin(server.url).replace('word', 'other'));
    expect(wrong).not.toBeInstanceOf(MailRefused);
    expect(String(wrong)).toBe('Error: smtp: EAUTH 535');
    const { url } = server;
    await server.stop();
    server = undefined;
    expect(await failure(url)).not.toBeInstanceOf(MailRefused);
  });
});
