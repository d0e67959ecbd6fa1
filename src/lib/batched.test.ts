import { expect, it, vi } from 'vitest';
import { batched } from './batched.ts';

const turns = (n: number) => new Promise((resolve) => setTimeout(resolve, n));

it('runs the first item at once, and those that arrive meanwhile together', async () => {
  const batches: number[][] = [];
  const ask = batched(async (items: number[]) => {
    batches.push(items);
    await turns(10);
    return items.map((item) => item * 2);
  });
  const first = ask(1);
  await turns(2);
  expect(await Promise.all([first, ask(2), ask(3)])).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1], [2, 3]]);
});

it('gathers what arrives soon after a batch, until enough items wait; a late item does not wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const batches: number[][] = [];
    const ask = batched(
      (items: number[]) => {
        batches.push(items);
        return Promise.resolve(items);
      },
      { every: 100, enough: 3 },
    );
    const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    void ask(1);
    await settle();
    void ask(2);
    void ask(3);
    await settle();
    expect(batches).toEqual([[1]]);
    vi.advanceTimersByTime(100);
    await settle();
    expect(batches).toEqual([[1], [2, 3]]);
    void ask(4);
    void ask(5);
    void ask(6);
    await settle();
    expect(batches).toEqual([[1], [2, 3], [4, 5, 6]]);
    vi.advanceTimersByTime(500);
    void ask(7);
    await settle();
    expect(batches.at(-1)).toEqual([7]);
  } finally {
    vi.useRealTimers();
  }
});

it('rejects only the item with an error, and all of a batch that fails', async () => {
  const ask = batched((items: number[]) => {
    if (items.includes(0)) throw new Error('all');
    return Promise.resolve(items.map((item) => (item < 0 ? new Error('one') : item)));
  });
  const answers = await Promise.allSettled([ask(1), ask(-1)]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  const failed = await Promise.allSettled([ask(1), ask(0)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
