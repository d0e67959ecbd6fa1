import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { jsonLd, organization } from '#src/layouts/json-ld.ts';
import { course } from '#src/server/course/tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { announcement } from '#src/server/announcement/tables.ts';
import { article } from '#src/server/site/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintAnnouncement } from '../factories/announcement.ts';
import { mintAnswer, mintPost, openCommunity } from '../factories/community.ts';
import { mintCourse } from '../factories/course.ts';
import { portal } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';
import { parseXml, type XmlElement } from '../factories/xml.ts';

/* Responses for search engines, feed readers and messengers. */

let tenant: TestTenant;
let other: TestTenant;
let courseId: string;
let hidden: string;
let news: string;
let coming: string;
let lecturerId: string;

const NASTY = '<b>"急" & \u0007 ]]></title><script>alert(1)</script>';

beforeAll(async () => {
  tenant = await mintTenant('Found');
  other = await mintTenant('Other');
  courseId = await mintCourse(tenant, { title: NASTY });
  hidden = await mintCourse(tenant, { status: 'unpublished' });
  news = await mintAnnouncement(tenant, { title: NASTY, author: 'A & B' });
  coming = await mintAnnouncement(tenant, { publishedAt: new Date(Date.now() + 86_400_000) });
  await mintCourse(other);
  await withTenant(tenant.id, async (db) => {
    const enterpriseId = tenant.id;
    const [row] = await db
      .insert(lecturer)
      .values({ enterpriseId, code: 'l', lecturerName: '李', lecturerLevel: '高级' })
      .returning({ id: lecturer.id });
    lecturerId = row!.id;
    await db.insert(article).values([
      { enterpriseId, code: 'about', title: { zh: '关于' }, body: { zh: 'x' } },
      { enterpriseId, code: 'privacy', title: { zh: '隐私' }, body: { zh: 'x' } },
    ]);
  });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  portal.request(`http://${tenant.host}${path}`, { headers: { host: tenant.host, ...headers } });
const xmlAt = async (path: string): Promise<XmlElement> => {
  const answer = await get(path);
  expect(answer.status, path).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/xml; charset=utf-8$/);
  return parseXml(await answer.text());
};

describe('sitemap', () => {
  it('contains every published page in both languages with alternates, and nothing else', async () => {
    const index = await xmlAt('/sitemap.xml');
    expect(index.name).toBe('sitemapindex');
    const parts = index.all('loc').map(({ text }) => new URL(text));
    const urls: XmlElement[] = [];
    for (const part of parts) {
      expect(part.host).toBe(tenant.host);
      urls.push(...(await xmlAt(part.pathname)).all('url'));
    }
    const paths = urls.map((url) => url.all('loc')[0]!.text.replace(`http://${tenant.host}`, ''));
    const pages = [
      '/',
      '/knowledge',
      '/knowledge/menu-tree',
      '/lecturer',
      '/info',
      `/knowledge/course/${courseId}`,
      `/lecturer/view/${lecturerId}`,
      `/info/${news}`,
      '/tpl?id=about',
      '/agreement?code=privacy',
    ];
    const english = (path: string) => (path === '/' ? '/en' : `/en${path}`);
    expect(paths.sort()).toEqual([...pages, ...pages.map(english)].sort());
    for (const url of urls) {
      const links = url.all('xhtml:link').map(({ attributes }) => [attributes.hreflang, attributes.href]);
      expect(links.map(([lang]) => lang)).toEqual(['zh-CN', 'en', 'x-default']);
      expect(links[2]![1]).toBe(links[0]![1]);
      expect(links.map(([, href]) => href)).toContain(url.all('loc')[0]!.text);
    }
    expect(paths.join()).not.toContain(hidden);
    expect(paths.join()).not.toContain(coming);
    const dated = urls.filter((url) => url.all('lastmod').length > 0);
    expect(dated.length).toBe(10);
    for (const url of dated) expect(url.all('lastmod')[0]!.text).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('returns 404 for unknown parts', async () => {
    for (const path of [
      '/sitemap-courses-2.xml',
      '/sitemap-courses-0.xml',
      '/sitemap-lists-2.xml',
      '/sitemap-constructor-1.xml',
      '/sitemap-people-1.xml',
      '/sitemap-courses-1e1.xml',
    ])
      expect((await get(path)).status, path).toBe(404);
  });
});

it('robots.txt contains the sitemap and excludes personal pages', async () => {
  const text = await (await get('/robots.txt')).text();
  expect(text).toContain(`Sitemap: http://${tenant.host}/sitemap.xml`);
  for (const path of ['/gateway/', '/account', '/en/account', '/admin', '/search', '/sign'])
    expect(text).toContain(`Disallow: ${path}\n`);
  expect(text).not.toMatch(/Disallow: \/\s*$/m);
});

it.each([
  ['/info/rss.xml', 'zh-CN', ''],
  ['/en/info/rss.xml', 'en', '/en'],
])('%s returns RSS 2.0 with the announcements published so far, newest first', async (path, lang, prefix) => {
  const feed = await xmlAt(path);
  expect([feed.name, feed.attributes.version]).toEqual(['rss', '2.0']);
  expect(feed.all('language')[0]!.text).toBe(lang);
  expect(feed.all('atom:link')[0]!.attributes.href).toBe(`http://${tenant.host}${path}`);
  const items = feed.all('item');
  expect(items).toHaveLength(1);
  const field = (name: string) => items[0]!.all(name)[0]!.text;
  expect(field('title')).toBe(NASTY.replace('\u0007', ''));
  expect(field('link')).toBe(`http://${tenant.host}${prefix}/info/${news}`);
  expect(field('dc:creator')).toBe('A & B');
  expect(field('description')).toContain('要点');
  expect(new Date(field('pubDate')).toUTCString()).toBe(field('pubDate'));
  // For an announcement from an editor: its text without tags.
  const newer = await mintAnnouncement(tenant, { title: 'Newer', body: '<h2>Part</h2><p>Said &amp; done</p>' });
  const first = (await xmlAt(path)).all('item')[0]!;
  expect(first.all('guid')[0]!.text).toContain(newer);
  expect(first.all('description')[0]!.text).toBe('Said & done');
  await withTenant(tenant.id, (db) =>
    db.update(announcement).set({ published: false }).where(eq(announcement.id, newer)),
  );
});

describe('share picture', () => {
  it('is returned for published content, 1200 × 630, and drawn once', async () => {
    for (const name of ['site', `course-${courseId}`, `info-${news}`, `lecturer-${lecturerId}`]) {
      const answer = await get(`/share/${name}.png`);
      expect(answer.status, name).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/png');
      const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
      const again = await get(`/share/${name}.png`, { 'if-none-match': answer.headers.get('etag')! });
      expect(again.status).toBe(304);
    }
  });

  it('changes with its title', async () => {
    const etag = async () => (await get(`/share/course-${courseId}.png`)).headers.get('etag');
    const before = await etag();
    await withTenant(tenant.id, (db) => db.update(course).set({ title: '新' }).where(eq(course.id, courseId)));
    expect(await etag()).not.toBe(before);
  });

  it('is not returned for other content', async () => {
    const [foreign] = await withTenant(other.id, (db) => db.select({ id: course.id }).from(course));
    for (const name of [
      `course-${hidden}`,
      `course-${foreign!.id}`,
      `course-${news}`,
      `info-${coming}`,
      'course-x',
      'site-x',
      `exam-${courseId}`,
      `project-${courseId}`,
      '../site',
    ])
      expect((await get(`/share/${name}.png`)).status, name).toBe(404);
    expect((await get(`/share/course-${courseId}.png?width=90000`)).status).toBe(200);
  });
});

it('escapes texts in JSON-LD that could end the script element', () => {
  const text = jsonLd([
    organization('http://x', { name: NASTY, websiteTitle: 'x', description: '<!--', logo: null }),
    { '@type': 'Thing', name: '</script><!--<script>' },
  ]);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({ '@context': 'https://schema.org', '@graph': [{ name: NASTY }, {}] });
});

it('blogs and questions are listed only while the community is open to the public', async () => {
  const person = await mintPerson(tenant, { userName: 'Han & Li' });
  const blogId = await mintPost(tenant, person, { kind: 'blog', title: NASTY, text: 'How we did it' });
  const questionId = await mintPost(tenant, person, { anonymous: true });
  const answerId = await mintAnswer(tenant, person, questionId);
  const heldId = await mintPost(tenant, person, { state: 'review' });
  expect((await get('/community/rss.xml')).status).toBe(404);
  for (const part of ['blogs', 'questions']) expect((await get(`/sitemap-${part}-1.xml`)).status).toBe(404);
  await openCommunity(tenant);
  const locations = async (part: string) => (await xmlAt(`/sitemap-${part}-1.xml`)).all('loc').map(({ text }) => text);
  const pages = (path: string) => ['', '/en'].map((locale) => `http://${tenant.host}${locale}${path}`);
  expect(await locations('blogs')).toEqual(pages(`/community/blog/${blogId}`));
  expect(await locations('questions')).toEqual(pages(`/community/question/${questionId}`));
  const feed = await (await get('/en/community/rss.xml')).text();
  for (const shown of [blogId, questionId, 'Han &amp; Li', 'How we did it']) expect(feed).toContain(shown);
  for (const hidden of [answerId, heldId, '<script>']) expect(feed).not.toContain(hidden);
  expect(feed.match(/<dc:creator>/g)).toHaveLength(1);
});
