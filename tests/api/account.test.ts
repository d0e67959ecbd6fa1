import { beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#src/server/account/password/password.ts';
import { call, callWithCookies, ok } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const PASSWORD = 'Study@2026';
let tenant: TestTenant;
let person: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  person = await mintPerson(tenant, { userName: '李雷', passwordHash: await hashPassword(PASSWORD) });
});

const login = (phone: string, password: string, locale: 'zh' | 'en' = 'zh') =>
  call({ host: tenant.host, locale }, 'POST /user/api/user/info/login/pwd', { phone, password });

describe('login by password', () => {
  it('returns a token that is valid until logout', async () => {
    const { envelope, cookie, setCookies } = await callWithCookies(
      { host: tenant.host },
      'POST /user/api/user/info/login/pwd',
      { phone: person.phone, password: PASSWORD },
    );
    const { code, data } = envelope;
    expect(code).toBe(200);
    expect(setCookies[0]).toMatch(/^zhixing_companion=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(data).toMatchObject({ expiresIn: 86_400, enterpriseId: tenant.id });
    const me = { host: tenant.host, token: data.token, cookie };
    expect(await ok(me, 'GET /user/auth/enterprise/user/info/current/view')).toMatchObject({
      userName: '李雷',
      userType: 1,
    });
    await ok(me, 'PUT /user/auth/user/info/logout');
    expect((await call(me, 'GET /user/auth/enterprise/user/info/current/view')).code).toBe(300);
  });

  it('returns the same field error for a wrong password and an unknown phone', async () => {
    const wrong = await login(person.phone, 'Wrong@2026');
    const unknown = await login('13999999999', PASSWORD);
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ code: 422, data: [{ field: 'password', message: '手机号或密码错误' }] });
    expect((await login(person.phone, 'Wrong@2026', 'en')).msg).toBe('Incorrect phone number or password');
  });

  it('returns the error of each invalid field', async () => {
    expect(await login('', '')).toMatchObject({
      code: 422,
      data: [
        { field: 'phone', message: '请输入手机号' },
        { field: 'password', message: '请输入密码' },
      ],
    });
  });

  it('rejects a token without its companion or with that of another session', async () => {
    const name = 'GET /user/auth/enterprise/user/info/current/view';
    const other = await mintPerson(tenant);
    expect(await call({ ...person, cookie: '' }, name)).toMatchObject({
      code: 300,
      msg: expect.stringContaining('zhixing_companion'),
    });
    expect(await call({ ...person, token: undefined, cookie: '' }, name)).toMatchObject({ msg: '请先登录' });
    expect((await call({ ...person, cookie: companionCookie(other.token) }, name)).code).toBe(300);
    expect(await ok(person, name)).toMatchObject({ id: person.userId, token: person.token });
  });

  it('rejects a token on the host of another tenant, and invented tokens', async () => {
    const other = await mintTenant();
    const name = 'GET /user/auth/enterprise/user/info/current/view';
    expect((await call({ host: other.host, token: person.token }, name)).code).toBe(300);
    expect((await call({ host: tenant.host, token: 'x'.repeat(43) }, name)).code).toBe(300);
  });
});
