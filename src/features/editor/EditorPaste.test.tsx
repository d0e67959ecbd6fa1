import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { DocumentNode } from '#src/lib/rich-document/read-document.ts';
import { hydrate } from '../../../tests/component/render.ts';
import { documentNow, forgetWritten, paste, text, Writing } from '../../../tests/component/writing.tsx';
import { WORD_HTML } from '../../../tests/factories/office-clipboard.ts';

beforeEach(async () => {
  forgetWritten();
  await hydrate(Writing, {});
  await expect.element(text).toBeVisible();
});

/** A document in short: `bulletList(listItem(paragraph("a" bold)))`. */
function outline({ type, content = [], text: said, marks = [], attrs = {} }: DocumentNode): string {
  if (type === 'text') return `"${said}"${marks.map((mark) => ` ${mark.type}`).join('')}`;
  const { level, align, language, href } = attrs as Record<string, string | number | null | undefined>;
  const name = `${type}${level ?? ''}${align ? `-${align}` : ''}${language ? `-${language}` : ''}${href ?? ''}`;
  return content.length > 0 ? `${name}(${content.map(outline).join(', ')})` : name;
}
const blocks = () => ((documentNow().content ?? []) as DocumentNode[]).map(outline);
const expectBlocks = (expected: string[]) => expect.poll(() => blocks()).toEqual(expected);

test('plain text keeps its lines and paragraphs', async () => {
  await paste({ text: 'first line\r\nsecond line\n\n5 * 3 - 2\n# no heading here?\n' });
  await expectBlocks([
    'paragraph("first line", hardBreak, "second line")',
    'paragraph("5 * 3 - 2", hardBreak, "# no heading here?")',
  ]);
});

test('Markdown becomes what it says', async () => {
  const markdown = [
    ...['# Title', '', 'Some **bold** and `code`, [a link](https://example.com/) and [none](javascript:xss()).', ''],
    ...['- one', '- two', '  1. inner', '', '> quoted', '', '```ts', 'const x = 1 < 2;', '```', ''],
    ...['| a | b |', '| --- | :-: |', '| 1 | 2 |', '', '<img src=x onerror=xss()>'],
  ].join('\n');
  await paste({ text: markdown });
  await expectBlocks([
    'heading2("Title")',
    'paragraph("Some ", "bold" bold, " and ", "code" code, ", ", "a link" link, " and [none](javascript:xss()).")',
    'bulletList(listItem(paragraph("one")), listItem(paragraph("two"), orderedList(listItem(paragraph("inner")))))',
    'blockquote(paragraph("quoted"))',
    'codeBlock-ts("const x = 1 < 2;")',
    'table(tableRow(tableHeader(paragraph("a")), tableHeader-center(paragraph("b"))), tableRow(tableCell(paragraph("1")), tableCell-center(paragraph("2"))))',
    'paragraph("<img src=x onerror=xss()>")',
  ]);
  // One step takes it back.
  await userEvent.keyboard('{Control>}z{/Control}');
  await expectBlocks(['paragraph']);
});

test('text of Word keeps headings, lists, tables and emphasis, and nothing else', async () => {
  await paste({ html: WORD_HTML, text: 'Pump manual' });
  await expectBlocks([
    'heading2("Pump manual")',
    'heading2("1 Start")',
    'paragraph("Read ", "all" bold, " ", "steps" italic, ".")',
    'bulletList(listItem(paragraph("Open the valve"), bulletList(listItem(paragraph("Slowly")))), listItem(paragraph("Wait")))',
    'heading4("Remarks")',
    'orderedList(listItem(paragraph("First")), listItem(paragraph("Second")))',
    'table(tableRow(tableCell(paragraph("Pressure")), tableCell(paragraph("3 bar"))))',
    'paragraph("more")',
  ]);
});

test('pasted HTML loses scripts, foreign pictures and styles', async () => {
  await paste({
    html: '<h1 style="color:red" onclick="xss()">A</h1><script>xss()</script><p>b<img src="https://example.com/x.png"><a href="javascript:xss()">c</a><iframe src="/"></iframe></p>',
  });
  await expectBlocks(['heading2("A")', 'paragraph("bc")']);
});

test('styles with a meaning survive, as from Google Docs', async () => {
  await paste({
    html: '<b style="font-weight:normal" id="docs-internal-guid-1"><p style="line-height:1.4"><span style="font-size:11pt;font-weight:700;font-style:italic">loud</span><span style="font-weight:400"> x style="y" </span><span style="vertical-align:super">2</span></p></b>',
  });
  await expectBlocks(['paragraph("loud" bold italic, " x style="y" ", "2" superscript)']);
});

test('in a block of code everything stays as it is', async () => {
  await userEvent.click(text);
  await userEvent.keyboard('{Control>}{Alt>}c{/Alt}{/Control}');
  await paste({ text: '# one\n\n- two' });
  await expectBlocks(['codeBlock("# one\n\n- two")', 'paragraph']);
});
