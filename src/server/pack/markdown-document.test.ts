import { describe, expect, it } from 'vitest';
import type { RichDocument } from '#src/contract/rich-document.ts';
import { checkDocument } from '#src/server/core/rich-document/check-document.ts';
import { renderDocument } from '#src/server/core/rich-document/render-document.ts';
import { markdownPictures, markdownToDocument } from './markdown-document.ts';

const FILE = '01890000-0000-7000-8000-00000000000a';
const findPicture = (path: string) =>
  path === 'media/泵 1.webp' ? { fileId: FILE, width: 800, height: 450 } : undefined;
const convert = (text: string) => markdownToDocument(text, findPicture);
/** The checked document of a text that has no problems. */
function accepted(text: string): RichDocument {
  const { document, problems } = convert(text);
  expect(problems).toEqual([]);
  return checkDocument(document);
}
const content = (text: string) => accepted(text).content;
const text = (text: string, ...marks: object[]) => ({ type: 'text', text, ...(marks.length && { marks }) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });

describe('Markdown as a document of the editor', () => {
  it('paragraphs, headings within the levels of the editor, rules', () => {
    expect(content('# A\n\n## B\n\n##### C\n\nfirst\nline  \nsecond\n\n---\n\nend')).toEqual([
      { type: 'heading', attrs: { level: 2 }, content: [text('A')] },
      { type: 'heading', attrs: { level: 2 }, content: [text('B')] },
      { type: 'heading', attrs: { level: 4 }, content: [text('C')] },
      paragraph(text('first line'), { type: 'hardBreak' }, text('second')),
      { type: 'horizontalRule' },
      paragraph(text('end')),
    ]);
  });

  it('emphasis, code and links; code has no other marks', () => {
    const link = { type: 'link', attrs: { href: 'https://example.com/a' } };
    expect(content('**a *b*** ~~c~~ **`d`** [**e** f](https://example.com/a) [g](/knowledge)')).toEqual([
      paragraph(
        text('a ', { type: 'bold' }),
        text('b', { type: 'bold' }, { type: 'italic' }),
        text(' '),
        text('c', { type: 'strike' }),
        text(' '),
        text('d', { type: 'code' }),
        text(' '),
        text('e', link, { type: 'bold' }),
        text(' f', link),
        text(' '),
        text('g', { type: 'link', attrs: { href: '/knowledge' } }),
      ),
    ]);
  });

  it('nested lists, quotations and blocks of code', () => {
    const item = (...content: object[]) => ({ type: 'listItem', content });
    expect(content('3. a\n   - b\n4. ```sql\n   select 1\n   ```\n\n> c\n\n```c++\nx < y\n```')).toEqual([
      {
        type: 'orderedList',
        attrs: { start: 3, type: null },
        content: [
          item(paragraph(text('a')), { type: 'bulletList', content: [item(paragraph(text('b')))] }),
          item({ type: 'paragraph' }, { type: 'codeBlock', attrs: { language: 'sql' }, content: [text('select 1')] }),
        ],
      },
      { type: 'blockquote', content: [paragraph(text('c'))] },
      { type: 'codeBlock', attrs: { language: 'c++' }, content: [text('x < y')] },
    ]);
  });

  it('tables with alignment and empty cells', () => {
    const attrs = (align: string | null) => ({ colspan: 1, rowspan: 1, colwidth: null, align });
    expect(content('| a | b |\n| :-: | --: |\n| **1** | |')).toEqual([
      {
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [
              { type: 'tableHeader', attrs: attrs('center'), content: [paragraph(text('a'))] },
              { type: 'tableHeader', attrs: attrs('right'), content: [paragraph(text('b'))] },
            ],
          },
          {
            type: 'tableRow',
            content: [
              { type: 'tableCell', attrs: attrs('center'), content: [paragraph(text('1', { type: 'bold' }))] },
              { type: 'tableCell', attrs: attrs('right'), content: [{ type: 'paragraph' }] },
            ],
          },
        ],
      },
    ]);
  });

  it('formulas in a line and alone; one dollar is text', () => {
    expect(content('costs 5$, $$a_1 * b_2$$\n\n$$\n\\frac{a}{b}\n$$')).toEqual([
      paragraph(text('costs 5$, '), { type: 'inlineMath', attrs: { latex: 'a_1 * b_2' } }),
      { type: 'blockMath', attrs: { latex: '\\frac{a}{b}' } },
    ]);
  });

  it('pictures as blocks, wherever they stand', () => {
    const image = { type: 'image', attrs: { src: `/media/${FILE}`, alt: 'a pump', width: 800, height: 450 } };
    const source = 'before ![a pump](<media/泵 1.webp>) after\n\n- ![a pump](<media/泵 1.webp>)';
    expect(markdownPictures(source)).toEqual(['media/泵 1.webp', 'media/泵 1.webp']);
    expect(content(source)).toEqual([
      paragraph(text('before ')),
      image,
      paragraph(text(' after')),
      { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }, image] }] },
    ]);
  });
});

describe('Markdown that is hostile or wrong', () => {
  it('keeps tags and script addresses as text', () => {
    const source = '<script>alert(1)</script> <img src=x onerror=alert(1)> [a](javascript:alert(1)) <a href="x">b</a>';
    const html = renderDocument(accepted(source));
    expect(html).not.toMatch(/<script|<img|<a[\s>]/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('reports links and pictures that no document may have', () => {
    expect(convert('[a](page.html) [b](//evil.example/x) ![c](https://evil.example/c.png)').problems).toEqual([
      'the link "page.html" should be an http(s) or mailto address, or a path of the site',
      'the link "//evil.example/x" should be an http(s) or mailto address, or a path of the site',
      'the picture "https://evil.example/c.png" should be a file of the pack, like "media/pump.webp"',
    ]);
    expect(convert('## ![c](<media/泵 1.webp>)').problems).toEqual(['a heading cannot contain a picture']);
  });
});
