import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_DOCUMENT_DEPTH, type RichDocument } from '#src/contract/rich-document.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { documents, FILE_ID } from '../../../../tests/factories/documents.ts';
import { HOSTILE_TEXTS } from '../../../../tests/factories/hostile-texts.ts';
import { checkDocument } from './check-document.ts';

const doc = (...content: unknown[]): RichDocument => ({ type: 'doc', content });
const text = (text: string, ...marks: unknown[]) => ({ type: 'text', text, ...(marks.length > 0 && { marks }) });
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const linked = (href: unknown) => doc(paragraph(text('x', { type: 'link', attrs: { href } })));
const picture = (attrs: object) => doc({ type: 'image', attrs });
const formula = (latex: unknown) => doc({ type: 'blockMath', attrs: { latex } });
const SRC = `/media/${FILE_ID}`;

/** The key of the field error, or `accepted`. */
function problemOf(document: unknown): string {
  try {
    checkDocument(document as RichDocument);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error).toMatchObject({ code: 422, key: 'invalid', fields: [{ field: 'body' }] });
    return error.fields[0]!.key;
  }
}

function nested(levels: number): unknown {
  let inner: unknown = paragraph(text('deep'));
  for (let level = 0; level < levels; level++)
    inner = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(), inner] }] };
  return inner;
}

const UNKNOWN: [why: string, document: unknown][] = [
  ['an unknown node', doc({ type: 'iframe', attrs: { src: 'x' } })],
  ['a node named like a property of objects', doc({ type: 'constructor' })],
  ['__proto__ as a node', doc({ type: '__proto__' })],
  ['an unknown mark', doc(paragraph(text('x', { type: 'textStyle' })))],
  ['a mark named __proto__', doc(paragraph(text('x', { type: '__proto__' })))],
  ['an unknown attribute', doc({ type: 'paragraph', attrs: { style: 'color:red' } })],
  ['an unknown attribute of a link', doc(paragraph(text('x', { type: 'link', attrs: { href: '/', onclick: 'x' } })))],
  [
    'an attribute named __proto__',
    JSON.parse('{"type":"doc","content":[{"type":"paragraph","attrs":{"__proto__":{}}}]}'),
  ],
  ['an unknown key of a node', doc({ type: 'paragraph', onload: 'x' })],
  ['a key named __proto__', JSON.parse('{"type":"doc","content":[{"type":"paragraph","__proto__":{"type":"doc"}}]}')],
  ['an object as attribute', doc({ type: 'heading', attrs: { level: { valueOf: 2 } } })],
  ['a heading of the page', doc({ type: 'heading', attrs: { level: 1 }, content: [text('x')] })],
  ['a level as text', doc({ type: 'heading', attrs: { level: '2' }, content: [text('x')] })],
  ['a text without text', doc(paragraph({ type: 'text' }))],
  ['a number as text', doc(paragraph({ type: 'text', text: 7 }))],
  ['content of a text', doc(paragraph({ type: 'text', text: 'x', content: [] }))],
  ['a text in the document', doc(text('x'))],
  ['a document in the document', doc(doc(paragraph(text('x'))))],
  ['a list without items', doc({ type: 'bulletList', content: [] })],
  ['a list item in the document', doc({ type: 'listItem', content: [paragraph(text('x'))] })],
  ['a list of which an item is missing', doc({ type: 'bulletList', content: [paragraph(text('x'))] })],
  ['bold code', doc(paragraph(text('x', { type: 'bold' }, { type: 'code' })))],
  ['marks in a block of code', doc({ type: 'codeBlock', content: [text('x', { type: 'bold' })] })],
  ['content that is no list', doc({ type: 'paragraph', content: { 0: text('x') } })],
  ['marks that are no list', doc(paragraph({ type: 'text', text: 'x', marks: {} }))],
  ['null as node', doc(null)],
  ['a list as node', doc([])],
  ['a class in the language of code', doc({ type: 'codeBlock', attrs: { language: 'a b' }, content: [text('x')] })],
  [
    'a table a mile wide',
    doc({
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [{ type: 'tableCell', attrs: { colspan: 10_000 }, content: [paragraph(text('x'))] }],
        },
      ],
    }),
  ],
  ['a picture of half a pixel', picture({ src: SRC, alt: 'x', width: 0.5 })],
  ['a description that is no text', picture({ src: SRC, alt: 7 })],
  ['a description of a page', picture({ src: SRC, alt: 'x'.repeat(301) })],
  ['an empty formula', formula(' ')],
  ['a formula that is no text', formula(7)],
  ['a formula of 2,001 characters', formula('x'.repeat(2001))],
  ['a mention of no person', doc(paragraph({ type: 'mention', attrs: { userId: 'x', label: 'x' } }))],
  ['a mention without a name', doc(paragraph({ type: 'mention', attrs: { userId: FILE_ID } }))],
];

describe('a document that no editor wrote', () => {
  it.each(UNKNOWN)('%s is refused at its field', (_, document) => {
    expect(problemOf(document)).toBe('field.unknownContent');
  });

  it.each(['javascript:xss()', 'JAVASCRIPT:xss()', 'data:text/html,x', '//example.com', 'x', '', null, 7])(
    'a link to %j is refused',
    (href) => expect(problemOf(linked(href))).toBe('field.linkAddress'),
  );

  it.each(['https://example.com/x.png', 'data:image/png;base64,AA', '/media/x', 'javascript:xss()', null])(
    'a picture from %j is refused',
    (src) => expect(problemOf(picture({ src, alt: '' }))).toBe('field.foreignPicture'),
  );

  it('lists in lists are refused beyond the depth, however deep they are', () => {
    // A list and its item are two levels.
    expect(problemOf(doc(nested(MAX_DOCUMENT_DEPTH / 2 - 1)))).toBe('accepted');
    expect(problemOf(doc(nested(MAX_DOCUMENT_DEPTH / 2)))).toBe('field.tooDeep');
    expect(problemOf(doc(nested(200)))).toBe('field.tooDeep');
    expect(problemOf(doc(nested(100_000)))).toBe('field.tooDeep');
  });

  it('a megabyte is refused, and so are too many nodes', () => {
    expect(problemOf(doc(paragraph(text('x'.repeat(1024 * 1024)))))).toBe('field.tooLong');
    // Bytes in UTF-8, not characters.
    expect(problemOf(doc(paragraph(text('字'.repeat(100_000)))))).toBe('field.tooLong');
    expect(problemOf(doc(paragraph(text('字'.repeat(80_000)))))).toBe('accepted');
    expect(problemOf(doc(...Array.from({ length: 10_001 }, () => ({ type: 'paragraph' }))))).toBe('field.tooLong');
  });

  it('more mentions than 50 members are refused, one member may be mentioned often', () => {
    const mention = (n: number) => ({
      ...{ type: 'mention', attrs: { userId: FILE_ID.slice(0, -3) + String(n + 100), label: 'Li' } },
    });
    const mentions = (count: number, people: number) =>
      doc(paragraph(...Array.from({ length: count }, (_, n) => mention(n % people))));
    expect(problemOf(mentions(50, 50))).toBe('accepted');
    expect(problemOf(mentions(500, 50))).toBe('accepted');
    expect(problemOf(mentions(51, 51))).toBe('field.tooManyMentions');
    expect(problemOf(mentions(10_000, 1))).toBe('field.tooLong');
  });

  it('formulas are refused when rendering them all would take seconds', () => {
    const formulas = (count: number) =>
      doc(...Array.from({ length: count }, () => ({ type: 'blockMath', attrs: { latex: 'x^2 '.repeat(500) } })));
    expect(problemOf(formulas(10))).toBe('accepted');
    expect(problemOf(formulas(11))).toBe('field.tooManyFormulas');
    expect(problemOf(formulas(120))).toBe('field.tooManyFormulas');
  });

  it('tables are refused beyond the number of nodes', () => {
    const cell = { type: 'tableCell', content: [paragraph()] };
    const table = (rows: number) =>
      doc({
        type: 'table',
        content: Array.from({ length: rows }, () => ({ type: 'tableRow', content: Array<object>(50).fill(cell) })),
      });
    expect(problemOf(doc(paragraph(text('x')), ...(table(70).content ?? [])))).toBe('accepted');
    expect(problemOf(table(100))).toBe('field.tooLong');
  });

  it('an empty document is refused unless it may be empty', () => {
    expect(problemOf(doc({ type: 'paragraph' }))).toBe('field.required');
    expect(problemOf(doc(paragraph(text('\u0000'))))).toBe('field.required');
    expect(checkDocument(doc({ type: 'paragraph' }), { allowEmpty: true })).toEqual(doc({ type: 'paragraph' }));
  });

  it('names the field it was sent in', () => {
    expect(() => checkDocument(doc(), { field: 'answer' })).toThrow(
      expect.objectContaining({ fields: [{ field: 'answer', key: 'field.unknownContent' }] }),
    );
  });
});

describe('what is stored', () => {
  it('has complete attributes, no control characters and no halves of characters', () => {
    expect(
      checkDocument(
        doc(
          paragraph(text('a\u0000b\ud800c'), text('\u0007')),
          { type: 'image', attrs: { src: SRC, alt: 'x\u0000' } },
          { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph(text('y'))] }] },
        ),
      ),
    ).toEqual(
      doc(
        paragraph(text('ab\ufffdc')),
        { type: 'image', attrs: { src: SRC, alt: 'x', width: null, height: null } },
        {
          ...{ type: 'orderedList', attrs: { start: 1, type: null } },
          content: [{ type: 'listItem', content: [paragraph(text('y'))] }],
        },
      ),
    );
  });

  it('ends with its last text', () => {
    expect(checkDocument(doc(paragraph(), paragraph(text('x')), paragraph(), { type: 'paragraph' }))).toEqual(
      doc({ type: 'paragraph' }, paragraph(text('x'))),
    );
  });

  it('is accepted again, unchanged', () => {
    fc.assert(
      fc.property(documents(fc.oneof(fc.string(), fc.constantFrom(...HOSTILE_TEXTS))), (document) => {
        const once = checkDocument(document, { allowEmpty: true });
        expect(checkDocument(once, { allowEmpty: true })).toEqual(once);
      }),
      { numRuns: 150 },
    );
  });
});
