import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { ArticleDocument, SiteDocument } from '#src/contract/site-documents.ts';
import { mintCourse, mintProject } from '../factories/course.ts';
import { mintLecturer } from '../factories/lecturer.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { findTenant, forgetTenants } from '#src/server/core/find-tenant.ts';
import { createWebsite } from '#src/server/site/create-website.ts';
import { website, zoneItem } from '#src/server/site/tables.ts';
import { eq, sql } from 'drizzle-orm';

type Site = z.infer<typeof SiteDocument>;
type Article = z.infer<typeof ArticleDocument>;

let tenant: TestTenant;
let admin: TestPerson;

beforeEach(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  await withTenant(tenant.id, async (db) => {
    await db.delete(website).where(eq(website.enterpriseId, tenant.id));
    await createWebsite(db, { enterpriseId: tenant.id, name: 'Acme', locale: 'zh', logoFileId: null });
  });
});

const site = async () => {
  const item = await ok(admin, 'GET /system/auth/content/view', { kind: 'site', id: tenant.id });
  return { ...item, document: item.document as Site };
};
const saveSite = async (document: Site, revision: number) =>
  ok(admin, 'POST /system/auth/content/save', { kind: 'site', id: tenant.id, document, revision });
const visitor = () => ({ host: tenant.host });
const zone = (given: Partial<Site['zones'][number]> = {}): Site['zones'][number] => ({
  ...{ id: randomUUID(), title: { zh: '新课', en: 'New' }, subtitle: { zh: '', en: '' }, type: 2, categoryId: null },
  ...{ items: [], shown: true, ...given },
});

describe('languages and the mobile site', () => {
  const publishSite = async (change: Partial<Site>) => {
    const { document, revision } = await site();
    const saved = await saveSite({ ...document, ...change }, revision);
    const answer = await call(admin, 'POST /system/auth/content/publish', { kind: 'site', ...saved });
    forgetTenants();
    return answer;
  };
  const LANGUAGE = 'GET /user/auth/user/info/preference/view';

  it('decide in which languages a text is missing', async () => {
    const document: Article = { title: { zh: '关于', en: '' }, body: { zh: '我们', en: '' } };
    const { id } = await ok(admin, 'POST /system/auth/content/save', { kind: 'article', document, revision: 0 });
    const isMissing = async (languages: Site['languages']) => {
      await publishSite({ languages });
      const { list } = await ok(admin, 'POST /system/auth/content/article/page', {});
      return list.find((each) => each.id === id)!.isMissingLanguage;
    };
    expect(await isMissing(null)).toBe(true);
    expect(await isMissing('zh')).toBe(false);
    expect(await isMissing('en')).toBe(true);
    expect(await isMissing('en,zh')).toBe(true);
  });

  it('are what the enterprise offers, the default first', async () => {
    const seen = async () => (await ok(visitor(), 'POST /system/api/website/view', {})).languages;
    expect((await site()).document).toMatchObject({ languages: null, mobileSite: 'default', mobileUrl: '' });
    expect(await seen()).toEqual(['zh', 'en']);
    await publishSite({ languages: 'en,zh' });
    expect(await seen()).toEqual(['en', 'zh']);
    const { revision } = await site();
    const { document } = await site();
    await saveSite({ ...document, languages: 'en' }, revision);
    // A draft is not what visitors see, and says what it will mean.
    expect(await seen()).toEqual(['en', 'zh']);
    const change = { kind: 'site' as const, ids: [tenant.id], action: 'publish' as const };
    expect((await ok(admin, 'POST /system/auth/content/consequences', change)).consequences).toMatchObject([
      { name: 'siteLanguage' },
    ]);
    await publishSite({});
    expect(await seen()).toEqual(['en']);
    expect((await ok(admin, LANGUAGE)).languages).toEqual(['en']);
  });

  it('decide in which language a member is written to', async () => {
    const setting = async () => (await ok(admin, 'GET /user/auth/notice/setting/view')).locale;
    await ok(admin, 'PUT /user/auth/notice/setting/save', { locale: 'zh' });
    expect(await setting()).toBe('zh');
    const written = (wanted: string) =>
      withTenant(tenant.id, async (db) => {
        const { rows } = await db.execute<{ to: string }>(
          sql`select portal.offered_language(${tenant.id}, ${wanted}) as to`,
        );
        return rows[0]!.to;
      });
    expect([await written('zh'), await written('en')]).toEqual(['zh', 'en']);
    await publishSite({ languages: 'en' });
    expect(await setting()).toBe('en');
    expect([await written('zh'), await written('en')]).toEqual(['en', 'en']);
  });

  it('an own mobile site has an address with https, and replaces that of the operator', async () => {
    for (const mobileUrl of ['', 'http://m.example.org', 'https://m.example.org/?a=1', 'javascript:alert(1)'])
      expect(await publishSite({ mobileSite: 'own', mobileUrl })).toMatchObject({
        ...{ code: 422, data: [{ field: 'mobileUrl' }] },
      });
    expect((await publishSite({ mobileSite: 'own', mobileUrl: 'https://m.example.org/app/' })).code).toBe(200);
    expect(await findTenant(tenant.host, ['*.localhost'])).toMatchObject({ mobileSite: 'https://m.example.org/app' });
    expect((await site()).document).toMatchObject({ mobileSite: 'own', mobileUrl: 'https://m.example.org/app' });
    await publishSite({ mobileSite: 'none' });
    expect(await findTenant(tenant.host, ['*.localhost'])).toMatchObject({ mobileSite: 'none' });
    await publishSite({ mobileSite: 'default' });
    expect(await findTenant(tenant.host, ['*.localhost'])).toMatchObject({ mobileSite: null });
  });
});

describe('the site', () => {
  it('is seen by visitors when it is published, in its order, and goes back to a version', async () => {
    const { document, revision } = await site();
    expect(document.nav.map(({ url }) => url)[0]).toBe('/home');
    const changed: Site = {
      ...{ ...document, title: { zh: '新名字', en: 'New name' }, brandColor: '#AA0011' },
      nav: [
        {
          id: randomUUID(),
          title: { zh: '官网', en: 'Website' },
          url: 'https://example.com',
          type: 9,
          newTab: true,
          shown: true,
        },
        ...document.nav.slice(0, 2).reverse(),
      ],
      banners: [
        {
          id: randomUUID(),
          title: { zh: '横幅', en: '' },
          subtitle: { zh: '', en: '' },
          pictureFileId: null,
          url: '',
          shown: true,
        },
      ],
      zones: [zone(), zone({ type: 6, title: { zh: '讲师', en: '' } }), zone({ shown: false })],
    };
    const saved = await saveSite(changed, revision);
    const before = await ok(visitor(), 'POST /system/api/website/view', {});
    expect(before).toMatchObject({ websiteTitle: 'Acme' });
    const published = await ok(admin, 'POST /system/auth/content/publish', { kind: 'site', ...saved });
    const after = await ok(visitor(), 'POST /system/api/website/view', {});
    expect(after).toMatchObject({ websiteTitle: '新名字', brandColor: '#aa0011' });
    expect(after.websiteNavList.map(({ navUrl, target }) => [navUrl, target])).toEqual([
      ['https://example.com', '_blank'],
      ...[document.nav[1]!, document.nav[0]!].map(({ url }) => [url, '_self']),
    ]);
    expect(await ok(visitor(), 'GET /system/api/banner/setting/list', {})).toMatchObject([
      { title: '横幅', linkUrl: null },
    ]);
    const zones = await ok(visitor(), 'GET /system/api/pc/zone/info/list', {});
    expect(zones.map(({ relationType }) => relationType)).toEqual([2, 6]);
    const first = await ok(admin, 'GET /system/auth/content/version/view', { kind: 'site', id: tenant.id, number: 1 });
    const undone = await saveSite(first.document as Site, published.revision);
    await ok(admin, 'POST /system/auth/content/publish', { kind: 'site', ...undone });
    const again = await ok(visitor(), 'POST /system/api/website/view', {});
    expect(again).toMatchObject({ websiteTitle: before.websiteTitle, brandColor: before.brandColor });
    expect(again.websiteNavList.map(({ navUrl }) => navUrl)).toEqual(before.websiteNavList.map(({ navUrl }) => navUrl));
    expect(await ok(visitor(), 'GET /system/api/banner/setting/list', {})).toEqual([]);
  });

  it('shows chosen learning projects in the order of the editor, who finds them by title', async () => {
    const projects: string[] = [];
    for (const title of ['Safety first', 'Safety again', 'Other'])
      projects.push(await mintProject(tenant, [await mintCourse(tenant)], { title }));
    const ask = { kind: 'project' as const, keyword: 'safety' };
    const { list } = await ok(admin, 'POST /system/auth/content/subject/page', ask);
    expect(list.map(({ title }) => title)).toEqual(['Safety again', 'Safety first']);
    const foreign = await mintPerson(await mintTenant(), { isAdmin: true });
    expect(await ok(foreign, 'POST /system/auth/content/subject/page', ask)).toMatchObject({ totalCount: 0 });
    const { document, revision } = await site();
    const items = [projects[2]!, projects[0]!];
    const saved = await saveSite({ ...document, zones: [zone({ type: 7, items })] }, revision);
    await ok(admin, 'POST /system/auth/content/publish', { kind: 'site', ...saved });
    const shown = await ok(visitor(), 'GET /system/api/pc/zone/info/project/list', {});
    expect(shown.map(({ id }) => id)).toEqual(items);
  });

  it('closes for visitors, and says so before', async () => {
    const { document, revision } = await site();
    const saved = await saveSite({ ...document, publicFace: false }, revision);
    const asked = { kind: 'site' as const, ids: [tenant.id], action: 'publish' as const };
    expect((await ok(admin, 'POST /system/auth/content/consequences', asked)).consequences).toMatchObject([
      { name: 'siteCloses' },
    ]);
    await ok(admin, 'POST /system/auth/content/publish', { kind: 'site', ...saved });
    // As each process does when the change is announced.
    forgetTenants();
    expect((await call(visitor(), 'POST /user/api/announcement/page', {})).code).toBe(300);
  });

  it('does not show things of another enterprise', async () => {
    const other = await mintTenant();
    const [courseId, lecturerId] = [await mintCourse(other), await mintLecturer(other, { lecturerName: 'Stranger' })];
    const { document, revision } = await site();
    const zones = [zone({ type: 1, items: [courseId] }), zone({ type: 6, items: [lecturerId] })];
    const saved = await saveSite({ ...document, zones }, revision);
    const refused = await call(admin, 'POST /system/auth/content/publish', { kind: 'site', ...saved });
    expect(refused.data).toMatchObject([{ field: 'zones.0.items' }, { field: 'zones.1.items' }]);
    const rows = await withTenant(tenant.id, (db) =>
      db.select().from(zoneItem).where(eq(zoneItem.enterpriseId, tenant.id)),
    );
    expect(rows).toEqual([]);
  });

  it('says what is wrong at its fields', async () => {
    const { document, revision } = await site();
    const wrong: Site = {
      ...{ ...document, title: { zh: ' ', en: '' }, logoFileId: randomUUID() },
      nav: [{ ...document.nav[0]!, url: 'javascript:alert(1)' }],
      zones: [
        ...[zone({ type: 5 }), zone({ type: 5, categoryId: randomUUID() })],
        ...[1, 6, 7].map((type) => zone({ type, items: [randomUUID()] })),
      ],
    };
    const saved = await saveSite(wrong, revision);
    const refused = await call(admin, 'POST /system/auth/content/publish', { kind: 'site', ...saved });
    expect((refused.data as unknown as { field: string }[]).map(({ field }) => field).sort()).toEqual([
      ...['logoFileId', 'nav.0.url', 'title.zh', 'zones.0.categoryId', 'zones.1.categoryId'],
      ...['zones.2.items', 'zones.3.items', 'zones.4.items'],
    ]);
  });

  it('is not withdrawn or deleted, and of no other enterprise', async () => {
    for (const action of ['withdraw', 'delete'] as const)
      expect(
        (await call(admin, 'POST /system/auth/content/change', { kind: 'site', ids: [tenant.id], action })).code,
      ).toBe(409);
    const { stays, revision } = await site();
    expect(stays).toBe(true);
    const withdrawAt = new Date(Date.now() + 86_400_000).toISOString();
    const plan = { kind: 'site' as const, id: tenant.id, revision, withdrawAt };
    expect(await call(admin, 'POST /system/auth/content/publish', plan)).toMatchObject({
      ...{ code: 422, data: [{ field: 'withdrawAt' }] },
    });
    const { id } = await mintTenant();
    expect((await call(admin, 'GET /system/auth/content/view', { kind: 'site', id })).code).toBe(404);
  });
});

describe('an article', () => {
  const find = async (code: string) =>
    (await ok(admin, 'POST /system/auth/content/article/page', {})).list.find((each) => each.code === code)!;
  const publish = async (id: string, change: (document: Article) => Article) => {
    const { document, revision } = await ok(admin, 'GET /system/auth/content/view', { kind: 'article', id });
    const input = { kind: 'article' as const, id, document: change(document as Article), revision };
    const saved = await ok(admin, 'POST /system/auth/content/save', input);
    return ok(admin, 'POST /system/auth/content/publish', { kind: 'article', ...saved });
  };
  const shown = (id: string, version?: number) =>
    call(visitor(), 'GET /system/api/sys/article/view', { id, ...(version && { version }) });

  it('gets a new version when its texts change, and only then; earlier ones stay readable', async () => {
    const { id, versionNumber } = await find('agreement');
    expect(versionNumber).toBe(1);
    await publish(id, (document) => ({ ...document, body: { zh: '新的协议', en: 'New agreement' } }));
    await publish(id, (document) => document);
    expect(await shown('agreement')).toMatchObject({ data: { version: 2, bodyHtml: '<p>新的协议</p>\n' } });
    expect(JSON.stringify(await shown('agreement', 1))).toContain('Acme');
    expect((await find('agreement')).versionNumber).toBe(2);
  });

  it('is added, seen, hidden and restored', async () => {
    const document: Article = { title: { zh: '关于', en: 'About' }, body: { zh: '**我们**', en: '' } };
    const made = await ok(admin, 'POST /system/auth/content/save', { kind: 'article', document, revision: 0 });
    expect((await shown(made.id)).code).toBe(404);
    await ok(admin, 'POST /system/auth/content/publish', { kind: 'article', ...made });
    expect(await shown(made.id)).toMatchObject({ data: { title: '关于', version: 1 } });
    const list = (await ok(admin, 'POST /system/auth/content/article/page', {})).list;
    expect(list.find(({ id }) => id === made.id)).toMatchObject({ isMissingLanguage: true, state: 'published' });
    const change = (action: 'delete' | 'restore') =>
      ok(admin, 'POST /system/auth/content/change', { kind: 'article', ids: [made.id], action });
    await change('delete');
    expect((await shown(made.id)).code).toBe(404);
    await change('restore');
    await publish(made.id, (each) => each);
    expect((await shown(made.id)).code).toBe(200);
  });

  it('that people accept stays', async () => {
    const { id } = await find('privacy');
    const input = { kind: 'article' as const, ids: [id], action: 'withdraw' as const };
    expect((await call(admin, 'POST /system/auth/content/change', input)).code).toBe(409);
    expect((await shown('privacy')).code).toBe(200);
  });
});
