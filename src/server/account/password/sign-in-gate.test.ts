import { describe, expect, it } from 'vitest';
import { openGate } from './sign-in-gate.ts';

/** Work that goes on until it is told to end. */
function hall() {
  const ends: (() => void)[] = [];
  let most = 0;
  const order: number[] = [];
  const work = (n: number) => async () => {
    order.push(n);
    const done = new Promise<void>((resolve) => ends.push(resolve));
    most = Math.max(most, ends.length);
    await done;
    return n;
  };
  return { work, order, ends, most: () => most };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the gate before signing in', () => {
  it('lets few in at a time, in order, and sends away who finds no room, before any work', async () => {
    const pass = openGate({ inside: 2, waiting: 3 });
    const { work, order, ends } = hall();
    const all = Array.from({ length: 50 }, (_, n) => pass(work(n)).catch((error: unknown) => error));
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

  it('asks a big crowd back later than a small one', async () => {
    const pass = openGate({ inside: 1, waiting: 0 });
    // Somebody is inside for good.
    void pass(() => new Promise<void>(() => undefined));
    const waits: number[] = [];
    for (let n = 0; n < 2_000; n++) {
      const refusal = await pass(() => Promise.resolve()).catch((error: unknown) => error as { retryAfter: number });
      waits.push((refusal as { retryAfter: number }).retryAfter);
    }
    expect(waits[0]).toBeGreaterThan(0);
    expect(waits.at(-1)).toBeGreaterThan(waits[0]!);
    expect(Math.max(...waits)).toBeLessThanOrEqual(30);
  });

  it('has room again after work that failed', async () => {
    const pass = openGate({ inside: 1, waiting: 0 });
    await expect(pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(pass(() => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});
