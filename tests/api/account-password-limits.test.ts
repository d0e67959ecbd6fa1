import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#src/server/account/password/password.ts';
import { rateLimit } from '#src/server/core/tables.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { anyAddress, anyPhone, CODE_LOGIN, endWindow, PASSWORD_LOGIN, solvedPicture } from '../factories/codes.ts';
import { call, type Caller } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

const PASSWORD = 'Study@2026';
let tenant: TestTenant;
let here: Caller;
beforeAll(async () => {
  tenant = await mintTenant('Codes');
});
beforeEach(() => {
  here = { host: tenant.host, address: anyAddress() };
});

describe('rate limits of wrong passwords', () => {
  const login = (phone: string, password: string, more = {}) =>
    call(here, PASSWORD_LOGIN, { phone, password, ...more });
  const withPassword = async () => mintPerson(tenant, { passwordHash: await hashPassword(PASSWORD) });

  it('requires a proof of work from the third attempt on, and rejects more than ten per account in 15 minutes', async () => {
    const { phone } = await withPassword();
    for (let n = 0; n < 2; n++)
      expect(await login(phone, 'Wrong@2026')).toMatchObject({ code: 422, data: [{ field: 'password' }] });
    // Without a proof of work the password is not checked, and the attempt does not count.
    for (let n = 0; n < 10; n++)
      expect(await login(phone, PASSWORD)).toMatchObject({ code: 422, data: [{ field: 'pictureCode' }] });
    expect((await login(phone, PASSWORD, await solvedPicture(here))).code).toBe(200);
    for (let n = 2; n < 10; n++)
      expect(await login(phone, 'Wrong@2026', await solvedPicture(here))).toMatchObject({
        data: [{ field: 'password' }],
      });
    const over = await login(phone, PASSWORD, await solvedPicture(here));
    expect(over).toMatchObject({ code: 429, msg: '尝试次数过多，请 15 分钟后再试' });
    await endWindow(`login:account:${phone}`);
    expect((await login(phone, PASSWORD)).code).toBe(200);
  });

  it('counts attempts from all addresses together, and requires a proof of work from each', async () => {
    const { phone } = await withPassword();
    const fields: string[] = [];
    for (let n = 0; n < 14; n++) {
      const from = { host: tenant.host, address: anyAddress() };
      const proof = n < 2 ? {} : await solvedPicture(from);
      if (n === 2) {
        const idle = await call(from, PASSWORD_LOGIN, { phone, password: 'Wrong@2026' });
        expect(idle.data).toMatchObject([{ field: 'pictureCode' }]);
      }
      const { code, data } = await call(from, PASSWORD_LOGIN, { phone, password: 'Wrong@2026', ...proof });
      fields.push(code === 429 ? '429' : (data as unknown as { field: string }[])[0]!.field);
    }
    expect(fields).toEqual([...Array<string>(10).fill('password'), ...Array<string>(4).fill('429')]);
    expect(
      (await call({ host: tenant.host, address: anyAddress() }, PASSWORD_LOGIN, { phone, password: PASSWORD })).code,
    ).toBe(429);
  });

  it('rejects a proof of work that another address has used', async () => {
    const { phone } = await withPassword();
    for (let n = 0; n < 2; n++) await login(phone, 'Wrong@2026');
    const proof = await solvedPicture(here);
    const both = [anyAddress(), anyAddress()].map((address) =>
      call({ host: tenant.host, address }, PASSWORD_LOGIN, { phone, password: 'Wrong@2026', ...proof }),
    );
    const found = (await Promise.all(both)).map(({ data }) => (data as unknown as { field: string }[])[0]!.field);
    expect(found.sort()).toEqual(['password', 'pictureCode']);
  });

  it('counts concurrent attempts like sequential ones', async () => {
    const { phone } = await withPassword();
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(phone, 'Wrong@2026')));
    const fields = answers.map(({ code, data }) =>
      code === 429 ? '429' : (data as unknown as { field: string }[])[0]!.field,
    );
    expect(fields.filter((field) => field === 'password')).toHaveLength(2);
  });

  it('does not count right passwords', async () => {
    const { phone } = await withPassword();
    for (let n = 0; n < 12; n++) expect((await login(phone, PASSWORD)).code).toBe(200);
  });

  it('rejects an address after 300 failures, without counting right passwords and affecting other addresses', async () => {
    const { phone } = await withPassword();
    const key = `login:address:${here.address}`;
    expect((await login(phone, PASSWORD)).code).toBe(200);
    expect((await login(anyPhone(), PASSWORD)).code).toBe(422);
    const count = async () =>
      (await withPortal((db) => db.select().from(rateLimit).where(eq(rateLimit.key, key))))[0]!.count;
    expect(await count()).toBe(1);
    await call(here, CODE_LOGIN, { phone: anyPhone(), code: '123456' });
    expect(await count()).toBe(2);
    await withPortal((db) => db.update(rateLimit).set({ count: 100 }).where(eq(rateLimit.key, key)));
    expect(await login(phone, PASSWORD)).toMatchObject({ code: 422, data: [{ field: 'pictureCode' }] });
    expect((await login(phone, PASSWORD, await solvedPicture(here))).code).toBe(200);
    await withPortal((db) => db.update(rateLimit).set({ count: 300 }).where(eq(rateLimit.key, key)));
    expect(await login(phone, PASSWORD, await solvedPicture(here))).toMatchObject({
      code: 429,
      msg: '尝试次数过多，请 15 分钟后再试',
    });
    expect((await call(here, CODE_LOGIN, { phone, code: '123456' })).code).toBe(429);
    here = { ...here, address: anyAddress() };
    expect((await login(phone, PASSWORD)).code).toBe(200);
  });
});
