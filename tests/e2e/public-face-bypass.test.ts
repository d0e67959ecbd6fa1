import { randomUUID } from 'node:crypto';
import { asOperator } from './support/database.ts';
import { http, raw } from './support/http.ts';
import { expect, test } from './support/test.ts';

/*
 * Attempts to read a site that is not public: every public URL of a tenant is requested while the site is public, so
 * that it may be cached, and afterwards in all notations and with all methods.
 */

/** Occurs in the content only, with a word to search for. */
const SECRET = 'XYZZY-SECRET';
const WORD = 'Plenum';
const TITLE = `${WORD} ${SECRET}`;
const PORT = process.env.E2E_PORT;

/** Creates a tenant with a public site: announcement, course and article, recognisable by their titles. */
async function mintPublicTenant() {
  const id = randomUUID();
  const key = `b${id.slice(0, 8)}`;
  const [announcement, course] = [randomUUID(), randomUUID()];
  await asOperator(async (client) => {
    await client.query(
      `insert into portal.enterprise (id, key, name, time_zone, lang) values ($1, $2, $2, 'Asia/Shanghai', 'zh')`,
      [id, key],
    );
    await client.query(`select set_config('app.enterprise_id', $1, true)`, [id]);
    await client.query(
      `insert into website (enterprise_id, website_title, brand_color, public_face) values ($1, '{"zh": "学院"}', '#1355a0', true)`,
      [id],
    );
    await client.query(
      `insert into announcement (enterprise_id, id, code, title, body, published_at)
       values ($1, $2, 'a', $3, $3, now() - interval '1 day')`,
      [id, announcement, TITLE],
    );
    await client.query(
      `insert into course (enterprise_id, id, code, title, status, published_at)
       values ($1, $2, 'c', $3, 'published', now() - interval '1 day')`,
      [id, course, TITLE],
    );
    await client.query(`insert into article (enterprise_id, code, title, body) values ($1, 'about', $2, $2)`, [
      id,
      JSON.stringify({ zh: SECRET }),
    ]);
  });
  const setPublic = (isPublic: boolean) =>
    asOperator(async (client) => {
      await client.query(`select set_config('app.enterprise_id', $1, true)`, [id]);
      await client.query('update website set public_face = $2 where enterprise_id = $1', [id, isPublic]);
    });
  return { host: `${key}.localhost:${PORT}`, announcement, course, setPublic };
}

/** Returns notations of a path that a layer could treat as the same path, or as the login page. */
function notations(path: string): string[] {
  const rest = path.slice(1);
  const encoded = `/${[...rest].map((char) => (/[a-z]/.test(char) ? `%${char.charCodeAt(0).toString(16)}` : char)).join('')}`;
  return [
    path,
    `${path}/`,
    `${path}//`,
    `/${path}`,
    `//${path}`,
    `/.${path}`,
    `/x/..${path}`,
    `/login/..${path}`,
    `/login/%2e%2e${path}`,
    `/login/..%2f${rest}`,
    `/login%2f..${path}`,
    `/login\\..\\${rest}`,
    `/agreement/..;${path}`,
    `/login;${path}`,
    `/login/${rest}`,
    `/agreement${path}`,
    `/redirect${path}`,
    `/company${path}`,
    `/login?${path}`,
    `${path}?/login`,
    `${path}?t=login`,
    `${path}?page=1`,
    `${path}#/login`,
    `${path}%00`,
    `${path}%20`,
    `${path}.html`,
    `${path}/index.html`,
    encoded,
    path.toUpperCase(),
    path.replaceAll('/', '%2f'),
    path.replaceAll('/', '//'),
    path.replaceAll('/', '\\'),
  ];
}

test('a site that is not public does not show its content for any notation, method or header', async () => {
  test.setTimeout(180_000);
  const { host, announcement, course, setPublic } = await mintPublicTenant();
  const showing = [
    '/',
    '/knowledge',
    `/knowledge/course/${course}`,
    '/info',
    `/info/${announcement}`,
    '/tpl?id=about',
    `/search?keyword=${WORD}`,
    '/info/rss.xml',
    '/en/info',
    '/en/info/rss.xml',
  ];
  const discovered = ['/sitemap.xml', '/sitemap-courses-1.xml', '/sitemap-lists-1.xml', '/share/site.png'];
  const shared = [`/share/course-${course}.png`, `/share/announcement-${announcement}.png`];
  // Public pages contain it; repeated requests are served from the cache.
  for (const path of showing) {
    await expect.poll(async () => (await http(host, path)).text, { message: path }).toContain(SECRET);
    await http(host, path, { headers: { 'accept-encoding': 'br' } });
  }
  await expect.poll(async () => (await http(host, '/info')).headers['x-page-cache']).toBe('hit');
  for (const path of discovered) expect((await http(host, path)).status, path).toBe(200);
  const etag = (await http(host, '/info')).headers.etag!;

  await setPublic(false);
  await expect.poll(async () => (await http(host, '/info')).status, { intervals: [100] }).toBe(302);
  const wrong: string[] = [];
  const check = (what: string, { status, text }: { status: number; text: string }, head = '') => {
    if (text.includes(SECRET) || head.includes(SECRET)) wrong.push(`${what}: contains the secret, ${status}`);
    if (status >= 500) wrong.push(`${what}: ${status}`);
  };
  const all = [...showing, ...discovered, ...shared];
  const sent = all.flatMap((path) => [...notations(path), ...notations(`/en${path}`)]);
  for (const path of sent) {
    const { status, text } = await raw([`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close']);
    check(path, { status, text });
  }
  for (const path of all) {
    for (const method of ['HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PROPFIND'])
      check(`${method} ${path}`, await http(host, path, { method }));
    const tricks: Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': '*' },
      { range: 'bytes=0-10000' },
      { 'x-original-url': path },
      { 'x-rewrite-url': path },
      { 'x-forwarded-host': `huaxin.localhost:${PORT}` },
      { 'x-forwarded-prefix': '/login' },
      { 'x-astro-path': path },
      { 'x-http-method-override': 'GET' },
      { cookie: 'ET_WEB_TOKEN=x; zhixing_companion=y' },
      { authorization: `Bearer ${'a'.repeat(43)}` },
      { purpose: 'prefetch' },
      { 'accept-encoding': 'identity' },
    ];
    for (const headers of tricks) {
      const answer = await http(host, path, { headers });
      check(`${path} ${JSON.stringify(headers)}`, answer);
      if (answer.status === 200 || answer.status === 304 || answer.headers['x-page-cache'])
        wrong.push(`${path} ${JSON.stringify(headers)}: ${answer.status}`);
    }
    // Absolute URL in the request line, with the own and another host.
    for (const authority of [host, `huaxin.localhost:${PORT}`]) {
      const lines = [`GET http://${authority}${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close'];
      check(`absolute ${authority}${path}`, await raw(lines));
    }
  }
  // The redirect page does not reveal it either.
  const onward = await http(host, '/redirect/info');
  expect(onward.headers.location ?? '').not.toContain(SECRET);
  expect(wrong).toEqual([]);
  expect(sent.length).toBeGreaterThan(800);
});

test('a site that is not public does not return its content from search, suggestions and lists', async () => {
  const { host, announcement, course, setPublic } = await mintPublicTenant();
  const sendAll = async () => {
    const texts: string[] = [];
    for (const [path, body] of [
      ['/course/api/course/info/page', {}],
      ['/course/api/course/info/view', { id: course }],
      ['/user/api/announcement/page', {}],
      ['/user/api/announcement/view', { id: announcement }],
      ['/system/api/search/page', { keyword: WORD }],
      ['/system/api/search/suggest', { keyword: WORD }],
      ['/system/api/sys/article/view', { id: 'about' }],
    ] as const) {
      const query = new URLSearchParams(body as Record<string, string>).toString();
      const headers = { 'content-type': 'application/json' };
      for (const address of [path, `${path}/`, `/${path}`, path.replace('/api/', '/auth/')]) {
        const post = { method: 'POST', body: JSON.stringify(body), headers };
        texts.push((await http(host, `/gateway${address}`, post)).text);
        texts.push((await http(host, `/gateway${address}?${query}`)).text);
      }
    }
    return texts;
  };
  await expect.poll(async () => (await sendAll()).filter((text) => text.includes(SECRET)).length).toBeGreaterThan(3);
  await setPublic(false);
  await expect.poll(async () => (await http(host, '/info')).status, { intervals: [100] }).toBe(302);
  expect((await sendAll()).filter((text) => text.includes(SECRET))).toEqual([]);
});
