import { describe, expect, it } from 'vitest';
import { codeParts, common, folded, pairs, pieces } from './search-words.ts';

const texts = (text: string) => pieces(folded(text)).map(({ text: piece }) => piece);

describe('pieces', () => {
  it.each([
    ['5S 现场管理', ['5s', '现场管理']],
    ['５Ｓ現場', ['5s', '現場']],
    ['ISO9001:2015', ['iso9001', '2015']],
    ['泵 pump安全', ['泵', 'pump', '安全']],
    ['Café—naïve', ['cafe', 'naive']],
    ['GB/T 19001-2016', ['gb', 't', '19001', '2016']],
    ["' | !安全 & ) :*", ['安全']],
    ['𠮷野家', ['𠮷野家']],
    ['', []],
    ['…—!?', []],
  ])('splits %j', (text, wanted) => expect(texts(text)).toEqual(wanted));

  it('returns the position of each segment in the text', () => {
    const text = folded('Ｐump 与 安全, ok');
    for (const { text: piece, at } of pieces(text)) expect(text.slice(at, at + piece.length)).toBe(piece);
  });

  it('shortens very long words', () => {
    expect(texts('x'.repeat(500))).toEqual(['x'.repeat(40)]);
  });
});

it('folded keeps the positions of characters', () => {
  for (const text of ['İstanbul ẞ', 'ŒUVRE ﬁn', 'é', '🙂安全', 'Ǆ', '①⑩㈠']) {
    expect(folded(text)).toHaveLength(common(text).length);
  }
});

it('pairs returns pairs of adjacent characters, also outside the basic plane', () => {
  expect(pairs('安全生产')).toEqual(['安全', '全生', '生产']);
  expect(pairs('泵')).toEqual(['泵']);
  expect(pairs('𠮷野家')).toEqual(['𠮷野', '野家']);
});

it('codeParts splits letters and digits', () => {
  expect(codeParts('iso9001')).toEqual(['iso', '9001']);
  expect(codeParts('5s')).toEqual(['5', 's']);
  expect(codeParts('pump')).toEqual([]);
});
