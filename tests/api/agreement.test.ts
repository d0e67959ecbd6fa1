import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#src/server/account/password/password.ts';
import { importPack } from '#src/server/content/import-pack.ts';
import { userConsent } from '#src/server/account/tables/account.ts';
import { article, articleVersion } from '#src/server/site/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { call, callWithCookies, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant } from '../factories/tenant.ts';
import { copyDemoPack, editPack } from '../factories/demo-pack.ts';

const VIEW = 'GET /system/api/sys/article/view';
const LOGIN = 'POST /user/api/user/info/login/pwd';
const CONSENTS = 'GET /user/auth/user/info/consent/list';
const PASSWORD = 'Study@2026';
const FIRST = new Date('2026-05-10T03:00:00Z');
const SECOND = new Date('2026-06-10T03:00:00Z');
describe('articles of a content pack', () => {
  let folder: string;
  let host: string;
  const edit = (name: string, change: (text: string) => string) => editPack(folder, name, change);
  const view = (id: string, version?: number) => call({ host }, VIEW, { id, ...(version && { version }) });

  beforeAll(async () => {
    const copied = await copyDemoPack('huaxin');
    folder = copied.folder;
    host = `${copied.key}.localhost`;
    await importPack(folder, { password: PASSWORD, now: FIRST });
  });

  it('have version 1 after the first import and after an unchanged one', async () => {
    const one = { version: 1, gmtCreate: FIRST.toISOString() };
    for (const id of ['about', 'agreement', 'privacy'])
      expect((await view(id)).data).toMatchObject({ ...one, versions: [one] });
    await importPack(folder, { password: PASSWORD, now: SECOND });
    expect((await view('agreement')).data).toMatchObject({ ...one, versions: [one] });
    expect((await view('agreement', 1)).code).toBe(200);
    expect((await view('agreement', 2)).code).toBe(404);
  });

  it('get a new version when a text changes, and the earlier one is preserved', async () => {
    const before = (await view('privacy')).data;
    await edit('articles/3-privacy.yaml', (text) =>
      text.replace('zh: 隐私政策', 'zh: 隐私说明').replace('保存三年', '保存两年'),
    );
    await importPack(folder, { password: PASSWORD, now: SECOND });
    const { data } = await view('privacy');
    expect(data).toMatchObject({
      title: '隐私说明',
      version: 2,
      gmtCreate: SECOND.toISOString(),
      versions: [
        { version: 2, gmtCreate: SECOND.toISOString() },
        { version: 1, gmtCreate: FIRST.toISOString() },
      ],
    });
    expect(data.bodyHtml).toContain('保存两年');
    const { versions: _now, ...old } = (await view('privacy', 1)).data;
    const { versions: _then, ...same } = before;
    expect(old).toEqual(same);
    expect(old.bodyHtml).toContain('保存三年');
    expect((await view('agreement')).data.version).toBe(1);
    expect((await view('privacy', 99)).code).toBe(404);
    for (const version of ['0', '-1', '1.5', 'x'])
      expect((await call({ host }, VIEW, { id: 'privacy', version: version })).code).toBe(422);
  });
});

describe('consent', () => {
  const publish = (enterpriseId: string, code: string, version: number) =>
    withTenant(enterpriseId, async (db) => {
      const text = { title: { zh: `${code} 第 ${version} 版` }, body: { zh: `正文 ${version}` } };
      const [found] = await db.select().from(article).where(eq(article.code, code));
      const [row] = found
        ? await db
            .update(article)
            .set({ ...text, version })
            .where(eq(article.id, found.id))
            .returning()
        : await db
            .insert(article)
            .values({ enterpriseId, code, ...text, version, sort: 0 })
            .returning();
      await db.insert(articleVersion).values({ enterpriseId, articleId: row!.id, version, ...text });
    });

  it('is required at the first login and after each new version, and all consents are stored', async () => {
    const tenant = await mintTenant();
    const other = await mintTenant();
    for (const code of ['agreement', 'privacy']) await publish(tenant.id, code, 1);
    const person = await mintPerson(tenant, { passwordHash: await hashPassword(PASSWORD) });
    const login = (agreed?: boolean) =>
      callWithCookies({ host: tenant.host }, LOGIN, { phone: person.phone, password: PASSWORD, agreed });
    expect(await ok(person, CONSENTS)).toEqual([]);
    const rejected = (await login()).envelope;
    expect(rejected).toMatchObject({ code: 422, data: [{ field: 'agreed' }] });
    expect((await login(true)).envelope.code).toBe(200);
    expect((await login()).envelope.code).toBe(200);

    await publish(tenant.id, 'privacy', 2);
    expect((await login(false)).envelope.code).toBe(422);
    expect((await login(true)).envelope.code).toBe(200);
    const accepted = await ok(person, CONSENTS);
    expect(accepted[0]).toMatchObject({ code: 'privacy', version: 2, title: 'privacy 第 2 版' });
    expect(accepted.map(({ code, version, title }) => `${code} ${version} ${title}`).sort()).toEqual([
      'agreement 1 agreement 第 1 版',
      'privacy 1 privacy 第 1 版',
      'privacy 2 privacy 第 2 版',
    ]);
    const colleague = await mintPerson(tenant);
    expect(await ok(colleague, CONSENTS)).toEqual([]);
    expect(await withTenant(other.id, (db) => db.$count(userConsent))).toBe(0);
  });

  it('texts of one tenant are not visible to another', async () => {
    const [here, there] = [await mintTenant(), await mintTenant()];
    await publish(here.id, 'agreement', 1);
    expect((await call({ host: here.host }, VIEW, { id: 'agreement', version: 1 })).code).toBe(200);
    expect((await call({ host: there.host }, VIEW, { id: 'agreement', version: 1 })).code).toBe(404);
  });
});
