import { expect, it } from 'vitest';
import { textChanges } from './text-changes.ts';

it('tells which words were added and removed, also in Chinese', () => {
  expect(textChanges('Wear a helmet here', 'Wear a mask here')).toEqual([
    { text: 'Wear a ', change: 'same' },
    { text: 'helmet', change: 'removed' },
    { text: 'mask', change: 'added' },
    { text: ' here', change: 'same' },
  ]);
  const chinese = textChanges('进入车间必须佩戴安全帽', '进入车间必须佩戴防护眼镜');
  const join = (...kinds: string[]) =>
    chinese
      .filter(({ change }) => kinds.includes(change))
      .map(({ text }) => text)
      .join('');
  expect(join('same', 'removed')).toBe('进入车间必须佩戴安全帽');
  expect(join('same', 'added')).toBe('进入车间必须佩戴防护眼镜');
  expect(join('same')).toBe('进入车间必须佩戴');
});

it('finds nothing in equal texts', () => {
  expect(textChanges('same', 'same')).toEqual([]);
});

it('shortens what did not change', () => {
  const long = '字'.repeat(1_000);
  const changes = textChanges(`${long}旧`, `${long}新`);
  expect(changes[0]!.change).toBe('same');
  expect(changes[0]!.text.length).toBeLessThan(200);
  expect(changes[0]!.text.startsWith('…')).toBe(true);
});

it('answers within bounds for two large texts that have nothing in common', () => {
  const words = (word: string) => Array.from({ length: 20_000 }, (_, i) => `${word}${i}`).join(' ');
  expect(textChanges(words('a'), words('b')).map(({ change }) => change)).toEqual(['removed', 'added']);
});
