import { describe, expect, it } from 'vitest';
import { navigation } from './navigation.ts';

const item = (n: number, more: Partial<Parameters<typeof navigation>[0][number]> = {}) => ({
  id: `id-${n}`,
  code: `item-${n}`,
  title: `A${n}`,
  navUrl: `/page-${n}`,
  navMenuType: 9,
  target: '_self',
  ...more,
});
const places = (titles: string[]) =>
  navigation(
    titles.map((title, n) => item(n, { title })),
    '/',
  ).map(({ place }) => place);
const count = (titles: string[]) => {
  const all = places(titles);
  return ['inline', 'wide', 'more'].map((place) => all.filter((each) => each === place).length);
};

describe('navigation', () => {
  it('maps menu types to pages and uses navUrl for other types', () => {
    const links = navigation(
      [1, 2, 3, 4, 5, 6].map((type) => item(type, { navMenuType: type })),
      '/',
    );
    expect(links.map(({ path }) => path)).toEqual([
      '/home',
      '/knowledge',
      '/lecturer',
      '/community',
      '/account',
      '/page-6',
    ]);
  });

  it('shows up to six items inline, and five when there are more', () => {
    expect(count(Array(6).fill('首页'))).toEqual([6, 0, 0]);
    expect(count(Array(7).fill('首页'))).toEqual([5, 0, 2]);
    expect(count(Array(12).fill('A'))).toEqual([5, 0, 7]);
  });

  it('moves items that do not fit to the menu, more of them on narrow screens', () => {
    expect(count(Array(6).fill('An unusually long name of a page'))).toEqual([2, 0, 4]);
    expect(places(['Home', 'Courses', 'Lecturers', 'Community', 'My account', 'Exams'])).toEqual(
      Array(4).fill('inline').concat(Array(2).fill('wide')),
    );
    expect(count(['Home', 'Courses', 'Lecturers', 'My account'])).toEqual([4, 0, 0]);
    expect(count(Array(20).fill('An unusually long name of a page that goes on'))).toEqual([2, 0, 18]);
  });

  it('has five of the usual titles inline at every width', () => {
    const chinese = ['首页', '知识中心', '讲师风采', '学习社区', '考试中心', '个人中心', '课程分类', '关于我们'];
    expect(count(chinese)).toEqual([5, 0, 3]);
    const english = ['Home', 'Knowledge', 'Lecturers', 'Community', 'Exams', 'My account', 'Categories', 'About us'];
    expect(count(english)).toEqual([5, 0, 3]);
    expect(count(chinese.slice(0, 6))).toEqual([6, 0, 0]);
  });

  it('omits the item "info" and does not count it', () => {
    const links = navigation([...[1, 2, 3, 4, 5, 6].map((n) => item(n)), item(7, { code: 'info' })], '/');
    expect(links.map(({ id, place }) => [id, place])).toEqual([1, 2, 3, 4, 5, 6].map((n) => [`id-${n}`, 'inline']));
  });

  it('marks the current item and items that open in a new tab', () => {
    const links = navigation(
      [item(1, { navMenuType: 2 }), item(2, { navUrl: 'https://example.com', target: '_blank' })],
      '/knowledge/course/1',
    );
    expect(links).toMatchObject([
      { current: true, newTab: false },
      { current: false, newTab: true, path: 'https://example.com' },
    ]);
    expect(navigation([item(1, { navUrl: '/knowledge' })], '/knowledges')[0]!.current).toBe(false);
  });
});
