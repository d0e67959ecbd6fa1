import { describe, expect, it } from 'vitest';
import { findFilteredWords } from './filtered-words.ts';

describe('findFilteredWords', () => {
  it.each([
    ['这里有赌博广告', ['赌博']],
    ['这里有赌 博', ['赌博']],
    ['赌*博', ['赌博']],
    ['赌\u200b博', ['赌博']],
    ['ＢＥＴ now', ['bet']],
    ['b.e.t', ['bet']],
    ['B E T', ['bet']],
    ['Bét', ['bet']],
    ['better', []],
    ['alphabet', []],
    ['bet', ['bet']],
    ['a free-lunch', ['free lunch']],
    ['', []],
  ])('%j contains %j', (text, found) => {
    expect(findFilteredWords(text, ['赌博', 'bet', 'free lunch', '!!!'])).toEqual(found);
  });

  it('is fast for long texts and many words', () => {
    const words = Array.from({ length: 5_000 }, (_, i) => `word${i}x`);
    expect(findFilteredWords('word '.repeat(10_000), words)).toEqual([]);
  });
});
