import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asOperator } from './support/database.ts';
import { http } from './support/http.ts';
import { hostOf, sessionOf } from './support/sign-in.ts';
import { tenants } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/*
 * A tenant may show itself to its members alone: every page of src/pages, asked by a visitor, at a tenant of this
 * test's own; and that nothing kept from before is shown after it closed.
 */

const NONE = '01890000-0000-7000-8000-000000000000';
/** What stays open: the ways in and the texts that people accept. Everything else is content, so it is not listed. */
const WAYS_IN = [
  'login',
  'login/second',
  'certificate',
  'certificate/[number]',
  'statement/[number]',
  'company/invitation',
  'unsubscribe',
  'forget',
  'agreement',
  'company',
  'company/login',
  'appCompany',
  'redirect/[...path]',
];

async function mint(publicFace: boolean): Promise<{ id: string; host: string }> {
  const id = randomUUID();
  const key = `f${id.slice(0, 8)}`;
  await asOperator(async (client) => {
    await client.query(
      `insert into portal.enterprise (id, key, name, time_zone, lang) values ($1, $2, $2, 'Asia/Shanghai', 'zh')`,
      [id, key],
    );
    await client.query(`select set_config('app.enterprise_id', $1, true)`, [id]);
    await client.query(
      `insert into website (enterprise_id, website_title, brand_color, public_face) values ($1, '{"zh": "秘密学院"}', '#1355a0', $2)`,
      [id, publicFace],
    );
  });
  return { id, host: `${key}.localhost:${process.env.E2E_PORT}` };
}

async function setFace(id: string, publicFace: boolean): Promise<void> {
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', $1, true)`, [id]);
    await client.query('update website set public_face = $2 where enterprise_id = $1', [id, publicFace]);
  });
}

test('every page of a closed tenant leads a visitor to the login page and back, but for the ways in', async ({
  path,
}) => {
  const { host } = await mint(false);
  await expect.poll(async () => (await http(host, path('/login'))).status).toBe(200);
  const folder = fileURLToPath(new URL('../../src/pages/', import.meta.url));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(astro|ts|md)$/.test(file) && !/^\d{3}\./.test(file))
    .map((file) => file.replace(/\.\w+$/, '').replace(/(^|\/)index$/, ''));
  expect(names.length).toBeGreaterThan(20);
  const wrong: string[] = [];
  for (const name of [...names, 'no/such/page']) {
    const address = path(`/${name.replace(/\[[^\]]+\]/g, NONE)}?page=2`);
    const { status, headers } = await http(host, address);
    const login = `${path('/login')}?t=login&redirect=${encodeURIComponent(address)}`;
    if (headers['x-page-cache']) wrong.push(`${name} came from the cache`);
    if (WAYS_IN.includes(name) ? status >= 500 : headers.location !== login)
      wrong.push(`${name}: ${status} ${headers.location ?? ''}`);
  }
  expect(wrong).toEqual([]);
  for (const address of ['/login', '/forget', '/agreement']) {
    const { status, text } = await http(host, path(address));
    expect(status).toBe(200);
    expect(text).toContain('<meta name="robots" content="noindex"');
    expect(text).not.toMatch(/og:title|ld\+json|rel="canonical"|search-box/);
  }
});

test('a tenant that closes is closed at once, also for pages that were kept, and open again when it opens', async ({
  path,
}) => {
  const { id, host } = await mint(true);
  const pages = ['/', '/knowledge', '/lecturer', '/info', '/home'].map(path);
  const statuses = async () => Promise.all(pages.map(async (address) => (await http(host, address)).status));
  for (let round = 0; round < 2; round++) {
    await expect.poll(statuses).toEqual(pages.map(() => 200));
    // Asked again, they come from the cache.
    await expect
      .poll(async () => (await http(host, pages[1]!)).headers['x-page-cache'], { intervals: [100] })
      .toBe('hit');
    await setFace(id, false);
    await expect.poll(statuses, { intervals: [100] }).toEqual(pages.map(() => 302));
    // And stay so.
    expect(await statuses()).toEqual(pages.map(() => 302));
    expect((await http(host, '/sitemap.xml')).status).toBe(404);
    await setFace(id, true);
  }
});

test('search engines and messengers get the facts of a page, in both languages', async ({ lang, path, tenant }) => {
  const host = hostOf(tenant);
  const link = async (list: string, pattern: RegExp) => pattern.exec((await http(host, path(list))).text)![1]!;
  const pages: [address: string, type: string][] = [
    [path('/'), 'Organization'],
    [path('/knowledge'), 'ItemList'],
    [path('/info'), 'ItemList'],
    [path('/lecturer'), 'ItemList'],
    [path('/tpl?id=about'), 'WebPage'],
    [await link('/knowledge', /href="((?:\/en)?\/knowledge\/course\/[^"?#]+)"/), 'Course'],
    [await link('/knowledge?kind=project', /href="((?:\/en)?\/knowledge\/project\/[^"?#]+)"/), 'Course'],
    [await link('/lecturer', /href="((?:\/en)?\/lecturer\/view\/[^"?#]+)"/), 'Person'],
    [await link('/info', /href="((?:\/en)?\/info\/[^"?#.]+)"/), 'NewsArticle'],
  ];
  for (const [address, type] of pages) {
    const { text } = await http(host, `${address}${address.includes('?') ? '&' : '?'}utm_source=mail`);
    const attribute = (pattern: RegExp) => pattern.exec(text)?.[1]?.replaceAll('&amp;', '&');
    const at = (to: string) => tenant.origin + (to === '/en' && address === '/' ? '/' : to);
    expect(attribute(/<link rel="canonical" href="([^"]+)"/), address).toBe(at(address));
    const chinese = address.replace(/^\/en(?=\/|$)/, '') || '/';
    // The default of the tenant is the language of the test.
    expect(attribute(/hreflang="x-default" href="([^"]+)"/)).toBe(tenant.origin + address);
    expect(attribute(/hreflang="en" href="([^"]+)"/)).toBe(tenant.origin + (chinese === '/' ? '/en' : `/en${chinese}`));
    expect(attribute(/property="og:locale" content="([^"]+)"/)).toBe(lang === 'zh' ? 'zh_CN' : 'en_US');
    expect(attribute(/name="twitter:card" content="([^"]+)"/)).toBe('summary_large_image');
    const facts = JSON.parse(/<script type="application\/ld\+json">([^<]+)<\/script>/.exec(text)![1]!) as {
      '@graph': { '@type': string; itemListElement?: { position: number; name: string; item: string }[] }[];
    };
    expect(facts['@graph'].map((thing) => thing['@type'])).toContain(type);
    // Every page but the first says where it stands, and ends with itself.
    const ways = facts['@graph'].filter((thing) => thing['@type'] === 'BreadcrumbList');
    expect(ways.length, address).toBe(address === path('/') ? 0 : 1);
    const steps = ways[0]?.itemListElement ?? [];
    if (ways.length > 0) expect(steps.length, address).toBeGreaterThan(1);
    expect(steps.at(-1)?.item, address).toBe(steps.length > 0 ? at(address) : undefined);
    const picture = await http(host, new URL(attribute(/property="og:image" content="([^"]+)"/)!).pathname);
    expect([picture.status, picture.headers['content-type']], address).toEqual([200, 'image/png']);
    const feed = attribute(/type="application\/rss\+xml"[^>]*href="([^"]+)"/)!;
    expect((await http(host, feed)).headers['content-type']).toContain('application/rss+xml');
  }
  expect((await http(host, path('/search?keyword=x'))).text).not.toContain('rel="canonical"');
  expect((await http(host, '/sitemap.xml')).text).toContain(`${tenant.origin}/sitemap-courses-1.xml`);
  expect((await http(host, '/robots.txt')).text).toContain('Sitemap:');
  // The session of somebody of another tenant changes nothing of that.
  const elsewhere = await sessionOf(lang === 'zh' ? tenants.bluebay : tenants.huaxin, 17);
  expect((await http(host, path('/info'), { headers: { cookie: elsewhere.cookie } })).status).toBe(200);
});
