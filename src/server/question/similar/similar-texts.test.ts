import { describe, expect, it } from 'vitest';
import { gramsOf, type Said, similarTexts } from './similar-texts.ts';

const BOUNDS = { pairs: 100, comparisons: 100_000 };
const said = (texts: string[], distinct: string[][] = []): Said[] =>
  texts.map((text, at) => ({ id: String(at), distinct: distinct[at] ?? [], text }));
const found = (all: Said[], only?: string[]) =>
  similarTexts(all, BOUNDS, only && new Set(only)).pairs.map(({ a, b }) => a + b);

const TEXTS = [
  '发现有人触电时，首先应当切断电源。正确 错误',
  '发现有人触电时, 首先应切断电源！正确 错误',
  '灭火器的压力表指针在绿区表示压力正常',
  'The pressure gauge of an extinguisher is in the green zone',
  'the pressure GAUGE of an extinguisher is in the green zone?',
  '短',
  '短',
];

describe('similar texts', () => {
  it('are found without case, width and punctuation; short ones are not', () => {
    expect(found(said(TEXTS))).toEqual(['34', '01']);
    expect(gramsOf('Ａ b，c')).toEqual(gramsOf('ABC'));
  });

  it('are those with one of the ids that are asked for, and not those that somebody keeps apart', () => {
    expect(found(said(TEXTS), ['0'])).toEqual(['10']);
    expect(found(said(TEXTS), ['2'])).toEqual([]);
    expect(found(said(TEXTS, [['1']]))).toEqual(['34']);
    expect(found(said(TEXTS, [[], ['0']]))).toEqual(['34']);
  });

  it('are the same as those of a comparison of all with all', () => {
    let seed = 7;
    const random = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
    const letters = '安全生产教育培训考试管理检查';
    const texts = Array.from({ length: 300 }, () =>
      Array.from({ length: 12 }, () => letters[random(letters.length)]).join(''),
    );
    for (let at = 0; at < 150; at += 1) texts.push(`${texts[at]!.slice(0, 11)}${letters[random(letters.length)]}`);
    const sets = texts.map(gramsOf);
    const all: string[] = [];
    for (let a = 0; a < texts.length; a += 1)
      for (let b = a + 1; b < texts.length; b += 1) {
        const common = [...sets[a]!].filter((gram) => sets[b]!.has(gram)).length;
        if ((2 * common) / (sets[a]!.size + sets[b]!.size) >= 0.8) all.push(`${a} ${b}`);
      }
    const { pairs, isPartial } = similarTexts(said(texts), { pairs: 10_000, comparisons: 1e7 });
    expect(isPartial).toBe(false);
    expect(pairs.map(({ a, b }) => `${a} ${b}`).sort()).toEqual(all.sort());
    expect(all.length).toBeGreaterThan(100);
  });

  it('stop at their bounds', () => {
    const same = said(Array.from({ length: 50 }, () => TEXTS[0]!));
    expect(similarTexts(same, { pairs: 10, comparisons: 1e6 })).toMatchObject({
      isPartial: true,
      pairs: { length: 10 },
    });
    expect(similarTexts(same, { pairs: 1e6, comparisons: 20 })).toMatchObject({
      isPartial: true,
      pairs: { length: 20 },
    });
  });
});
