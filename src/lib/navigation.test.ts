import { describe, expect, it } from 'vitest';
import { navigation } from './navigation.ts';

const item = (n: number, more: Partial<Parameters<typeof navigation>[0][number]> = {}) => ({
  id: `id-${n}`,
  code: `item-${n}`,
  title: `Item ${n}`,
  navUrl: `/page-${n}`,
  navMenuType: 9,
  target: '_self',
  ...more,
});

describe('the top bar', () => {
  it('maps menu types to pages and leaves other types to their own address', () => {
    const { inline } = navigation(
      [1, 2, 3, 4, 5, 6].map((type) => item(type, { navMenuType: type })),
      '/',
    );
    expect(inline.map(({ path }) => path)).toEqual([
      '/home',
      '/knowledge',
      '/lecturer',
      '/community',
      '/account',
      '/page-6',
    ]);
  });

  it('keeps six inline, and puts all but five away when there are more', () => {
    const of = (count: number) =>
      navigation(
        Array.from({ length: count }, (_, n) => item(n)),
        '/',
      );
    expect(of(6)).toMatchObject({ inline: { length: 6 }, more: { length: 0 } });
    expect(of(7)).toMatchObject({ inline: { length: 5 }, more: { length: 2 } });
  });

  it('does not show the item "info", nor count it', () => {
    const { inline, more } = navigation([...[1, 2, 3, 4, 5, 6].map((n) => item(n)), item(7, { code: 'info' })], '/');
    expect([...inline, ...more].map(({ id }) => id)).not.toContain('id-7');
    expect(more).toEqual([]);
  });

  it('marks where one is, and what opens in a new tab', () => {
    const { inline } = navigation(
      [item(1, { navMenuType: 2 }), item(2, { navUrl: 'https://example.com', target: '_blank' })],
      '/knowledge/course/1',
    );
    expect(inline).toMatchObject([
      { current: true, newTab: false },
      { current: false, newTab: true, path: 'https://example.com' },
    ]);
    expect(navigation([item(1, { navUrl: '/knowledge' })], '/knowledges').inline[0]!.current).toBe(false);
  });
});
