import { expect, it } from 'vitest';
import { excerpt } from './excerpt.ts';

it('keeps text, removes tags and headings, and marks shortened text', () => {
  expect(excerpt('<h2>题</h2><p>甲 <b>乙</b>&amp;丙</p>\n<p>丁</p>', 20)).toBe('甲 乙 &丙 丁');
  expect(excerpt('<p>一二三四五六</p>', 4)).toBe('一二三四…');
  expect(excerpt('<p>one standard holds everywhere</p>', 26)).toBe('one standard holds…');
  expect(excerpt('<p>&lt;script&gt;</p>', 20)).toBe('<script>');
  expect(excerpt('', 4)).toBe('');
});
