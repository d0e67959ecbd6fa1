import { describe, expect, it } from 'vitest';
import { cleanText, isVisible, textParts } from './user-text.ts';

describe('cleanText', () => {
  it('keeps line breaks and at most one consecutive empty line', () => {
    expect(cleanText('  a\r\nb  \rc\n\n\n\nd\t\n ')).toBe('a\nb\nc\n\nd');
  });
  it('removes control characters', () => {
    expect(cleanText('a\u0000b\u001b[31mc\ufeff')).toBe('ab[31mc');
    expect(cleanText('\u0000\u0007')).toBe('');
  });
});

it('isVisible returns false for spaces and zero-width characters', () => {
  expect([isVisible('好'), isVisible('👍'), isVisible('?')]).toEqual([true, true, true]);
  expect([isVisible(''), isVisible('\u200b\u200d'), isVisible('\u3000 ')]).toEqual([false, false, false]);
});

describe('textParts', () => {
  it('returns links for http(s) URLs only, without surrounding punctuation', () => {
    expect(textParts('见https://a.example/x?y=1，或 (HTTP://B.example/).')).toEqual([
      { text: '见' },
      { text: 'https://a.example/x?y=1', href: 'https://a.example/x?y=1' },
      { text: '，或 (' },
      { text: 'HTTP://B.example/', href: 'http://b.example/' },
      { text: ').' },
    ]);
  });
  it('returns everything else as text', () => {
    for (const text of ['javascript:alert(1)', 'data:text/html,x', '<a href="x">', 'https://', '//a.example'])
      expect(textParts(text)).toEqual([{ text }]);
    expect(textParts('https://a.example/"onmouseover="x')).toEqual([
      { text: 'https://a.example/', href: 'https://a.example/' },
      { text: '"onmouseover="x' },
    ]);
  });
  it('returns line breaks', () => {
    expect(textParts('a\n\nb')).toEqual([{ text: 'a' }, { br: true }, { br: true }, { text: 'b' }]);
  });
});
