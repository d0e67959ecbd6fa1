import { http } from './support/http.ts';
import { hostOf, sessionOf } from './support/sign-in.ts';
import { tenants } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/** Pages looked at in one walk. */
const MOST = 160;
const NAMESPACES = 'common|errors|account|site|lecturer|announcement|course|study|exam|record|ranking';
/** A text that was not found shows as its key. */
const RAW_KEY = new RegExp(`(?<![\\w/.-])(${NAMESPACES}):[a-z][\\w.]+`, 'g');

type Seen = { path: string; from: string; status: number };

/** Follows every link of the site from a page on, and reads each page once. */
async function walk(host: string, start: string, english: boolean, headers: Record<string, string>) {
  const seen = new Map<string, Seen>();
  const wrong: string[] = [];
  let next = [{ path: start, from: 'start' }];
  while (next.length && seen.size < MOST) {
    const { path, from } = next.shift()!;
    if (seen.has(path)) continue;
    const answer = await http(host, path, { headers });
    seen.set(path, { path, from, status: answer.status });
    if ([301, 302, 303, 307, 308].includes(answer.status)) {
      next.unshift({ path: String(answer.headers.location), from: path });
      continue;
    }
    if (answer.status !== 200) wrong.push(`${path} answers ${answer.status} (linked from ${from})`);
    if (!String(answer.headers['content-type']).includes('text/html')) continue;
    if (!answer.text.includes(english ? '<html lang="en"' : '<html lang="zh-CN"'))
      wrong.push(`${path} is in the other language (linked from ${from})`);
    const visible = answer.text.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ');
    for (const [key] of visible.matchAll(RAW_KEY)) wrong.push(`${path} shows the key ${key}`);
    if (/ style="/.test(answer.text)) wrong.push(`${path} has an inline style, which the policy blocks`);
    for (const [anchor] of answer.text.matchAll(/<a\b[^>]*>/g)) {
      const target = /\bhref="([^"]*)"/.exec(anchor)?.[1]?.replace(/&amp;/g, '&').replace(/&#38;/g, '&');
      // The switch leads to the other language on purpose; downloads and other sites are not pages.
      if (
        !target?.startsWith('/') ||
        target.startsWith('//') ||
        /\bhreflang=|\bdownload\b/i.test(anchor) ||
        target.startsWith('/media/')
      )
        continue;
      next.push({ path: target.replace(/#.*$/, ''), from: path });
    }
    next = next.filter((each) => !seen.has(each.path));
  }
  return { pages: [...seen.values()], wrong: [...new Set(wrong)] };
}

test('every link a visitor can follow leads somewhere, in the same language', async ({ lang, path }) => {
  test.slow();
  for (const tenant of Object.values(tenants)) {
    const { pages, wrong } = await walk(hostOf(tenant), path('/'), lang === 'en', {});
    expect(wrong).toEqual([]);
    expect(pages.length, 'a landing page without links proves nothing').toBeGreaterThan(15);
  }
});

test('every link a learner can follow leads somewhere, in the same language', async ({ lang, path, tenant }) => {
  test.slow();
  const { cookie } = await sessionOf(tenant, 20);
  const { pages, wrong } = await walk(hostOf(tenant), path('/home'), lang === 'en', {
    cookie,
  });
  expect(wrong).toEqual([]);
  expect(pages.length).toBeGreaterThan(20);
});
