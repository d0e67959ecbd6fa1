import { describe, expect, it } from 'vitest';
import { limitConcurrency } from './sign-in-limit.ts';

/** Creates work that runs until the test ends it. */
function controlledWork() {
  const ends: (() => void)[] = [];
  const order: number[] = [];
  const work = (n: number) => async () => {
    order.push(n);
    const done = new Promise<void>((resolve) => ends.push(resolve));
    await done;
    return n;
  };
  return { work, order, ends };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('limitConcurrency', () => {
  it('runs a limited number at a time, in order, and rejects the rest before any work', async () => {
    const run = limitConcurrency({ running: 2, waiting: 3 });
    const { work, order, ends } = controlledWork();
    const all = Array.from({ length: 50 }, (_, n) => run(work(n)).catch((error: unknown) => error));
    await settle();
    expect(order).toEqual([0, 1]);
    for (let done = 0; done < 5; done++) {
      ends[done]!();
      await settle();
    }
    const outcomes = await Promise.all(all);
    expect(order).toEqual([0, 1, 2, 3, 4]);
    expect(outcomes.slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(outcomes[5]).toMatchObject({ code: 429, key: 'busy' });
    expect(outcomes.slice(5).every((outcome) => (outcome as { code?: number }).code === 429)).toBe(true);
  });

  it('returns a longer Retry-After after more rejections', async () => {
    const run = limitConcurrency({ running: 1, waiting: 0 });
    // Work that never ends.
    void run(() => new Promise<void>(() => undefined));
    const waits: number[] = [];
    for (let n = 0; n < 2_000; n++) {
      const rejection = await run(() => Promise.resolve()).catch((error: unknown) => error as { retryAfter: number });
      waits.push((rejection as { retryAfter: number }).retryAfter);
    }
    expect(waits[0]).toBeGreaterThan(0);
    expect(waits.at(-1)).toBeGreaterThan(waits[0]!);
    expect(Math.max(...waits)).toBeLessThanOrEqual(30);
  });

  it('accepts work again after a failure', async () => {
    const run = limitConcurrency({ running: 1, waiting: 0 });
    await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(run(() => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});
