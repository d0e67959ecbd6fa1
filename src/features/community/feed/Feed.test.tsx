import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, made } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import type { PostCard } from '../post-path.ts';
import Feed from './Feed.tsx';

const FEED = 'POST /community/api/post/page';
const idOf = (n: number) => `01890000-0000-7000-8000-00000000000${n}`;
const post = (n: number, more: Partial<PostCard> = {}): PostCard => ({
  ...{ id: idOf(n), kind: 'question', title: `问题 ${n}`, excerpt: '', cover: null, labels: [], solved: false },
  ...{ publishedAt: '2026-03-01T01:00:00.000Z', voteCount: 0, answerCount: 0, commentCount: 0, readingMinutes: 1 },
  author: { id: idOf(9), userName: '王芳', headPortrait: null, sex: 1, isLecturer: false, anonymous: false },
  ...more,
});
const draw = (first: { list: PostCard[]; next: string | null }) =>
  hydrate(Feed, {
    ...{ first, path: '/community', timeZone: 'Asia/Shanghai' },
    input: { order: 'helpful' as const, kind: 'question' as const, pageSize: 20 },
  });

test('"load more" is a link to the next page; clicked it appends each post once and moves the focus on', async () => {
  answer(FEED, { list: [post(2), post(3)], next: null });
  await draw({ list: [post(1), post(2)], next: 'cursor' });
  const more = page.getByRole('link', { name: '加载更多' });
  await expect.element(more).toHaveAttribute('href', '/community?order=helpful&kind=question&after=cursor');
  await userEvent.click(more);
  await expect.element(page.getByRole('link', { name: '问题 3' })).toHaveFocus();
  expect(page.getByRole('article').elements()).toHaveLength(3);
  await expect.element(more).not.toBeInTheDocument();
  expect(made).toEqual([{ call: FEED, input: { order: 'helpful', kind: 'question', pageSize: 20, after: 'cursor' } }]);
});

test('an anonymous author has no name and no page; a named one leads to theirs', async () => {
  const anonymous = { id: null, userName: '', headPortrait: null, sex: 1, isLecturer: false, anonymous: true };
  await draw({ list: [post(1), post(2, { author: anonymous })], next: null });
  await expect
    .element(page.getByRole('link', { name: '王芳' }))
    .toHaveAttribute('href', `/community/author/${idOf(9)}`);
  await expect.element(page.getByText('匿名用户')).toBeVisible();
  expect(document.querySelectorAll('a[href^="/community/author/"]')).toHaveLength(1);
});
