import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, like, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maskPhone } from '#src/lib/phone.ts';
import { hashPassword } from '#src/server/account/password.ts';
import { hashAnswer } from '#src/server/account/picture/picture-code.ts';
import { hashToken } from '#src/server/account/token.ts';
import { auditLog, userAccount, userConsent, userSession } from '#src/server/db/schema/account.ts';
import { loginAttempt, pictureCode, rateLimit, verificationCode } from '#src/server/db/schema/sign-in.ts';
import { article } from '#src/server/db/schema/site.ts';
import { withPortal, withTenant } from '#src/server/db/tenant.ts';
import { sealSms, sendSmsJob } from '#src/server/jobs/send-sms.ts';
import { sweepAccounts } from '#src/server/jobs/sweep-accounts.ts';
import { settings } from '#src/server/settings.ts';
import { call, callWithCookies, ok, type Caller } from '../factories/portal.ts';
import { codeTo, messagesTo } from '../factories/sms.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

const SEND = 'POST /user/api/user/info/send/verification/code';
const LOGIN = 'POST /user/api/user/info/login/verification/code';
const PASSWORD_LOGIN = 'POST /user/api/user/info/login/pwd';
const PICTURE = 'GET /user/api/user/info/get/image/verification/code';
const PASSWORD = 'Study@2026';

let tenant: TestTenant;
let here: Caller;
const anyPhone = () => `15${String(randomInt(1e9)).padStart(9, '0')}`;
const address = () => `10.${randomInt(250)}.${randomInt(250)}.${randomInt(250)}`;

beforeAll(async () => {
  tenant = await mintTenant('Codes');
});
beforeEach(() => {
  here = { host: tenant.host, address: address() };
});

/** Lets time pass: the window of a count ends, or a code is older than it was. */
const endWindow = (key: string) =>
  withPortal((db) =>
    db
      .update(rateLimit)
      .set({ expiresAt: new Date(0) })
      .where(eq(rateLimit.key, key)),
  );
const ageCode = (phone: string, seconds: number) =>
  withPortal((db) =>
    db
      .update(verificationCode)
      .set({ expiresAt: sql`${verificationCode.expiresAt} - make_interval(secs => ${seconds})` })
      .where(eq(verificationCode.phone, phone)),
  );
const send = (phone: string, purpose: 'login' | 'reset' | 'phone' = 'login', more = {}) =>
  call(here, SEND, { phone, purpose, ...more });
/** As if a minute had passed since the last one. */
async function sendLater(phone: string, more = {}) {
  await endWindow(`code:minute:${phone}`);
  return send(phone, 'login', more);
}
/** A picture whose answer the test knows. */
async function solved() {
  const { id } = await ok(here, PICTURE);
  await withPortal((db) =>
    db
      .update(pictureCode)
      .set({ answerHash: hashAnswer(id, 'ACEF') })
      .where(eq(pictureCode.id, id)),
  );
  return { pictureId: id, pictureCode: 'ACEF' };
}
const auditOf = (phone: string) =>
  withTenant(tenant.id, (db) =>
    db
      .select({ action: auditLog.action, detail: auditLog.detail })
      .from(auditLog)
      .where(sql`${auditLog.detail}->>'phone' in (${phone}, ${maskPhone(phone)})`),
  );

describe('signing in with a code', () => {
  it('opens a session of a member, and the code works once', async () => {
    const person = await mintPerson(tenant, { userName: '韩梅梅' });
    expect(await send(person.phone)).toEqual({ code: 200, msg: 'ok', data: { expiresIn: 600, resendAfter: 60 } });
    const [message] = await messagesTo(person.phone);
    expect(message).toMatchObject({ purpose: 'login', minutes: 10, silent: false });
    expect(message!.text).toBe(`【Codes】登录验证码 ${message!.code}，10 分钟内有效。请勿告诉他人。`);
    const { envelope, cookie } = await callWithCookies(here, LOGIN, { phone: person.phone, code: message!.code });
    expect(envelope).toMatchObject({ code: 200, data: { enterpriseId: tenant.id } });
    const me = { host: tenant.host, token: envelope.data.token, cookie };
    expect(await ok(me, 'GET /user/auth/enterprise/user/info/current/view')).toMatchObject({ userName: '韩梅梅' });
    expect(await call(here, LOGIN, { phone: person.phone, code: message!.code })).toMatchObject({
      code: 422,
      data: [{ field: 'code', message: '验证码错误' }],
    });
  });

  it('makes an account in no enterprise of a new phone, once', async () => {
    const phone = anyPhone();
    for (let round = 0; round < 2; round++) {
      await sendLater(phone);
      expect(await call(here, LOGIN, { phone, code: await codeTo(phone) })).toMatchObject({
        code: 200,
        data: { enterpriseId: null },
      });
    }
    expect(await withPortal((db) => db.$count(userAccount, eq(userAccount.phone, phone)))).toBe(1);
  });

  it('takes a code for ten minutes', async () => {
    const phone = anyPhone();
    await send(phone);
    await ageCode(phone, 601);
    expect((await call(here, LOGIN, { phone, code: await codeTo(phone) })).code).toBe(422);
    await sendLater(phone);
    await ageCode(phone, 540);
    expect((await call(here, LOGIN, { phone, code: await codeTo(phone) })).code).toBe(200);
  });

  it('takes five tries, also when they come at once', async () => {
    const [phone, other] = [anyPhone(), anyPhone()];
    const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
    await send(phone);
    const code = await codeTo(phone);
    const tries = Array.from({ length: 12 }, () => call(here, LOGIN, { phone, code: wrong(code) }));
    for (const answer of await Promise.all(tries)) expect(answer.code).toBe(422);
    expect((await call(here, LOGIN, { phone, code })).code).toBe(422);

    await send(other);
    const right = await codeTo(other);
    for (let n = 0; n < 4; n++) await call(here, LOGIN, { phone: other, code: wrong(right) });
    expect((await call(here, LOGIN, { phone: other, code: right })).code).toBe(200);
  });

  it('of many that use a code at once one gets in', async () => {
    const phone = anyPhone();
    await send(phone);
    const code = await codeTo(phone);
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(here, LOGIN, { phone, code })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
  });

  it('takes only the newest code, and none for another purpose or phone', async () => {
    const { phone } = await mintPerson(tenant);
    await send(phone);
    const first = await codeTo(phone);
    await endWindow(`code:minute:${phone}`);
    await send(phone, 'reset');
    const reset = await codeTo(phone);
    expect(reset === first || (await call(here, LOGIN, { phone, code: reset })).code === 422).toBe(true);
    await sendLater(phone);
    const second = await codeTo(phone);
    expect(second === first || (await call(here, LOGIN, { phone, code: first })).code === 422).toBe(true);
    expect((await call(here, LOGIN, { phone: anyPhone(), code: second })).code).toBe(422);
    expect((await call(here, LOGIN, { phone, code: second })).code).toBe(200);
  });

  it('refuses a disabled account, whoever holds its phone', async () => {
    const person = await mintPerson(tenant);
    await withPortal((db) =>
      db.update(userAccount).set({ disabledAt: new Date() }).where(eq(userAccount.id, person.userId)),
    );
    await send(person.phone);
    expect(await call(here, LOGIN, { phone: person.phone, code: await codeTo(person.phone) })).toMatchObject({
      code: 403,
      msg: '账号已停用，请联系管理员',
    });
  });

  it('asks for consent before it looks at the code, of everybody', async () => {
    const strict = await mintTenant('Strict');
    const asked = { host: strict.host, address: address() };
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
    await ok(asked, SEND, { phone: person.phone, purpose: 'login' });
    const code = await codeTo(person.phone);
    for (const phone of [person.phone, anyPhone()])
      expect(await call(asked, LOGIN, { phone, code })).toMatchObject({ code: 422, data: [{ field: 'agreed' }] });
    expect((await call(asked, LOGIN, { phone: person.phone, code, agreed: true })).code).toBe(200);
    const consents = await withTenant(strict.id, (db) =>
      db.select().from(userConsent).where(eq(userConsent.userId, person.userId)),
    );
    expect(consents).toMatchObject([{ code: 'agreement', version: 3 }]);
  });

  it('names what is wrong with the input', async () => {
    expect(await call(here, LOGIN, { phone: '', code: '' })).toMatchObject({
      code: 422,
      data: [
        { field: 'code', message: '请输入验证码' },
        { field: 'phone', message: '请输入手机号' },
      ].sort((a, b) => (a.field < b.field ? 1 : -1)),
    });
    expect(await call(here, LOGIN, { phone: anyPhone(), code: '12345' })).toMatchObject({
      data: [{ field: 'code', message: '请输入 6 位数字验证码' }],
    });
  });
});

describe('limits of codes for a phone', () => {
  it('one a minute, also when they are asked for at once', async () => {
    const phone = anyPhone();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(phone)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 429, 429, 429, 429, 429]);
    expect(answers.find(({ code }) => code === 429)!.msg).toBe('尝试次数过多，请 1 分钟后再试');
    expect(await messagesTo(phone)).toHaveLength(1);
    expect((await sendLater(phone)).code).toBe(200);
  });

  it('a picture after three, five an hour', async () => {
    const phone = anyPhone();
    for (let n = 0; n < 3; n++) expect((await sendLater(phone)).code).toBe(200);
    expect(await sendLater(phone)).toMatchObject({
      code: 422,
      data: [{ field: 'pictureCode', message: '请输入图形验证码' }],
    });
    // What was refused did not use the minute up.
    expect((await send(phone, 'login', await solved())).code).toBe(200);
    expect((await sendLater(phone, await solved())).code).toBe(200);
    const over = await sendLater(phone, await solved());
    expect(over.code).toBe(429);
    expect(over.msg).toBe('尝试次数过多，请 60 分钟后再试');
    await endWindow(`code:hour:${phone}`);
    expect((await sendLater(phone)).code).toBe(200);
    expect(await messagesTo(phone)).toHaveLength(6);
  });

  it('ten a day, whatever the purpose', async () => {
    const phone = anyPhone();
    for (let n = 0; n < 10; n++) {
      await endWindow(`code:hour:${phone}`);
      await endWindow(`code:minute:${phone}`);
      expect((await send(phone, n % 2 ? 'reset' : 'login')).code).toBe(200);
    }
    await endWindow(`code:hour:${phone}`);
    const over = await sendLater(phone);
    expect(over.msg).toBe('尝试次数过多，请 24 小时后再试');
    expect(over.code).toBe(429);
  });
});

describe('limits of codes for an address', () => {
  const setCount = (key: string, count: number) =>
    withPortal((db) =>
      db
        .insert(rateLimit)
        .values({ key, count, expiresAt: new Date(Date.now() + 3_600_000) })
        .onConflictDoUpdate({ target: rateLimit.key, set: { count } }),
    );

  it('a picture after sixty an hour, and no more than 300; other addresses go on', async () => {
    const key = `code:address:hour:${here.address}`;
    await setCount(key, 59);
    expect((await send(anyPhone())).code).toBe(200);
    expect(await send(anyPhone())).toMatchObject({ code: 422, data: [{ field: 'pictureCode' }] });
    expect((await send(anyPhone(), 'login', await solved())).code).toBe(200);
    await setCount(key, 300);
    const victim = anyPhone();
    expect((await send(victim, 'login', await solved())).code).toBe(429);
    // What one address may not ask for does not use up what the phone has.
    expect(await withPortal((db) => db.$count(rateLimit, like(rateLimit.key, `%${victim}`)))).toBe(0);
    here = { ...here, address: address() };
    expect((await send(anyPhone())).code).toBe(200);
  });

  it('no more than 1,000 a day', async () => {
    await setCount(`code:address:day:${here.address}`, 999);
    expect((await send(anyPhone())).code).toBe(200);
    expect((await send(anyPhone())).code).toBe(429);
  });
});

describe('whether a phone is known', () => {
  const PURPOSES = ['login', 'reset'] as const;
  it.each(PURPOSES)(
    'does not show when a code for %s is asked for: same answer, same rows, same job',
    async (purpose) => {
      const known = (await mintPerson(tenant)).phone;
      const unknown = anyPhone();
      const answers = [await send(known, purpose), await send(unknown, purpose)];
      expect(answers[0]).toEqual(answers[1]);
      const traces = await Promise.all(
        [known, unknown].map(async (phone) => ({
          audit: (await auditOf(phone)).map(({ action, detail }) => [action, Object.keys(detail!)]),
          limits: await withPortal((db) => db.$count(rateLimit, like(rateLimit.key, `%${phone}`))),
          codes: await withPortal((db) => db.$count(verificationCode, eq(verificationCode.phone, phone))),
          jobs: (await messagesTo(phone)).map((sms) => Object.keys(sms)),
        })),
      );
      expect(traces[0]).toEqual(traces[1]);
      expect(traces[0]).toMatchObject({ limits: 3, codes: 1 });
      expect(traces[0]!.jobs).toHaveLength(1);
      expect(traces[0]!.audit).toHaveLength(1);
      const [[toKnown], [toUnknown]] = [await messagesTo(known), await messagesTo(unknown)];
      expect(toKnown!.silent).toBe(false);
      expect(toUnknown!.silent).toBe(purpose === 'reset');
    },
  );

  it('does not show when a password or code is wrong', async () => {
    const known = (await mintPerson(tenant, { passwordHash: await hashPassword(PASSWORD) })).phone;
    const unknown = anyPhone();
    const trace = async (phone: string) => {
      const answers = [
        await call(here, PASSWORD_LOGIN, { phone, password: 'Wrong@2026' }),
        await call(here, LOGIN, { phone, code: '123456' }),
        await call(here, PASSWORD_LOGIN, { phone, password: 'Wrong@2026' }),
        await call(here, PASSWORD_LOGIN, { phone, password: 'Wrong@2026' }),
      ];
      const limits = await withPortal((db) =>
        db
          .select({ count: rateLimit.count })
          .from(rateLimit)
          .where(eq(rateLimit.key, `login:account:${phone}`)),
      );
      return { answers, limits, audit: (await auditOf(phone)).map(({ action }) => action) };
    };
    const traces = [await trace(known), await trace(unknown)];
    expect(traces[0]).toEqual(traces[1]);
    expect(traces[0]!.limits).toEqual([{ count: 2 }]);
    expect(traces[0]!.audit).toEqual(['login.refused', 'login.refused', 'login.refused']);
  });
});

describe('codes for a new and for the present phone', () => {
  it('are for people with a session', async () => {
    const phone = anyPhone();
    expect((await send(phone, 'phone')).code).toBe(300);
    expect(await messagesTo(phone)).toEqual([]);
    const person = await mintPerson(tenant);
    expect((await call(person, SEND, { phone, purpose: 'phone' })).code).toBe(200);
    expect(await messagesTo(phone)).toMatchObject([{ purpose: 'phone', silent: false }]);
    expect((await call(person, 'POST /user/auth/user/info/send/verification/code')).code).toBe(200);
    expect(await messagesTo(person.phone)).toMatchObject([{ purpose: 'confirm', silent: false }]);
  });

  it('need a phone to go to', async () => {
    const person = await mintPerson(tenant);
    await withPortal((db) => db.update(userAccount).set({ phone: null }).where(eq(userAccount.id, person.userId)));
    expect(await call(person, 'POST /user/auth/user/info/send/verification/code')).toMatchObject({
      code: 409,
      msg: '账号没有绑定手机号',
    });
  });
});

describe('the picture code', () => {
  it('is a PNG of its own, and the database does not know the answer', async () => {
    const first = await ok(here, PICTURE);
    expect(first.expiresIn).toBe(300);
    const png = Buffer.from(first.image.replace('data:image/png;base64,', ''), 'base64');
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 320, height: 112 });
    expect((await sharp(png).stats()).channels[0]!.stdev).toBeGreaterThan(10);
    expect((await ok(here, PICTURE)).image).not.toBe(first.image);
    const [row] = await withPortal((db) => db.select().from(pictureCode).where(eq(pictureCode.id, first.id)));
    expect(Object.keys(row!)).toEqual(['id', 'answerHash', 'expiresAt']);
    expect(row!.answerHash).toHaveLength(32);
  });

  /** A phone that has had three codes within the hour. */
  async function suspicious() {
    const phone = anyPhone();
    for (let n = 0; n < 3; n++) await sendLater(phone);
    return phone;
  }
  const wrong = { code: 422, data: [{ field: 'pictureCode', message: '图形验证码错误或已过期，请看新图重新输入' }] };

  it('takes small letters, spaces and full-width characters', async () => {
    const { pictureId } = await solved();
    expect(await sendLater(await suspicious(), { pictureId, pictureCode: ' ａce f' })).toMatchObject({ code: 200 });
  });

  it('works once, rightly answered or not', async () => {
    const phone = await suspicious();
    const picture = await solved();
    expect(await sendLater(phone, { ...picture, pictureCode: 'XXXX' })).toMatchObject(wrong);
    expect(await sendLater(phone, picture)).toMatchObject(wrong);
    const another = await solved();
    expect((await sendLater(phone, another)).code).toBe(200);
    expect(await sendLater(phone, another)).toMatchObject(wrong);
  });

  it('works for five minutes, and made-up ones never', async () => {
    const phone = await suspicious();
    const picture = await solved();
    await withPortal((db) =>
      db.update(pictureCode).set({ expiresAt: new Date() }).where(eq(pictureCode.id, picture.pictureId)),
    );
    expect(await sendLater(phone, picture)).toMatchObject(wrong);
    expect(await sendLater(phone, { ...picture, pictureId: randomUUID() })).toMatchObject(wrong);
  });

  it('is given 300 times in ten minutes to one address', async () => {
    await ok(here, PICTURE);
    const key = `picture:address:${here.address}`;
    await withPortal((db) => db.update(rateLimit).set({ count: 299 }).where(eq(rateLimit.key, key)));
    expect((await call(here, PICTURE)).code).toBe(200);
    expect((await call(here, PICTURE)).code).toBe(429);
  });
});

describe('limits of wrong passwords', () => {
  const login = (phone: string, password: string, more = {}) =>
    call(here, PASSWORD_LOGIN, { phone, password, ...more });
  const withPassword = async () => mintPerson(tenant, { passwordHash: await hashPassword(PASSWORD) });

  it('a picture from the third try on, ten of an account in 15 minutes', async () => {
    const { phone } = await withPassword();
    for (let n = 0; n < 2; n++)
      expect(await login(phone, 'Wrong@2026')).toMatchObject({ code: 422, data: [{ field: 'password' }] });
    // Without a picture no password is looked at, and no try is used up.
    for (let n = 0; n < 10; n++)
      expect(await login(phone, PASSWORD)).toMatchObject({ code: 422, data: [{ field: 'pictureCode' }] });
    expect((await login(phone, PASSWORD, await solved())).code).toBe(200);
    for (let n = 2; n < 10; n++)
      expect(await login(phone, 'Wrong@2026', await solved())).toMatchObject({ data: [{ field: 'password' }] });
    const over = await login(phone, PASSWORD, await solved());
    expect(over).toMatchObject({ code: 429, msg: '尝试次数过多，请 15 分钟后再试' });
    await endWindow(`login:account:${phone}`);
    expect((await login(phone, PASSWORD)).code).toBe(200);
  });

  it('many at once get no further than one after the other', async () => {
    const { phone } = await withPassword();
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(phone, 'Wrong@2026')));
    const fields = answers.map(({ code, data }) =>
      code === 429 ? '429' : (data as unknown as { field: string }[])[0]!.field,
    );
    expect(fields.filter((field) => field === 'password')).toHaveLength(2);
  });

  it('right ones do not count', async () => {
    const { phone } = await withPassword();
    for (let n = 0; n < 12; n++) expect((await login(phone, PASSWORD)).code).toBe(200);
  });

  it('300 failures of one address; other addresses go on, and people who know their password did not count', async () => {
    const { phone } = await withPassword();
    const key = `login:address:${here.address}`;
    expect((await login(phone, PASSWORD)).code).toBe(200);
    expect((await login(anyPhone(), PASSWORD)).code).toBe(422);
    const count = async () =>
      (await withPortal((db) => db.select().from(rateLimit).where(eq(rateLimit.key, key))))[0]!.count;
    expect(await count()).toBe(1);
    await call(here, LOGIN, { phone: anyPhone(), code: '123456' });
    expect(await count()).toBe(2);
    await withPortal((db) => db.update(rateLimit).set({ count: 100 }).where(eq(rateLimit.key, key)));
    expect(await login(phone, PASSWORD)).toMatchObject({ code: 422, data: [{ field: 'pictureCode' }] });
    expect((await login(phone, PASSWORD, await solved())).code).toBe(200);
    await withPortal((db) => db.update(rateLimit).set({ count: 300 }).where(eq(rateLimit.key, key)));
    expect(await login(phone, PASSWORD, await solved())).toMatchObject({
      code: 429,
      msg: '尝试次数过多，请 15 分钟后再试',
    });
    expect((await call(here, LOGIN, { phone, code: '123456' })).code).toBe(429);
    here = { ...here, address: address() };
    expect((await login(phone, PASSWORD)).code).toBe(200);
  });
});

describe('the job that sends', () => {
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

  it('is kept sealed, briefly, and tried again only for a while', async () => {
    const phone = anyPhone();
    await send(phone);
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

  it('sends nothing to nobody, and nothing that is too late', async () => {
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

it('the sweep removes what has expired, and nothing else', async () => {
  const [old, fresh] = [anyPhone(), anyPhone()];
  await send(old);
  await send(fresh);
  const [lost, kept] = [await solved(), await solved()];
  await ageCode(old, 700);
  await endWindow(`code:minute:${old}`);
  await withPortal((db) =>
    db
      .update(pictureCode)
      .set({ expiresAt: new Date(0) })
      .where(eq(pictureCode.id, lost.pictureId)),
  );
  await sweepAccounts();
  const left = await withPortal(async (db) => ({
    codes: [
      await db.$count(verificationCode, eq(verificationCode.phone, old)),
      await db.$count(verificationCode, eq(verificationCode.phone, fresh)),
    ],
    minutes: [
      await db.$count(rateLimit, eq(rateLimit.key, `code:minute:${old}`)),
      await db.$count(rateLimit, eq(rateLimit.key, `code:minute:${fresh}`)),
    ],
    pictures: [
      await db.$count(pictureCode, eq(pictureCode.id, lost.pictureId)),
      await db.$count(pictureCode, eq(pictureCode.id, kept.pictureId)),
    ],
  }));
  expect(left).toEqual({ codes: [0, 1], minutes: [0, 1], pictures: [0, 1] });
});

it('the sweep removes attempts to sign in elsewhere, of every tenant, and sessions that ended a month ago', async () => {
  const DAY = 86_400_000;
  const ago = (days: number) => new Date(Date.now() - days * DAY);
  const person = await mintPerson(tenant);
  const sessions = await Promise.all(
    [ago(31), ago(29), null].map(async (endedAt) => {
      const { token } = await mintPerson(tenant);
      const tokenHash = hashToken(token);
      await withPortal((db) => db.update(userSession).set({ endedAt }).where(eq(userSession.tokenHash, tokenHash)));
      return tokenHash;
    }),
  );
  await withTenant(tenant.id, (db) =>
    db.insert(loginAttempt).values(
      [-1, 1].map((days) => ({
        enterpriseId: tenant.id,
        provider: 'wecom' as const,
        stateHash: Buffer.alloc(32),
        browserHash: Buffer.alloc(32),
        userId: person.userId,
        expiresAt: ago(-days),
      })),
    ),
  );
  await sweepAccounts();
  const left = await withPortal(async (db) => {
    const counts: number[] = [];
    for (const hash of sessions) counts.push(await db.$count(userSession, eq(userSession.tokenHash, hash)));
    return counts;
  });
  expect(left).toEqual([0, 1, 1]);
  const attempts = await withTenant(tenant.id, (db) =>
    db.select().from(loginAttempt).where(eq(loginAttempt.userId, person.userId)),
  );
  expect(attempts).toHaveLength(1);
  expect(attempts[0]!.expiresAt.getTime()).toBeGreaterThan(Date.now());
});
