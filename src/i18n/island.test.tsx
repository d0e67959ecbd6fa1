import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hydrate } from '../../tests/component/render.ts';
import { ErrorBoundary, island, useT } from './island.tsx';

let isBroken: boolean;
beforeEach(() => {
  isBroken = false;
});

function Part({ name }: { name: string }) {
  if (isBroken) throw new Error(`${name} is broken`);
  return <p>{name}</p>;
}

const Counter = island(function Counter() {
  const t = useT();
  const [count, setCount] = useState(0);
  return (
    <>
      <Part name={`${t('common:menu')} ${count}`} />
      <button type="button" onClick={() => setCount(count + 1)}>
        +1
      </button>
    </>
  );
});

/** What React has written to the console, which is then clean again. */
function reported(): string[] {
  const { calls } = vi.mocked(console.error).mock;
  return calls.splice(0).map((line) => line.join(' '));
}

test('an error while an island renders is shown in its place, told to the console, and tried again', async () => {
  await hydrate(Counter, {});
  await expect.element(page.getByText('菜单 0')).toBeVisible();
  isBroken = true;
  await userEvent.click(page.getByRole('button', { name: '+1' }));
  await expect.element(page.getByText('此处显示出错。')).toBeVisible();
  expect(page.getByText('+1').query()).toBeNull();
  expect(reported().join()).toContain('菜单 1 is broken');

  // It is still broken: the message stays.
  await userEvent.click(page.getByRole('button', { name: '重试' }));
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(reported().join()).toContain('菜单 0 is broken');

  isBroken = false;
  await userEvent.click(page.getByRole('button', { name: '重试' }));
  await expect.element(page.getByText('菜单 0')).toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
});

const InParts = island(function InParts() {
  const [count, setCount] = useState(0);
  return (
    <>
      <ErrorBoundary fallback={(retry) => <button onClick={retry}>own message</button>}>
        <Part name={`first ${count}`} />
      </ErrorBoundary>
      <button type="button" onClick={() => setCount(count + 1)}>
        +{count}
      </button>
    </>
  );
});

test('a part with a boundary of its own leaves the rest of its island alone', async () => {
  await hydrate(InParts, {});
  isBroken = true;
  await userEvent.click(page.getByRole('button', { name: '+0' }));
  await expect.element(page.getByText('own message')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: '+1' }));
  await expect.element(page.getByRole('button', { name: '+2' })).toBeVisible();
  isBroken = false;
  await userEvent.click(page.getByText('own message'));
  await expect.element(page.getByText('first 2')).toBeVisible();
  expect(reported().length).toBeGreaterThan(0);
});
