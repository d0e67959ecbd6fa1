import { createHash } from 'node:crypto';
import { like } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateLimit } from '#src/server/core/tables.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { hashPassword } from '#src/server/account/password/password.ts';
import {
  anyAddress,
  anyPhone,
  CODE_LOGIN,
  endWindow,
  PASSWORD_LOGIN,
  sendCode,
  sendLater,
  solvedPicture,
} from '../factories/codes.ts';
import { call, callWithCookies, type Caller } from '../factories/portal.ts';
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

describe('rate limits of codes per phone number', () => {
  it('sends one per minute, also for concurrent requests', async () => {
    const phone = anyPhone();
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendCode(here, phone)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 429, 429, 429, 429, 429]);
    expect(answers.find(({ code }) => code === 429)!.msg).toBe('尝试次数过多，请 1 分钟后再试');
    expect(await messagesTo(phone)).toHaveLength(1);
    expect((await sendLater(here, phone)).code).toBe(200);
  });

  it('requires a proof of work after three, and rejects more than five per hour', async () => {
    const phone = anyPhone();
    for (let n = 0; n < 3; n++) expect((await sendLater(here, phone)).code).toBe(200);
    expect(await sendLater(here, phone)).toMatchObject({
      code: 422,
      data: [{ field: 'pictureCode', message: '需要进行安全验证，请重试' }],
    });
    // The rejected request does not count for the one-minute limit.
    expect((await sendCode(here, phone, 'login', await solvedPicture(here))).code).toBe(200);
    expect((await sendLater(here, phone, await solvedPicture(here))).code).toBe(200);
    const over = await sendLater(here, phone, await solvedPicture(here));
    expect(over.code).toBe(429);
    expect(over.msg).toBe('尝试次数过多，请 60 分钟后再试');
    await endWindow(`code:hour:${phone}`);
    expect((await sendLater(here, phone)).code).toBe(200);
    expect(await messagesTo(phone)).toHaveLength(6);
  });

  it('rejects more than ten per day for all purposes together', async () => {
    const phone = anyPhone();
    for (let n = 0; n < 10; n++) {
      await endWindow(`code:hour:${phone}`);
      await endWindow(`code:minute:${phone}`);
      expect((await sendCode(here, phone, n % 2 ? 'reset' : 'login')).code).toBe(200);
    }
    await endWindow(`code:hour:${phone}`);
    const over = await sendLater(here, phone);
    expect(over.msg).toBe('尝试次数过多，请 24 小时后再试');
    expect(over.code).toBe(429);
  });
});

describe('a stranger who uses up the codes of a number', () => {
  const usedUp = async (phone: string) => {
    const stranger = { host: tenant.host, address: anyAddress() };
    for (let n = 0; n < 10; n++) {
      await endWindow(`code:hour:${phone}`);
      expect((await sendLater(stranger, phone)).code).toBe(200);
    }
    await endWindow(`code:hour:${phone}`);
    expect((await sendLater(stranger, phone)).code).toBe(429);
  };

  it('does not keep its owner from getting one where they have logged in before, in any way', async () => {
    const passwordHash = await hashPassword('Study@2026');
    const person = await mintPerson(tenant, { passwordHash });
    await sendCode(here, person.phone);
    const byCode = await callWithCookies(here, CODE_LOGIN, {
      phone: person.phone,
      code: await codeTo(person.phone),
    });
    const byPassword = await callWithCookies(here, PASSWORD_LOGIN, { phone: person.phone, password: 'Study@2026' });
    await endWindow(`code:day:${person.phone}`);
    await usedUp(person.phone);
    for (const { envelope, cookie } of [byCode, byPassword]) {
      expect(envelope.code).toBe(200);
      const own = { ...here, cookie };
      await endWindow(`code:minute:own:${person.phone}`);
      expect((await sendCode(own, person.phone)).code).toBe(200);
      expect((await call(own, CODE_LOGIN, { phone: person.phone, code: await codeTo(person.phone) })).code).toBe(200);
    }
    // A stranger's own cookie is of no use to them.
    const other = await mintPerson(tenant, { passwordHash });
    const known = { ...here, cookie: byPassword.cookie };
    await usedUp(other.phone);
    expect((await sendLater(known, other.phone)).code).toBe(429);
  });

  it('cannot make such a cookie, and it tells nobody the number', async () => {
    const person = await mintPerson(tenant, { passwordHash: await hashPassword('Study@2026') });
    const { setCookies } = await callWithCookies(here, PASSWORD_LOGIN, { phone: person.phone, password: 'Study@2026' });
    const line = setCookies.find((each) => each.includes('zhixing_known'))!;
    expect(line).toContain('HttpOnly');
    expect(decodeURIComponent(line)).not.toContain(person.phone);
    await usedUp(person.phone);
    const mark = createHash('sha256').update(`known browser\n${person.phone}`).digest('base64url').slice(0, 22);
    expect((await sendLater({ ...here, cookie: `zhixing_known=${mark}` }, person.phone)).code).toBe(429);
  });
});

describe('rate limits of codes per address', () => {
  const setCount = (key: string, count: number) =>
    withPortal((db) =>
      db
        .insert(rateLimit)
        .values({ key, count, expiresAt: new Date(Date.now() + 3_600_000) })
        .onConflictDoUpdate({ target: rateLimit.key, set: { count } }),
    );

  it('requires a proof of work after 60 per hour and rejects more than 300, without affecting other addresses', async () => {
    const key = `code:address:hour:${here.address}`;
    await setCount(key, 59);
    expect((await sendCode(here, anyPhone())).code).toBe(200);
    expect(await sendCode(here, anyPhone())).toMatchObject({ code: 422, data: [{ field: 'pictureCode' }] });
    expect((await sendCode(here, anyPhone(), 'login', await solvedPicture(here))).code).toBe(200);
    await setCount(key, 300);
    const victim = anyPhone();
    expect((await sendCode(here, victim, 'login', await solvedPicture(here))).code).toBe(429);
    // A request rejected for its address does not count for the phone number.
    expect(await withPortal((db) => db.$count(rateLimit, like(rateLimit.key, `%${victim}`)))).toBe(0);
    here = { ...here, address: anyAddress() };
    expect((await sendCode(here, anyPhone())).code).toBe(200);
  });

  it('rejects more than 1,000 per day', async () => {
    await setCount(`code:address:day:${here.address}`, 999);
    expect((await sendCode(here, anyPhone())).code).toBe(200);
    expect((await sendCode(here, anyPhone())).code).toBe(429);
  });
});
