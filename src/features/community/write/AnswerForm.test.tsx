import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $viewer } from '#src/client/session.store.ts';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { holdNavigations } from '../../../../tests/component/navigation.ts';
import { hydrate, leave, session } from '../../../../tests/component/render.ts';
import AnswerForm from './AnswerForm.tsx';

const SAVE = 'POST /community/auth/draft/save';
const VIEW = 'GET /community/auth/draft/view';
const PUBLISH = 'POST /community/auth/draft/publish';
const QUESTION = '01890000-0000-7000-8000-0000000000aa';
const ANSWER = '01890000-0000-7000-8000-0000000000ab';

const draw = (signedIn = true) => hydrate(AnswerForm, { questionId: QUESTION, signedIn, login: '/login?t=login' });
const open = page.getByRole('button', { name: '写回答' });
const body = page.getByRole('textbox', { name: '正文' });

beforeEach(() => $viewer.set(session.viewer));

test('an answer that was begun is there again on the next visit, and publishing leads to it', async () => {
  answer(SAVE, { revision: 1, savedAt: '2026-03-01T01:00:00.000Z' });
  await draw();
  await userEvent.click(open);
  await userEvent.click(body);
  await userEvent.keyboard('先按急停');
  await expect.element(page.getByText('草稿已保存')).toBeVisible();
  const saved = made.find(({ call }) => call === SAVE)!.input as { id: string; body: unknown };
  expect(saved).toMatchObject({ kind: 'answer', questionId: QUESTION, baseRevision: 0 });
  leave();

  answer(VIEW, {
    ...{ id: saved.id, kind: 'answer', questionId: QUESTION, postId: null, title: '', labelIds: [], labels: [] },
    ...{ body: saved.body as { type: 'doc' }, coverFileId: null, cover: null, anonymous: false },
    ...{ subjectType: null, subjectId: null, subjectPlace: null, revision: 1, gmtModified: '2026-03-01T01:00:00.000Z' },
  });
  answer(PUBLISH, { id: ANSWER, kind: 'answer', questionId: QUESTION, state: 'published' });
  const left = holdNavigations();
  await draw();
  await expect.element(body).toHaveTextContent('先按急停');
  await userEvent.click(page.getByRole('button', { name: '发布' }));
  await expect.poll(() => left).toEqual([`/community/question/${QUESTION}?answer=${ANSWER}`]);
  leave();
  // It is published: the next answer begins anew.
  await draw();
  await expect.element(open).toBeVisible();
});

test('an ended session while publishing keeps the text and offers the way to log in', async () => {
  answer(SAVE, { revision: 1, savedAt: '2026-03-01T01:00:00.000Z' });
  refuse(PUBLISH, 300, '请先登录');
  await draw();
  await userEvent.click(open);
  await userEvent.click(body);
  await userEvent.keyboard('还没写完');
  await userEvent.click(page.getByRole('button', { name: '发布' }));
  await expect.element(page.getByRole('link', { name: '重新登录并继续' })).toBeVisible();
  $viewer.set(null);
  await expect.element(body).toHaveTextContent('还没写完');
});

test('a visitor is sent to the login page', async () => {
  $viewer.set(null);
  await draw(false);
  await expect.element(page.getByRole('link', { name: '登录后回答' })).toHaveAttribute('href', '/login?t=login');
});
