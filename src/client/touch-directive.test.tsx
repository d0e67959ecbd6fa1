import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import touch from './touch-directive.ts';

const done: string[] = [];
/** An island whose code is loaded when `arrive` is called. */
function Island() {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        done.push('sent');
      }}
    >
      <button type="button" onClick={() => done.push('clicked')}>
        Like
      </button>
      <button type="submit">Send</button>
    </form>
  );
}
let arrive = () => {};
let unmount = () => {};
let loads = 0;

function place(value = ''): void {
  const element = document.createElement('div');
  element.innerHTML = renderToString(<Island />);
  document.body.append(element);
  const code = new Promise<void>((resolve) => (arrive = resolve));
  const load = async () => {
    loads += 1;
    await code;
    // Like Astro's renderer.
    return async () =>
      startTransition(() => {
        const root = hydrateRoot(element, <Island />);
        unmount = () => root.unmount();
      });
  };
  void touch(load, { name: 'Island', value }, element);
}

beforeEach(() => {
  done.length = 0;
  loads = 0;
});
afterEach(() => {
  unmount();
  document.body.replaceChildren();
  sessionStorage.clear();
  history.replaceState(null, '', location.pathname + location.search);
});

test('what is clicked and sent while the island loads is done once when it is hydrated', async () => {
  place();
  expect(loads).toBe(0);
  await userEvent.click(page.getByRole('button', { name: 'Like' }));
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await userEvent.click(page.getByRole('button', { name: 'Like' }));
  expect([loads, done]).toEqual([1, []]);
  arrive();
  await expect.poll(() => done).toEqual(['clicked', 'sent']);
  await userEvent.click(page.getByRole('button', { name: 'Like' }));
  expect(done).toEqual(['clicked', 'sent', 'clicked']);
});

test('an address hydrates the island that it leads into, and no other', async () => {
  place('#comment-');
  location.hash = '#rating';
  await expect.poll(() => location.hash).toBe('#rating');
  expect(loads).toBe(0);
  location.hash = '#comment-1';
  await expect.poll(() => loads).toBe(1);
});

test('a draft of this tab hydrates the island that follows addresses', () => {
  sessionStorage.setItem('draft::comment', '{}');
  place();
  expect(loads).toBe(0);
  place('#comment-');
  expect(loads).toBe(1);
});
