import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meaningOf, openMarkdown } from './markdown-document.ts';
import { type DocumentNode, plainText } from '#src/lib/rich-document/read-document.ts';
import { toMarkdown } from './to-markdown.ts';

const PICTURE = '/media/01890000-0000-7000-8000-00000000000a';

/** Texts that are written unusually, and that the editor has to keep when something beside them is changed. */
const KEPT = [
  '',
  '\n\n',
  '# Title #\n\nText\n***\nMore',
  'Title\n=====\n\nSub\n---\n',
  '###### Small\n\n##### Small, too',
  '* a\n* b\n\n\n+ c\n+ d',
  '- a\n\n  b\n- c\n    - d\n        1. e\n        2. f',
  '3. three\n4. four\n\n1) one\n2) two',
  '- a\n  3. begins with three',
  '-\n- after nothing',
  '> quote\ncontinued\n>\n> - a\n>   > b\n\n> another',
  '***both** italic*, **bold *both***, *italic **both*** and ~~gone~~ `code`',
  '**bold**text, 中文**加粗**中文 and _this_ snake_case_name',
  'a  \nb\\\nc',
  '\\*no\\* 2 * 3 * 4, a_b_c, 1\\. no list, \\# no heading, &amp; &lt;b&gt; &copy; <b>text</b>',
  '1\\. x\n\n\\- y\n\n\\+ z\n\n\\> q\n\n\\# h\n\n\\=== \n\n\\| a |',
  '`` a ` b `` and ` `` `',
  '    indented code\n\n```js\nconst a = "`";\n```\n\n~~~\n```\n~~~',
  '[text](https://example.com/a(b)c) <https://example.com/?a=1&b=2> https://example.com example.com a@example.com',
  '[in the portal](/knowledge) [**bold** link](https://example.com) **[bold](https://example.com)**',
  `![A pump](${PICTURE})\n\nText\n\n![](${PICTURE})`,
  '| a | b | c |\n| - | :-: | -: |\n| 1 \\| 2 | **b** | `x\\|y` |\n| | only | |',
  'a | b\n--|--\n1 | 2\n\nafter',
  '　　全角空格开头的段落，\n第二行。',
  'Zero​width and nbsp here',
];
/** Texts of which the editor would lose something. */
const REFUSED = [
  '<p>HTML</p>',
  '[a](https://example.com "title")',
  '![x](https://example.com/x.png)',
  `before ![x](${PICTURE}) behind`,
  `![x](${PICTURE} "title")`,
  '[a](relative/path) b',
  '[a](#part)',
  `# ![x](${PICTURE})`,
];

describe('texts in the editor', () => {
  test.each(KEPT)('%j means the same when it is written again', (text) => {
    const opened = openMarkdown(text);
    expect(opened).not.toBeNull();
    expect(meaningOf(opened!.written)).toBe(meaningOf(text));
    // And then it is written as it was.
    expect(openMarkdown(opened!.written)?.written).toBe(opened!.written);
  });

  test.each(REFUSED)('%j is not opened', (text) => expect(openMarkdown(text)).toBeNull());

  test('one paragraph is changed, the others stay', () => {
    const { document } = openMarkdown(KEPT.filter((text) => text.trim()).join('\n\npart\n\n'))!;
    const content = document.content as DocumentNode[];
    const changed = toMarkdown({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'new' }] }, ...content],
    });
    expect(changed).toBe(`new\n\n${toMarkdown(document)}`);
  });
});

describe('what is typed', () => {
  const paragraph = (...content: DocumentNode[]) => ({
    type: 'doc' as const,
    content: [{ type: 'paragraph', content }],
  });
  const typed = (text: string, ...marks: string[]): DocumentNode => ({
    ...{ type: 'text', text },
    ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
  });

  const link = (text: string): DocumentNode => ({
    ...{ type: 'text', text, marks: [{ type: 'link', attrs: { href: '/knowledge' } }] },
  });

  test.each([
    [[typed('注意：', 'bold'), typed('请看')], '**注意**：请看'],
    [[typed('请'), typed('“看”', 'bold'), typed('吧')], '请“**看**”吧'],
    [[typed('a '), typed(' b ', 'italic'), typed('c')], 'a  *b* c'],
    [[typed('！？', 'bold')], '**！？**'],
    [[typed('a'), typed('！？', 'bold'), typed('b')], 'a！？b'],
    [[typed('(a)', 'bold')], '**(a)**'],
    [[typed('请'), link('看'), typed('吧', 'bold')], '请[看](/knowledge)**吧**'],
    // Marks that overlap in a way that Markdown would not read: the text stays.
    [[typed('a', 'bold'), typed('b', 'bold', 'italic'), typed('c', 'italic')], '**ab***c*'],
  ])('%j', (content, markdown) => {
    expect(toMarkdown(paragraph(...content))).toBe(markdown);
  });

  const TEXTS = fc.stringMatching(/^[a-z中文，。：“”*_`[\]()<>#+\-=|~!&;.\\ 0-9]{1,8}$/);
  const INLINE = fc.array(
    fc.record({
      type: fc.constant('text'),
      text: TEXTS,
      marks: fc.uniqueArray(fc.constantFrom({ type: 'bold' }, { type: 'italic' }, { type: 'strike' }), {
        maxLength: 2,
      }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  const PARAGRAPH = fc.record({ type: fc.constant('paragraph'), content: INLINE });
  const BLOCK = fc.oneof(
    PARAGRAPH,
    fc.record({ type: fc.constant('heading'), attrs: fc.record({ level: fc.constantFrom(2, 3, 4) }), content: INLINE }),
    fc.record({ type: fc.constant('blockquote'), content: fc.array(PARAGRAPH, { minLength: 1, maxLength: 2 }) }),
    fc.record({
      type: fc.constantFrom('bulletList', 'orderedList'),
      content: fc.array(fc.record({ type: fc.constant('listItem'), content: fc.tuple(PARAGRAPH) }), {
        ...{ minLength: 1, maxLength: 3 },
      }),
    }),
  );
  test('any text is read as it was typed, without marks that Markdown cannot place', () => {
    fc.assert(
      fc.property(fc.array(BLOCK, { minLength: 1, maxLength: 3 }), (content) => {
        const document = { type: 'doc' as const, content };
        const opened = openMarkdown(toMarkdown(document));
        const seen = (text: string) => text.replace(/\s+/g, '');
        expect(seen(plainText(opened!.document))).toBe(seen(plainText(document)));
      }),
      { numRuns: 2_000 },
    );
  });
});
