import { describe, expect, it } from 'vitest';
import { sanitizeForStorage, markdownToHtml, richTextToHtml } from './markdown.ts';
import { isHtml } from './is-html.ts';
import { cleanHtml } from './rich-text.ts';

const PICTURE = '/media/01a1fee7-f219-7406-a013-9a66963bb6f5';

describe('cleanHtml', () => {
  it('keeps what belongs in a text', () => {
    const text =
      '<h2>Title</h2><p>One <strong>bold</strong> <a href="/knowledge">link</a><br />next</p><ul><li>item</li></ul>';
    expect(cleanHtml(text)).toBe(text);
  });

  it.each([
    ['<p onclick="x()" style="color:red" class="fixed" id="main">a</p>', '<p>a</p>'],
    ['<script>x()</script><style>*{}</style><p>a</p>', '<p>a</p>'],
    ['<a href="javascript:x()">a</a><a href="java\nscript:x()">b</a>', '<a>a</a><a>b</a>'],
    ['<a href="data:text/html,x">a</a><a href="//evil.example">b</a>', '<a>a</a><a>b</a>'],
    ['<svg><a xlink:href="javascript:x()">a</a></svg><math><mi>b</mi></math>', '<a>a</a>b'],
    ['<iframe src="/x"></iframe><object data="/x"></object><form action="/x"><input name="x" />a</form>', 'a'],
    ['<img src="https://evil.example/x.png" onerror="x()"><img src="x"><img src="/media/../x">', ''],
    ['<h1>a</h1><h6>b</h6>', '<h2>a</h2><h4>b</h4>'],
    ['<p>a &lt;script&gt; &amp;', '<p>a &lt;script&gt; &amp;</p>'],
  ])('%s', (html, clean) => expect(cleanHtml(html)).toBe(clean));

  it('loads images lazily and sends no referrer to other sites', () => {
    expect(cleanHtml(`<img src="${PICTURE}" alt="x" width="10" height="5" style="width:9000px">`)).toBe(
      `<img src="${PICTURE}" alt="x" width="10" height="5" loading="lazy" decoding="async" />`,
    );
    expect(cleanHtml('<a href="https://a.example" target="_self" rel="opener">a</a>')).toBe(
      '<a href="https://a.example" target="_blank" rel="noopener noreferrer">a</a>',
    );
  });

  it('changes nothing the second time', () => {
    for (const html of [
      '<table><tr><td style="text-align: right">1</td><th align="center">2</th></tr></table>',
      `<h1>a</h1><img src="${PICTURE}"><a href="https://a.example">a</a>&lt;b&gt;`,
    ])
      expect(cleanHtml(cleanHtml(html))).toBe(cleanHtml(html));
  });
});

describe('Markdown and HTML', () => {
  it('are distinguished by the first tag', () => {
    expect(['<p>a', ' <h2 class="x">', '<br/>', '<!-- x -->'].map(isHtml)).toEqual([true, true, true, true]);
    expect(['a <b>', '<https://a.example>', '<a@b.example>', '< 5', '# x'].map(isHtml)).toEqual(Array(5).fill(false));
  });
  it('both get tables that scroll, without inline styles', () => {
    const html = markdownToHtml('| a | b |\n| - | -: |\n| 1 | 2 |');
    expect(html).toContain('<td class="align-end">2</td>');
    expect(html).not.toContain('style=');
    expect(html).toMatch(/^<div class="table-scroll" role="group" tabindex="0"><table>[^]*<\/table><\/div>\n$/);
    expect(richTextToHtml('<table><tr><td>1</td></tr></table>').match(/tabindex/g)).toHaveLength(1);
  });
  it('both end as safe HTML; tags in Markdown are text', () => {
    expect(richTextToHtml('<p>a<script>x()</script></p>')).toBe('<p>a</p>');
    expect(richTextToHtml('**a** <img src=x onerror=y>')).toBe(
      '<p><strong>a</strong> &lt;img src=x onerror=y&gt;</p>\n',
    );
    expect(sanitizeForStorage('**a** <b>')).toBe('**a** <b>');
  });
});
