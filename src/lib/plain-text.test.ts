import { expect, it } from 'vitest';
import { excerpt, plainText } from './plain-text.ts';

it('separates blocks by a space, not inline tags', () => {
  expect(plainText('<h2>题</h2><p>甲<b>乙</b><br>丙</p>\n<ul><li>丁</li><li>one <i>two</i></li></ul>')).toBe(
    '题 甲乙 丙 丁 one two',
  );
  expect(plainText('<table><tr><td>1</td><td>2</td></tr></table>')).toBe('1 2');
});

it('decodes entities once; comments and attributes are no text', () => {
  expect(plainText('<p title="a > b">&eacute;&#x4e2d;&nbsp;&amp;lt; &lt;b&gt;<!-- x > y --></p>')).toBe('é中 &lt; <b>');
});

it('accepts deeply nested tags', () => {
  expect(plainText(`${'<div>'.repeat(20_000)}x`)).toBe('x');
});

it('summarises without headings, and marks shortened text', () => {
  expect(excerpt('<h2>题</h2><p>甲 <b>乙</b>&amp;丙</p>\n<p>丁</p>', 20)).toBe('甲 乙&丙 丁');
  expect(excerpt('<p>一二三四五六</p>', 4)).toBe('一二三四…');
  expect(excerpt('<p>one standard holds everywhere</p>', 26)).toBe('one standard holds…');
  expect(excerpt('<p>&lt;script&gt;</p>', 20)).toBe('<script>');
  expect(excerpt('', 4)).toBe('');
});
