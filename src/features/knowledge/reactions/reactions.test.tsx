import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $toasts, $viewer } from '#src/client/session.store.ts';
import { answer, disconnect, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate, session } from '../../../../tests/component/render.ts';
import { applyChange, type OwnReactions } from './apply-change.ts';
import RatingPanel from './RatingPanel.tsx';
import ReactionBar from './ReactionBar.tsx';
import { $reactions } from './reactions.store.ts';

const SAVE = 'POST /course/auth/reaction/save';
const SUMS = {
  ...{ likeCount: 4, bookmarkCount: 2, commentCount: 0, studentCount: 9 },
  ...{ ratings: [0, 0, 1, 0, 2], ratingCount: 3, ratingMean: 4.3 },
};
const OWN: OwnReactions = { ...SUMS, liked: false, bookmarked: false, rating: null };
const PROPS = {
  subject: { subjectType: 'course' as const, subjectId: '01890000-0000-7000-8000-0000000000aa' },
  ...{ title: '安全生产', login: '/login?t=login&redirect=%2Fx', link: 'https://huaxin.example/knowledge/course/1' },
};
const like = page.getByRole('button', { name: /点赞/ });
const toasts = () => $toasts.get().map(({ text }) => text);

beforeEach(() => {
  $viewer.set(session.viewer);
  $toasts.set([]);
});
afterEach(() => $reactions.set(null));

/** The server answers one change for each call of `next`. */
function answerLater() {
  let known = OWN;
  const waiting: (() => void)[] = [];
  answer(SAVE, async (change) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return (known = { ...applyChange(known, change), studentCount: 10 });
  });
  const next = async () => {
    await expect.poll(() => waiting.length).toBe(1);
    waiting.shift()!();
  };
  return { next };
}

test('a like shows at once, a second click waits for the first, and what the server answers is shown in the end', async () => {
  const server = answerLater();
  await hydrate(ReactionBar, { ...PROPS, given: OWN });
  await userEvent.click(like);
  await expect.element(like).toHaveAttribute('aria-pressed', 'true');
  await expect.element(like).toHaveTextContent('点赞5');
  await userEvent.click(page.getByRole('button', { name: /收藏/ }));
  await userEvent.click(like);
  await expect.element(like).toHaveTextContent('点赞4');
  expect(made).toHaveLength(1);
  for (let call = 0; call < 3; call++) await server.next();
  await expect.poll(() => $reactions.get()?.pending).toEqual([]);
  await expect.element(page.getByText('10 人学过')).toBeVisible();
  await expect.element(like).toHaveAttribute('aria-pressed', 'false');
  expect(made.map(({ input }) => input)).toEqual([
    { ...PROPS.subject, liked: true },
    { ...PROPS.subject, bookmarked: true },
    { ...PROPS.subject, liked: false },
  ]);
  await expect
    .poll(() => $toasts.get().map(({ text, action }) => [text, action?.href]))
    .toEqual([['收藏成功', '/knowledge?type=0&bookmarked=1']]);
});

test('a change that the server refuses is taken back, and the next one is sent all the same', async () => {
  await hydrate(ReactionBar, { ...PROPS, given: OWN });
  refuse(SAVE, 404, '课程已下架');
  await userEvent.click(like);
  await expect.poll(toasts).toEqual(['课程已下架']);
  await expect.element(like).toHaveAttribute('aria-pressed', 'false');
  await expect.element(like).toHaveTextContent('点赞4');
  answer(SAVE, { ...OWN, liked: true, likeCount: 5 });
  await userEvent.click(like);
  await expect.element(like).toHaveTextContent('点赞5');
  await expect.poll(() => $reactions.get()?.pending).toEqual([]);
  expect(made).toHaveLength(2);
});

test('visitors and users whose session ended elsewhere get links to the login page', async () => {
  await hydrate(ReactionBar, { ...PROPS, given: OWN });
  $viewer.set(null);
  for (const name of [/点赞/, /收藏/, /分享/]) {
    const link = page.getByRole('link', { name });
    await expect.element(link).toHaveAttribute('href', PROPS.login);
    await expect.element(link).toHaveAttribute('data-login-first');
  }
});

test('the rating by keys: where the arrows rest is sent once, both islands show it, and it can be taken back', async () => {
  answer(SAVE, (change) => applyChange({ ...OWN, rating: change.rating === null ? 4 : null }, change));
  await hydrate(RatingPanel, { ...PROPS, given: OWN });
  const stars = page.getByRole('radio');
  (stars.first().element() as HTMLElement).focus();
  await userEvent.keyboard('[Space]{ArrowRight}{ArrowRight}{ArrowRight}');
  await expect.element(stars.nth(3)).toBeChecked();
  await expect.element(page.getByRole('status')).toHaveTextContent('评分已保存');
  expect(made.map(({ input }) => input)).toEqual([{ ...PROPS.subject, rating: 4 }]);
  expect($reactions.get()?.known.ratingCount).toBe(4);
  await expect.element(page.getByText('4 人评分')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: '撤销评分' }));
  await expect.element(page.getByRole('status')).toHaveTextContent('已撤销评分');
  await expect.element(stars.first()).toHaveFocus();
  expect(made.at(-1)!.input).toEqual({ ...PROPS.subject, rating: null });
});

test('a rating that cannot be saved is rolled back', async () => {
  disconnect(SAVE);
  await hydrate(RatingPanel, { ...PROPS, given: { ...OWN, rating: 3 } });
  await userEvent.click(page.getByRole('radio', { name: '5 星' }), { force: true });
  await expect.poll(() => made.length).toBe(1);
  await expect.element(page.getByRole('radio', { name: '3 星' })).toBeChecked();
  await expect.element(page.getByRole('status')).toHaveTextContent('');
});

test('sharing: the code is drawn when the popover opens, and the keyboard closes it', async () => {
  await hydrate(ReactionBar, { ...PROPS, given: OWN });
  const code = page.getByRole('img', { name: '本页地址的二维码' });
  await userEvent.click(page.getByRole('button', { name: '分享', exact: true }));
  await expect.element(page.getByRole('textbox', { name: '链接' })).toHaveValue(PROPS.link);
  await expect.poll(() => code.element().firstElementChild?.tagName).toBe('svg');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
