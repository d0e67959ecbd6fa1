import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RichDocument } from '#src/contract/rich-document.ts';
import { documents, FILE_ID } from '../../../../tests/factories/documents.ts';
import { HOSTILE_TEXTS } from '../../../../tests/factories/hostile-texts.ts';
import { checkDocument } from './check-document.ts';
import { mentionsIn, renderDocument } from './render-document.ts';

const doc = (...content: unknown[]): RichDocument => checkDocument({ type: 'doc', content });
const text = (text: string, ...marks: unknown[]) => ({ type: 'text', text, ...(marks.length > 0 && { marks }) });
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const formula = (latex: string) => renderDocument(doc({ type: 'blockMath', attrs: { latex } }));

/** Tags with their attributes; in sanitised HTML `<` starts a tag, and quoted values hold no `<` or `>`. */
const tagsOf = (html: string) => [...html.matchAll(/<\/?([a-z0-9]+)((?:\s[^\s=>]+="[^"<>]*")*)\s*\/?>/g)];

/** What would run in a page, or would be blocked by its policy. */
function expectHarmless(html: string): void {
  const tags = tagsOf(html);
  // Each `<` belongs to one of the tags looked at.
  expect(tags.length, html).toBe(html.split('<').length - 1);
  for (const [tag, name, attributes] of tags) {
    expect(name).not.toMatch(/^(script|style|iframe|object|embed|svg|form|input|base|link|meta|template|mglyph)$/);
    const names = attributes!.replace(/"[^"]*"/g, '').trim();
    expect(names, tag).not.toMatch(/\b(style|on\w+|srcset|id|xlink:href|formaction)=/i);
    for (const [, address] of attributes!.matchAll(/\s(?:href|src)="([^"]*)"/g))
      expect(address).toMatch(/^(https?:\/\/|mailto:|\/(?!\/))/);
  }
}

describe('a rendered document', () => {
  it('is the HTML of what was written', () => {
    const html = renderDocument(
      doc(
        { type: 'heading', attrs: { level: 2 }, content: [text('1 < 2')] },
        paragraph(
          text('a', { type: 'bold' }),
          { type: 'hardBreak' },
          text('b', { type: 'link', attrs: { href: 'https://example.com/?a=1&b=2' } }),
          text('c', { type: 'link', attrs: { href: '/knowledge' } }),
        ),
        { type: 'codeBlock', attrs: { language: 'c++' }, content: [text('<a>\n  b')] },
        { type: 'image', attrs: { src: `/media/${FILE_ID}`, alt: 'A "pump"', width: 40, height: 30 } },
      ),
    );
    expect(html).toBe(
      '<h2>1 &lt; 2</h2>' +
        '<p><strong>a</strong><br />' +
        '<a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="nofollow ugc noopener noreferrer">b</a>' +
        '<a href="/knowledge">c</a></p>' +
        '<pre><code class="language-c++">&lt;a&gt;\n  b</code></pre>' +
        `<img src="/media/${FILE_ID}" alt="A &quot;pump&quot;" width="40" height="30" loading="lazy" decoding="async" />`,
    );
  });

  it('has tables that scroll, with alignment as a class', () => {
    const cell = (type: string, align: string | null, said: string) => ({
      ...{ type, attrs: { align }, content: [paragraph(text(said))] },
    });
    const table = {
      type: 'table',
      content: [{ type: 'tableRow', content: [cell('tableHeader', 'right', 'x'), cell('tableCell', null, 'y')] }],
    };
    expect(renderDocument(doc(table))).toBe(
      '<div class="table-scroll" role="group" tabindex="0"><table><tbody><tr>' +
        '<th class="align-end"><p>x</p></th><td><p>y</p></td></tr></tbody></table></div>',
    );
  });

  it('leads from a mention to the page of that person, in the language of the reader', () => {
    const mention = doc(paragraph({ type: 'mention', attrs: { userId: FILE_ID, label: '<i>Li' } }));
    expect(renderDocument(mention)).toBe(
      `<p><a href="/community/author/${FILE_ID}" class="mention">@&lt;i&gt;Li</a></p>`,
    );
    expect(mentionsIn(renderDocument(mention), 'en')).toContain(`href="/en/community/author/${FILE_ID}"`);
  });

  it('has formulas in MathML without styles', () => {
    const inline = renderDocument(doc(paragraph({ type: 'inlineMath', attrs: { latex: 'x^2' } })));
    expect(inline).toBe('<p><math><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math></p>');
    const html = formula('\\begin{cases}\\frac{a}{b} & \\color{red} c\\end{cases}');
    expect(html).toMatch(/^<div class="formula" role="group" tabindex="0"><math display="block"/);
    expect(html).toContain('<mfrac><mi>a</mi><mi>b</mi></mfrac>');
    expectHarmless(html);
  });

  it.each([
    '\\bad',
    '\\frac{',
    '\\href{javascript:xss()}{x}',
    '\\includegraphics{x}',
    '\\class{a}{b}',
    '{'.repeat(2000),
  ])('shows %j as it was written', (latex) => {
    expect(formula(latex)).toContain(`<code class="formula-source">${latex}</code>`);
  });

  it('does not multiply a formula', () => {
    const bomb = `\\def\\a{${'x'.repeat(500)}}${[...'bcdef'].map((name, at) => `\\def\\${name}{${`\\${'abcde'[at]}`.repeat(50)}}`).join('')}\\f`;
    expect(formula(bomb)).toContain('formula-source');
    expect(formula(`\\newcommand{\\a}{${'x'.repeat(100)}}\\a`)).toContain('formula-source');
    expect(formula(`${'\\frac{1}{'.repeat(200)}${'}'.repeat(200)}`).length).toBeLessThan(150_000);
  });

  it('has formulas up to a size, then their source', () => {
    const wide = `\\ce{${'Fe^{3+} + SO4^{2-} <=> '.repeat(20)}X}`;
    const formulas = Array.from({ length: 30 }, () => ({ type: 'blockMath', attrs: { latex: wide } }));
    const html = renderDocument(doc(...formulas));
    expect(html.length).toBeLessThan(300_000);
    expect(html.match(/<math/g)!.length).toBeGreaterThan(1);
    expect(html).toContain('<code class="formula-source">\\ce{Fe');
  });
});

describe('hostile texts', () => {
  it.each(HOSTILE_TEXTS)('%s stays text, wherever it is written', (said) => {
    const mark = { type: 'link', attrs: { href: `https://example.com/?q=${encodeURIComponent(said)}` } };
    expectHarmless(
      renderDocument(
        doc(
          paragraph(text(said, mark), text(said, { type: 'code' }), { type: 'inlineMath', attrs: { latex: said } }),
          paragraph({ type: 'mention', attrs: { userId: FILE_ID, label: said.slice(0, 100) } }),
          { type: 'codeBlock', content: [text(said)] },
          { type: 'image', attrs: { src: `/media/${FILE_ID}`, alt: said } },
          { type: 'blockMath', attrs: { latex: said } },
          { type: 'blockMath', attrs: { latex: `\\text{${said.replace(/[{}\\%#&$_^~]/g, '')}}` } },
        ),
      ),
    );
  });

  it('in random documents', () => {
    fc.assert(
      fc.property(documents(fc.oneof(fc.string(), fc.constantFrom(...HOSTILE_TEXTS))), (document) =>
        expectHarmless(renderDocument(checkDocument(document, { allowEmpty: true }))),
      ),
      { numRuns: 100 },
    );
  });
});
