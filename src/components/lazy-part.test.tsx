import type { ComponentType } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hydrate } from '../../tests/component/render.ts';
import { island } from '#src/i18n/island.tsx';
import { lazyPart } from './lazy-part.tsx';

test('code that cannot be loaded is loaded again, and shown wherever the part is used', async () => {
  const load = vi.fn<() => Promise<ComponentType<{ name: string }>>>();
  load.mockRejectedValueOnce(new Error('no connection'));
  load.mockResolvedValue(({ name }) => <p>Loaded: {name}</p>);
  const Part = lazyPart(load);
  const Island = island(() => <Part name="first" />);
  const place = await hydrate(
    Island,
    {},
    {
      before: (html) => {
        expect(html.querySelector('[data-loading]'), 'the server renders the skeleton').not.toBeNull();
        expect(load).not.toHaveBeenCalled();
      },
    },
  );
  await expect.element(page.getByRole('alert')).toBeVisible();
  const reported = vi.mocked(console.error).mock.calls.splice(0);
  expect(reported.map((line) => line.join(' ')).join()).toContain('no connection');
  await userEvent.click(page.getByRole('button', { name: '重试' }));
  await expect.element(page.getByText('Loaded: first')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
  place.remove();

  await hydrate(Island, {});
  await expect.element(page.getByText('Loaded: first')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});
