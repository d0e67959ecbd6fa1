import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, made, refuse } from '../../../tests/component/gateway.ts';
import { hydrate } from '../../../tests/component/render.ts';
import { $toasts } from '#src/client/session.store.ts';
import StudyAgain from './StudyAgain.tsx';

const RENEW = 'POST /course/auth/requirement/own/renew';
const ids = {
  requirementId: '01890000-0000-7000-8000-000000000001',
  courseId: '01890000-0000-7000-8000-000000000002',
};
const button = page.getByRole('button', { name: '重新学习：消防' });

test('asks before it begins; a refusal is shown and the button stays', async () => {
  refuse(RENEW, 409, '该要求目前有效，还不能续期');
  await hydrate(StudyAgain, { ...ids, title: '消防', studyProgress: null });
  await userEvent.click(button);
  await expect.element(page.getByText(/原来的完成记录也保留/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: '取消' }));
  expect(made).toEqual([]);
  await userEvent.click(button);
  await userEvent.click(page.getByRole('button', { name: '开始' }));
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['该要求目前有效，还不能续期']);
  expect(made).toEqual([{ call: RENEW, input: ids }]);
  await expect.element(button).toHaveAttribute('aria-disabled', 'false');
});

test('one that was begun is a link with its progress', async () => {
  answer(RENEW, null);
  await hydrate(StudyAgain, { ...ids, title: '消防', studyProgress: 40 });
  await expect
    .element(page.getByRole('link', { name: '重新学习中（40%）：消防' }))
    .toHaveAttribute('href', `/knowledge/course/${ids.courseId}`);
});
