import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { randomInt, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#src/server/account/password/password.ts';
import { importPack } from '#src/server/content/import-pack.ts';
import { userConsent } from '#src/server/core/db/schema/account.ts';
import { article, articleVersion } from '#src/server/core/db/schema/site.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { call, callWithCookies, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant } from '../factories/tenant.ts';

const VIEW = 'GET /system/api/sys/article/view';
const LOGIN = 'POST /user/api/user/info/login/pwd';
const CONSENTS = 'GET /user/auth/user/info/consent/list';
const PASSWORD = 'Study@2026';
const FIRST = new Date('2026-05-10T03:00:00Z');
const SECOND = new Date('2026-06-10T03:00:00Z');
/** Files of a pack that name people by their phones. */
const WITH_PEOPLE = ['people.csv', 'lecturers.yaml', 'tasks.yaml', 'history.yaml', 'comments.yaml', 'reactions.yaml'];

describe('articles of a content pack', () => {
  let folder: string;
  let host: string;
  const key = `v${randomUUID().slice(0, 8)}`;

  async function edit(name: string, change: (text: string) => string) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    expect(change(text)).not.toBe(text);
    await writeFile(path, change(text));
  }
  const view = (id: string, version?: number) => call({ host }, VIEW, { id, ...(version && { version }) });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zhixing-agreement-'));
    await cp(new URL('../../src/demo/packs/huaxin/', import.meta.url).pathname, folder, { recursive: true });
    const phones = `15${randomInt(1000, 9999)}`;
    await edit('site.yaml', (text) =>
      text.replace('key: huaxin', `key: ${key}`).replace('isDefault: true', 'isDefault: false'),
    );
    for (const name of WITH_PEOPLE)
      await edit(name, (text) =>
        text.replace(/13700000001/g, `${phones}00091`).replace(/138000(\d{5})/g, `${phones}$1`),
      );
    host = `${key}.localhost`;
    await importPack(folder, { password: PASSWORD, now: FIRST });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('are version 1 from the first import on, and stay so when nothing changed', async () => {
    const one = { version: 1, gmtCreate: FIRST.toISOString() };
    for (const id of ['about', 'agreement', 'privacy'])
      expect((await view(id)).data).toMatchObject({ ...one, versions: [one] });
    await importPack(folder, { password: PASSWORD, now: SECOND });
    expect((await view('agreement')).data).toMatchObject({ ...one, versions: [one] });
    expect((await view('agreement', 1)).code).toBe(200);
    expect((await view('agreement', 2)).code).toBe(404);
  });

  it('get the next version when a text changes; the earlier one stays as it was', async () => {
    const before = (await view('privacy')).data;
    await edit('articles/3-privacy.yaml', (text) =>
      text.replace('zh: 隐私说明', 'zh: 隐私政策').replace('一百八十天', '九十天'),
    );
    await importPack(folder, { password: PASSWORD, now: SECOND });
    const { data } = await view('privacy');
    expect(data).toMatchObject({
      title: '隐私政策',
      version: 2,
      gmtCreate: SECOND.toISOString(),
      versions: [
        { version: 2, gmtCreate: SECOND.toISOString() },
        { version: 1, gmtCreate: FIRST.toISOString() },
      ],
    });
    expect(data.bodyHtml).toContain('九十天');
    const { versions: _now, ...old } = (await view('privacy', 1)).data;
    const { versions: _then, ...same } = before;
    expect(old).toEqual(same);
    expect(old.bodyHtml).toContain('一百八十天');
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

  it('is asked for at the first sign-in and after each new version, and every one of them is kept', async () => {
    const tenant = await mintTenant();
    const other = await mintTenant();
    for (const code of ['agreement', 'privacy']) await publish(tenant.id, code, 1);
    const person = await mintPerson(tenant, { passwordHash: await hashPassword(PASSWORD) });
    const login = (agreed?: boolean) =>
      callWithCookies({ host: tenant.host }, LOGIN, { phone: person.phone, password: PASSWORD, agreed });
    expect(await ok(person, CONSENTS)).toEqual([]);
    const refused = (await login()).envelope;
    expect(refused).toMatchObject({ code: 422, data: [{ field: 'agreed' }] });
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

  it('to what a tenant reads is not consent to what another one reads', async () => {
    const [here, there] = [await mintTenant(), await mintTenant()];
    await publish(here.id, 'agreement', 1);
    expect((await call({ host: here.host }, VIEW, { id: 'agreement', version: 1 })).code).toBe(200);
    expect((await call({ host: there.host }, VIEW, { id: 'agreement', version: 1 })).code).toBe(404);
  });
});
