import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { errorPage, wantsPage } from './error-page.ts';

it('returns a complete page with escaped texts, whose policy allows only its own style', async () => {
  const answer = errorPage({ status: 503, title: '<b>&"', hint: '<i>', locale: 'en', retry: true });
  const html = await answer.text();
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store']);
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('&lt;b&gt;&amp;&quot;');
  expect(html).not.toMatch(/<b>|<i>|<script|style="/);
  expect(html).toContain('href="/en"');
  const style = /<style>([\s\S]*)<\/style>/.exec(html)![1]!;
  const hash = createHash('sha256').update(style).digest('base64');
  expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
});

it('loads itself again after the given seconds, and says so', async () => {
  const answer = errorPage({ status: 503, title: 'x', locale: 'en', retryAfter: 7 });
  expect(answer.headers.get('refresh')).toBe('7');
  expect(await answer.text()).toContain('in 7 seconds');
  expect(errorPage({ status: 503, title: 'x', locale: 'en' }).headers.has('refresh')).toBe(false);
});

it('contains no links without retry', async () => {
  const html = await errorPage({ status: 404, title: 'x', locale: 'zh' }).text();
  expect(html).toContain('<html lang="zh-CN">');
  expect(html).not.toContain('<a ');
});

it.each([
  ['GET', 'text/html,application/xhtml+xml', true],
  ['POST', 'text/html', false],
  ['GET', '*/*', false],
  ['GET', 'image/avif,image/webp', false],
])('wantsPage for %s with Accept %s returns %s', (method, accept, expected) =>
  expect(wantsPage(new Request('http://x/', { method, headers: { accept } }))).toBe(expected),
);
