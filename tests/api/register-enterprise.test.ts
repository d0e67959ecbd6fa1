import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#src/server/core/tables.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { enterpriseInfo } from '#src/server/company/tables.ts';
import { articleVersion } from '#src/server/site/tables.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { looksLike } from '#src/server/core/look-alike.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { settings } from '#src/server/core/settings.ts';
import { mintUpload, newEnterprise, unusedWord } from '../factories/company.ts';
import { call, callWithCookies, ok, portal } from '../factories/portal.ts';
import { mintSession } from '../factories/session.ts';
import { mintAccount, mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const ADD = 'POST /user/auth/enterprise/info/add';
const RULES = 'GET /user/auth/enterprise/info/rules/view';
const LIST = 'GET /user/auth/user/info/enterprise/list';

let tenant: TestTenant;
let person: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  person = await mintPerson(tenant, { userName: '李雷' });
});

describe('enterprise/info/add', () => {
  it('creates a tenant whose host is served immediately, with the user as its administrator', async () => {
    const input = newEnterprise({ creditCode: '9144030071526726xg', scale: '50-199', address: ' 前进东路 1 号 ' });
    const made = await ok(person, ADD, input);
    const host = `${input.key}.localhost`;
    expect(made).toEqual({
      enterpriseId: expect.any(String),
      enterpriseName: input.enterpriseName,
      key: input.key,
      origin: `http://${host}`,
    });
    const website = await ok({ host }, 'POST /system/api/website/view');
    expect(website).toMatchObject({ name: input.enterpriseName, websiteTitle: input.enterpriseName, lang: 'zh' });
    expect(website.websiteNavList.map(({ navUrl }) => navUrl)).toEqual([
      '/home',
      '/knowledge',
      '/lecturer',
      '/community',
      '/info',
      '/account',
    ]);
    const token = await mintSession(person.userId, made.enterpriseId);
    expect(await ok({ host, token }, 'GET /user/auth/enterprise/user/info/current/view')).toMatchObject({
      userName: '李雷',
      userType: 1,
      isAdmin: true,
    });
    const [info, log] = await withTenant(made.enterpriseId, async (db) => [
      await db.select().from(enterpriseInfo),
      await db.select().from(auditLog),
    ]);
    expect(info).toEqual([
      expect.objectContaining({
        industry: 'manufacturing',
        regionCode: '320583',
        address: '前进东路 1 号',
        scale: '50-199',
        creditCode: '9144030071526726XG',
        contactName: '韩梅梅',
        contactPhone: person.phone,
        registeredBy: person.userId,
      }),
    ]);
    expect(log).toEqual([
      expect.objectContaining({
        action: 'enterprise.registered',
        userId: person.userId,
        enterpriseId: made.enterpriseId,
      }),
    ]);
    expect((await ok(person, LIST)).map(({ enterpriseId }) => enterpriseId)).toContain(made.enterpriseId);
  });

  it('creates an agreement and a privacy policy with the escaped name in both languages', async () => {
    const input = newEnterprise({ enterpriseName: `Stars *and* [links](x) ${unusedWord()}` });
    const { enterpriseId } = await ok(person, ADD, input);
    const host = `${input.key}.localhost`;
    for (const locale of ['zh', 'en'] as const) {
      for (const id of ['agreement', 'privacy']) {
        const { bodyHtml, title } = await ok({ host, locale }, 'GET /system/api/sys/article/view', { id });
        expect(title).toMatch(locale === 'zh' ? /\p{Script=Han}/u : /^[A-Z]/);
        expect(bodyHtml).toContain('Stars *and* [links](x)');
        expect(bodyHtml).not.toContain('{name}');
        expect(bodyHtml).not.toContain('href');
      }
    }
    const versions = await withTenant(enterpriseId, (db) => db.select().from(articleVersion));
    expect(versions.map(({ version }) => version)).toEqual([1, 1]);
  });

  it('copies the logo to the new tenant as a public file', async () => {
    const founder = await mintPerson(tenant);
    const logo = await mintUpload(tenant, founder.userId);
    const input = newEnterprise({ logo });
    const made = await ok(founder, ADD, input);
    const host = `${input.key}.localhost`;
    const { logo: url, logoSize } = await ok({ host }, 'POST /system/api/website/view');
    expect(logoSize).toEqual({ width: 1, height: 1 });
    expect(url).not.toContain(logo);
    const get = (at: string, path: string) => portal.request(`http://${at}${path}`, { headers: { host: at } });
    expect((await get(host, url!)).status).toBe(200);
    expect((await get(tenant.host, url!)).status, 'a file of another tenant').toBe(404);
    const listed = (await ok(founder, LIST)).find(({ enterpriseId }) => enterpriseId === made.enterpriseId)!;
    expect(listed.logo).toBe(`/logo/${made.enterpriseId}`);
    const shown = await get(tenant.host, listed.logo!);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await get(tenant.host, `/logo/${tenant.id}`)).status, 'has none').toBe(404);
    expect((await get(tenant.host, '/logo/x')).status).toBe(404);

    // The upload is deleted; the logo is kept when its owner registers another enterprise from there.
    expect((await get(tenant.host, `/media/${logo}`)).status).toBe(404);
    const own = { host, token: await mintSession(founder.userId, made.enterpriseId) };
    const second = await mintUpload({ ...tenant, id: made.enterpriseId }, founder.userId);
    await ok(own, ADD, newEnterprise({ logo: second }));
    expect((await get(host, `/media/${second}`)).status).toBe(404);
    expect((await get(host, url!)).status).toBe(200);
  });
});

describe('a registration is rejected', () => {
  let someone: TestPerson;
  beforeAll(async () => {
    someone = await mintPerson(tenant);
  });
  const rejection = async (more: Partial<Parameters<typeof newEnterprise>[0]>) => {
    const { code, data } = await call(someone, ADD, newEnterprise(more as never));
    return { code, fields: (data as unknown as { field: string }[] | null)?.map(({ field }) => field) };
  };

  it.each([
    ['enterpriseName', { enterpriseName: ' x ' }],
    ['enterpriseName', { enterpriseName: '<script>' }],
    ['enterpriseName', { enterpriseName: '华信\u200b制造' }],
    ['enterpriseName', { enterpriseName: '\u202e华信制造' }],
    ['enterpriseName', { enterpriseName: '华信\u3164制造' }],
    ['enterpriseName', { enterpriseName: '\u00a0 华\u3000' }],
    ['enterpriseName', { enterpriseName: '账户异常请点 evil.example/x 处理' }],
    ['enterpriseName', { enterpriseName: '账户异常请登录 evil。example' }],
    ['enterpriseName', { enterpriseName: '客户服务热线 400' }],
    ['enterpriseName', { enterpriseName: '热线４００' }],
    ['enterpriseName', { enterpriseName: '】银行【' }],
    ['enterpriseName', { enterpriseName: '知行学习平台' }],
    ['enterpriseName', { enterpriseName: '知行官方服务' }],
    ['enterpriseName', { enterpriseName: 'Zhіxing' }],
    ['key', { key: 'evil%' }],
    ['key', { key: '%' }],
    ['key', { key: 'a%20b' }],
    ['key', { key: 'evil.example/' }],
    ['key', { key: 'ab' }],
    ['key', { key: '-abc' }],
    ['key', { key: 'www' }],
    ['key', { key: 'a.b.c' }],
    ['industry', { industry: 'magic' as never }],
    ['regionCode', { regionCode: '320500' }],
    ['regionCode', { regionCode: '999999' }],
    ['regionCode', { regionCode: '' }],
    ['contactName', { contactName: '  ' }],
    ['contactPhone', { contactPhone: '123' }],
    ['creditCode', { creditCode: '9144030071526726X1' }],
    ['scale', { scale: 'big' as never }],
    ['logo', { logo: '00000000-0000-4000-8000-000000000000' }],
  ])('at field %s for %j', async (field, more) => {
    expect(await rejection(more)).toEqual({ code: 422, fields: [field] });
  });

  it('with all field errors at once, in the language of the request', async () => {
    const { code, data } = await call({ ...someone, locale: 'en' }, ADD, {
      ...newEnterprise(),
      key: 'a',
      regionCode: '320500',
      creditCode: 'x',
    });
    expect(code).toBe(422);
    expect(data).toEqual([
      { field: 'key', message: expect.stringContaining('3 to 30') },
      { field: 'regionCode', message: expect.stringContaining('county') },
      { field: 'creditCode', message: expect.stringContaining('18') },
    ]);
  });

  it('for a logo of another user or tenant', async () => {
    const other = await mintPerson(tenant);
    expect(await rejection({ logo: await mintUpload(tenant, other.userId) })).toEqual({ code: 422, fields: ['logo'] });
    const elsewhere = await mintTenant();
    await withTenant(elsewhere.id, (db) =>
      db
        .insert(enterpriseUser)
        .values({ enterpriseId: elsewhere.id, userId: someone.userId, userName: '同一人', status: 'disabled' }),
    );
    expect(await rejection({ logo: await mintUpload(elsewhere, someone.userId) })).toEqual({
      code: 422,
      fields: ['logo'],
    });
  });

  it('for a name or key that is taken, also in another case and width, and for all but one of concurrent requests', async () => {
    const input = newEnterprise({ enterpriseName: `Acme（中国）${unusedWord()}` });
    const founders = await Promise.all(Array.from({ length: 6 }, () => mintPerson(tenant)));
    const answers = await Promise.all(founders.map((founder) => call(founder, ADD, input)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array<number>(5).fill(409)]);
    expect(await rejection({ key: input.key })).toEqual({ code: 409, fields: ['key'] });
    const written = input.enterpriseName.replace('Acme（', 'ACME(').replace('）', ')');
    expect(await rejection({ enterpriseName: written })).toEqual({ code: 409, fields: ['enterpriseName'] });
    expect(await rejection({ enterpriseName: written, key: input.key })).toEqual({
      code: 409,
      fields: ['enterpriseName', 'key'],
    });
    for (const alike of [
      input.enterpriseName.replace('（', ' （ '),
      input.enterpriseName.replace('中', ' \u00a0\u3000中'),
    ])
      expect(await rejection({ enterpriseName: alike }), alike).toEqual({ code: 409, fields: ['enterpriseName'] });
    expect(await withPortal((db) => db.$count(enterprise, and(eq(enterprise.name, input.enterpriseName))))).toBe(1);
  });

  it('for a name that somebody registers at the same moment, under another key and written in another way', async () => {
    const name = `并发（Acme）${unusedWord()}`;
    const written = [name, name.replace('（', '('), name.toUpperCase(), name.replace('发', ' 发 '), ` ${name}`];
    const founders = await Promise.all(written.map(() => mintPerson(tenant)));
    const answers = await Promise.all(
      written.map((enterpriseName, i) => call(founders[i]!, ADD, newEnterprise({ enterpriseName }))),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409]);
    for (const { data } of answers.filter(({ code }) => code === 409))
      expect(data).toMatchObject([{ field: 'enterpriseName' }]);
    const all = await withPortal((db) => db.select({ name: enterprise.name }).from(enterprise));
    expect(all.filter((each) => looksLike(each.name, name))).toHaveLength(1);
  });

  it('for a name or a key that readers would take for another one', async () => {
    const word = unusedWord();
    const founder = await mintPerson(tenant);
    const letters = word.replace(
      /./gu,
      (char) => 'abcdefghijklmnop'['甲乙丙丁戊己庚辛壬癸子丑寅卯辰午'.indexOf(char)]!,
    );
    const known = newEnterprise({ enterpriseName: `华信制造 Bluebay ${word}`, key: `bluebay-${letters}` });
    await ok(founder, ADD, known);
    for (const enterpriseName of [`華信製造 Bluebay ${word}`, `华信制造 Bluebаy ${word}`, `华信制造BIuebay ${word}`])
      expect(await rejection({ enterpriseName }), enterpriseName).toEqual({ code: 409, fields: ['enterpriseName'] });
    expect(await rejection({ key: known.key.replace('l', '1') })).toEqual({ code: 409, fields: ['key'] });
  });

  it('for a name that differs only by characters nobody sees from one that was taken before these were refused', async () => {
    const { name } = await withPortal(async (db) => {
      const old = { id: randomUUID(), key: `o${randomUUID().slice(0, 8)}`, name: `老\u200b企业 ${unusedWord()}` };
      await db.insert(enterprise).values({ ...old, timeZone: 'Asia/Shanghai', lang: 'zh' });
      return old;
    });
    expect(await rejection({ enterpriseName: name.replace('\u200b', '') })).toEqual({
      code: 409,
      fields: ['enterpriseName'],
    });
  });

  it('after three per day, without counting rejected ones', async () => {
    const eager = await mintPerson(tenant);
    for (let n = 0; n < 5; n += 1) expect((await call(eager, ADD, newEnterprise({ key: tenant.key }))).code).toBe(409);
    for (let n = 0; n < 3; n += 1) await ok(eager, ADD, newEnterprise());
    expect((await call(eager, ADD, newEnterprise())).code).toBe(429);
  });

  it('after twenty attempts in a day, whatever came of them', async () => {
    const curious = await mintPerson(tenant);
    const taken = newEnterprise({ key: tenant.key });
    for (let n = 0; n < 20; n += 1) expect((await call(curious, ADD, taken)).code).toBe(409);
    expect((await call(curious, ADD, taken)).code).toBe(429);
    expect(await call({ ...curious, locale: 'en' }, ADD, newEnterprise())).toMatchObject({
      code: 429,
      msg: expect.stringContaining('24 hours'),
    });
  });

  it('when the operator has closed it, and where no host name could serve it', async () => {
    const now = settings();
    const { enterpriseRegistration, tenantHosts } = now;
    // A session without an enterprise is valid at every host.
    const withoutEnterprise = { host: tenant.host, token: await mintSession(someone.userId, null) };
    try {
      now.enterpriseRegistration = 'closed';
      expect(await call(withoutEnterprise, ADD, newEnterprise())).toMatchObject({
        code: 403,
        msg: '此平台暂不开放企业注册',
      });
      expect(await ok(withoutEnterprise, RULES)).toMatchObject({ open: false });
      now.enterpriseRegistration = 'open';
      now.tenantHosts = [tenant.host];
      expect(await call(withoutEnterprise, ADD, newEnterprise())).toMatchObject({
        code: 409,
        msg: '此平台没有为企业配置访问地址，无法注册',
      });
      expect(await ok(withoutEnterprise, RULES)).toMatchObject({ open: false, hostPattern: null });
    } finally {
      Object.assign(now, { enterpriseRegistration, tenantHosts });
    }
  });
});

describe('a user without an enterprise', () => {
  it('can register one, and gets the contact’s name', async () => {
    const { userId, phone } = await mintAccount();
    const caller = { host: tenant.host, token: await mintSession(userId, null) };
    expect(await ok(caller, RULES)).toEqual({
      open: true,
      hostPattern: '{key}.localhost',
      phone: `${phone.slice(0, 3)}****${phone.slice(-4)}`,
    });
    const input = newEnterprise();
    const { enterpriseId } = await ok(caller, ADD, input);
    expect(await ok(caller, LIST)).toEqual([
      expect.objectContaining({ enterpriseId, userName: '韩梅梅', isAdmin: true, current: false }),
    ]);
    const { envelope } = await callWithCookies(caller, 'POST /user/auth/user/info/choose/enterprise', { enterpriseId });
    expect(envelope.data.url).toMatch(new RegExp(`^http://${input.key}\\.localhost/company\\?enter=1#handoff=`));
  });
});
