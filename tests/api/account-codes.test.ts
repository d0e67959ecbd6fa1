import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userAccount, userConsent } from '#src/server/account/tables/account.ts';
import { article } from '#src/server/site/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { sealSms } from '#src/server/account/code/sms/seal-sms.ts';
import { sendSmsJob } from '#src/server/jobs/send-sms.ts';
import { settings } from '#src/server/core/settings.ts';
import {
  anyAddress,
  anyPhone,
  ageCode,
  CODE_LOGIN,
  endWindow,
  SEND_CODE,
  sendCode,
  sendLater,
} from '../factories/codes.ts';
import { call, callWithCookies, ok, type Caller } from '../factories/portal.ts';
import { codeTo, messagesTo } from '../factories/sms.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

let tenant: TestTenant;
let here: Caller;
beforeAll(async () => {
  tenant = await mintTenant('Codes');
});
beforeEach(() => {
  here = { host: tenant.host, address: anyAddress() };
});

describe('login by code', () => {
  it('opens a session for a member, and rejects the code the second time', async () => {
    const person = await mintPerson(tenant, { userName: '韩梅梅' });
    expect(await sendCode(here, person.phone)).toEqual({
      code: 200,
      msg: 'ok',
      data: { expiresIn: 600, resendAfter: 60 },
    });
    const [message] = await messagesTo(person.phone);
    expect(message).toMatchObject({ purpose: 'login', minutes: 10, silent: false });
    expect(message!.text).toBe(`【知行】登录验证码 ${message!.code}，10 分钟内有效。请勿告诉他人。`);
    const { envelope, cookie } = await callWithCookies(here, CODE_LOGIN, { phone: person.phone, code: message!.code });
    expect(envelope).toMatchObject({ code: 200, data: { enterpriseId: tenant.id } });
    const me = { host: tenant.host, token: envelope.data.token, cookie };
    expect(await ok(me, 'GET /user/auth/enterprise/user/info/current/view')).toMatchObject({ userName: '韩梅梅' });
    expect(await call(here, CODE_LOGIN, { phone: person.phone, code: message!.code })).toMatchObject({
      code: 422,
      data: [{ field: 'code', message: '验证码错误' }],
    });
  });

  it('creates one account without an enterprise for a new phone number', async () => {
    const phone = anyPhone();
    for (let round = 0; round < 2; round++) {
      await sendLater(here, phone);
      expect(await call(here, CODE_LOGIN, { phone, code: await codeTo(phone) })).toMatchObject({
        code: 200,
        data: { enterpriseId: null },
      });
    }
    expect(await withPortal((db) => db.$count(userAccount, eq(userAccount.phone, phone)))).toBe(1);
  });

  it('rejects a code after ten minutes', async () => {
    const phone = anyPhone();
    await sendCode(here, phone);
    await ageCode(phone, 601);
    expect((await call(here, CODE_LOGIN, { phone, code: await codeTo(phone) })).code).toBe(422);
    await sendLater(here, phone);
    await ageCode(phone, 540);
    expect((await call(here, CODE_LOGIN, { phone, code: await codeTo(phone) })).code).toBe(200);
  });

  it('rejects the code after five wrong attempts, also concurrent ones', async () => {
    const [phone, other] = [anyPhone(), anyPhone()];
    const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
    await sendCode(here, phone);
    const code = await codeTo(phone);
    const tries = Array.from({ length: 12 }, () => call(here, CODE_LOGIN, { phone, code: wrong(code) }));
    for (const answer of await Promise.all(tries)) expect(answer.code).toBe(422);
    expect((await call(here, CODE_LOGIN, { phone, code })).code).toBe(422);

    await sendCode(here, other);
    const right = await codeTo(other);
    for (let n = 0; n < 4; n++) await call(here, CODE_LOGIN, { phone: other, code: wrong(right) });
    expect((await call(here, CODE_LOGIN, { phone: other, code: right })).code).toBe(200);
  });

  it('accepts one of several concurrent uses of a code', async () => {
    const phone = anyPhone();
    await sendCode(here, phone);
    const code = await codeTo(phone);
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(here, CODE_LOGIN, { phone, code })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
  });

  it('rejects older codes, and codes for another purpose or phone', async () => {
    const { phone } = await mintPerson(tenant);
    await sendCode(here, phone);
    const first = await codeTo(phone);
    await endWindow(`code:minute:${phone}`);
    await sendCode(here, phone, 'reset');
    const reset = await codeTo(phone);
    expect(reset === first || (await call(here, CODE_LOGIN, { phone, code: reset })).code === 422).toBe(true);
    await sendLater(here, phone);
    const second = await codeTo(phone);
    expect(second === first || (await call(here, CODE_LOGIN, { phone, code: first })).code === 422).toBe(true);
    expect((await call(here, CODE_LOGIN, { phone: anyPhone(), code: second })).code).toBe(422);
    expect((await call(here, CODE_LOGIN, { phone, code: second })).code).toBe(200);
  });

  it('rejects a disabled account', async () => {
    const person = await mintPerson(tenant);
    await withPortal((db) =>
      db.update(userAccount).set({ disabledAt: new Date() }).where(eq(userAccount.id, person.userId)),
    );
    await sendCode(here, person.phone);
    expect(await call(here, CODE_LOGIN, { phone: person.phone, code: await codeTo(person.phone) })).toMatchObject({
      code: 403,
      msg: '账号已停用，请联系管理员',
    });
  });

  it('requires consent before it checks the code, also for unknown phones', async () => {
    const strict = await mintTenant('Strict');
    const asked = { host: strict.host, address: anyAddress() };
    await withTenant(strict.id, (db) =>
      db.insert(article).values({
        enterpriseId: strict.id,
        code: 'agreement',
        title: { zh: '协议' },
        body: { zh: '内容' },
        version: 3,
        published: true,
      }),
    );
    const person = await mintPerson(strict);
    await ok(asked, SEND_CODE, { phone: person.phone, purpose: 'login' });
    const code = await codeTo(person.phone);
    for (const phone of [person.phone, anyPhone()])
      expect(await call(asked, CODE_LOGIN, { phone, code })).toMatchObject({ code: 422, data: [{ field: 'agreed' }] });
    expect((await call(asked, CODE_LOGIN, { phone: person.phone, code, agreed: true })).code).toBe(200);
    const consents = await withTenant(strict.id, (db) =>
      db.select().from(userConsent).where(eq(userConsent.userId, person.userId)),
    );
    expect(consents).toMatchObject([{ code: 'agreement', version: 3 }]);
  });

  it('returns the error of each invalid field', async () => {
    expect(await call(here, CODE_LOGIN, { phone: '', code: '' })).toMatchObject({
      code: 422,
      data: [
        { field: 'code', message: '请输入验证码' },
        { field: 'phone', message: '请输入手机号' },
      ].sort((a, b) => (a.field < b.field ? 1 : -1)),
    });
    expect(await call(here, CODE_LOGIN, { phone: anyPhone(), code: '12345' })).toMatchObject({
      data: [{ field: 'code', message: '请输入 6 位数字验证码' }],
    });
  });
});

describe('codes for a new and for the current phone number', () => {
  it('require a session', async () => {
    const phone = anyPhone();
    expect((await sendCode(here, phone, 'phone')).code).toBe(300);
    expect(await messagesTo(phone)).toEqual([]);
    const person = await mintPerson(tenant);
    expect((await call(person, SEND_CODE, { phone, purpose: 'phone' })).code).toBe(200);
    expect(await messagesTo(phone)).toMatchObject([{ purpose: 'phone', silent: false }]);
    expect((await call(person, 'POST /user/auth/user/info/send/verification/code')).code).toBe(200);
    expect(await messagesTo(person.phone)).toMatchObject([{ purpose: 'confirm', silent: false }]);
  });

  it('are rejected without a phone number', async () => {
    const person = await mintPerson(tenant);
    await withPortal((db) => db.update(userAccount).set({ phone: null }).where(eq(userAccount.id, person.userId)));
    expect(await call(person, 'POST /user/auth/user/info/send/verification/code')).toMatchObject({
      code: 409,
      msg: '账号没有绑定手机号',
    });
  });
});

describe('job send-sms', () => {
  const sms = (phone: string, more = {}) =>
    sealSms({
      phone,
      purpose: 'login',
      code: '135791',
      minutes: 10,
      text: '135791',
      silent: false,
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
      ...more,
    });

  it('is stored encrypted, deleted after a minute, and retried twice', async () => {
    const phone = anyPhone();
    await sendCode(here, phone);
    const code = await codeTo(phone);
    const { rows } = await withPortal((_db, client) =>
      client.query<{ data: object; deletion_seconds: number; retry_limit: number }>(
        `select data, deletion_seconds, retry_limit from pgboss.job where name = 'send-sms' order by created_on desc limit 50`,
      ),
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(Object.keys(row.data)).toEqual(['sealed']);
      expect(row).toMatchObject({ deletion_seconds: 60, retry_limit: 2 });
    }
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`);
    expect(JSON.stringify(rows)).not.toContain(phone);
  });

  it('does not send silent and expired messages', async () => {
    const [heard, silent, late] = [anyPhone(), anyPhone(), anyPhone()];
    await sendSmsJob(sms(silent, { silent: true }));
    await sendSmsJob(sms(late, { expiresAt: new Date().toISOString() }));
    await sendSmsJob(sms(heard));
    const outbox = readFileSync(join(settings().dataDir, 'outbox.jsonl'), 'utf8');
    expect(outbox).toContain(heard);
    expect(outbox).not.toContain(silent);
    expect(outbox).not.toContain(late);
  });
});

describe('another browser that knows the phone number', () => {
  /** A browser that requests a code and stores the cookie. */
  async function ask(phone: string) {
    await endWindow(`code:minute:${phone}`);
    const { envelope, cookie } = await callWithCookies(here, SEND_CODE, { phone, purpose: 'login' });
    expect(envelope.code).toBe(200);
    expect(cookie).toContain('zhixing_code=');
    return { browser: { ...here, cookie }, code: await codeTo(phone) };
  }
  const guess = (caller: Caller, phone: string, code: string) =>
    call(caller, CODE_LOGIN, { phone, code, agreed: true });
  const otherThan = (...codes: string[]) => {
    let wrong = 0;
    return () => {
      for (;;) {
        const code = String(++wrong).padStart(6, '0');
        if (!codes.includes(code)) return code;
      }
    };
  };

  it('cannot use up the attempts of the browser that requested the code', async () => {
    const { phone } = await mintPerson(tenant);
    const { browser, code } = await ask(phone);
    const wrong = otherThan(code);
    for (let n = 0; n < 8; n++) expect((await guess(here, phone, wrong())).code).toBe(422);
    expect((await guess(here, phone, code)).code, 'after five wrong attempts the right code is rejected').toBe(422);
    expect((await guess(browser, phone, code)).code).toBe(200);
  });

  it('cannot invalidate the code by requesting another one', async () => {
    const { phone } = await mintPerson(tenant);
    const own = await ask(phone);
    const stranger = await ask(phone);
    const wrong = otherThan(own.code, stranger.code);
    for (let n = 0; n < 6; n++) expect((await guess(stranger.browser, phone, wrong())).code).toBe(422);
    expect((await guess(stranger.browser, phone, stranger.code)).code).toBe(422);
    expect((await guess(own.browser, phone, own.code)).code).toBe(200);
    expect((await guess(here, phone, stranger.code)).code, 'a correct code invalidates the others').toBe(422);
  });

  it('has five attempts of its own', async () => {
    const { phone } = await mintPerson(tenant);
    const { browser, code } = await ask(phone);
    const wrong = otherThan(code);
    for (let n = 0; n < 5; n++) expect((await guess(browser, phone, wrong())).code).toBe(422);
    expect((await guess(browser, phone, code)).code).toBe(422);
    expect((await guess(here, phone, code)).code, 'a client without cookies has its own attempts').toBe(200);
  });

  it('accepts only the latest code of a browser', async () => {
    const { phone } = await mintPerson(tenant);
    const first = await ask(phone);
    await endWindow(`code:minute:${phone}`);
    await call(first.browser, SEND_CODE, { phone, purpose: 'login' });
    const last = await codeTo(phone);
    if (first.code !== last) expect((await guess(first.browser, phone, first.code)).code).toBe(422);
    expect((await guess(first.browser, phone, last)).code).toBe(200);
  });
});
