import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '#src/server/core/app-error.ts';
import { HashQueue } from './hash-queue.ts';

const queues: HashQueue[] = [];
const open = (threads: number, waiting: number) => {
  const queue = new HashQueue({ threads, waiting });
  queues.push(queue);
  return queue;
};
afterEach(() => Promise.all(queues.splice(0).map((queue) => queue.close())));

const job = { stored: null, password: 'Right#2026' };

describe('HashQueue', () => {
  it('hashes with Argon2id, 19 MiB and two rounds, and verifies the password', async () => {
    const queue = open(1, 10);
    const stored = (await queue.run(job)) as string;
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await queue.run({ stored, password: 'Right#2026' })).toBe(true);
    expect(await queue.run({ stored, password: 'Wrong#2026' })).toBe(false);
  });

  it('rejects jobs when the queue is full', async () => {
    const queue = open(2, 5);
    const outcomes = Array.from({ length: 100 }, () => attempt(queue));
    // No job has finished yet, so this is the maximum: two running with 19 MiB each, and five small entries waiting.
    expect(queue.load).toEqual({ running: 2, waiting: 5 });
    const all = await Promise.all(outcomes);
    expect(all.filter((outcome) => outcome === 'done')).toHaveLength(7);
    const refused = all.filter((outcome) => outcome instanceof AppError);
    expect(refused).toHaveLength(93);
    expect(refused[0]).toMatchObject({ code: 429, key: 'busy' });
    expect(refused[0]!.retryAfter).toBeGreaterThan(0);
    expect(await attempt(queue), 'accepts jobs again').toBe('done');
    expect(queue.load).toEqual({ running: 0, waiting: 0 });
  });

  it('runs jobs in the order of arrival', async () => {
    const queue = open(1, 10);
    const order: number[] = [];
    await Promise.all([0, 1, 2, 3, 4].map((n) => queue.run(job).then(() => order.push(n))));
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  it('rejects an invalid job and continues with the next', async () => {
    const queue = open(1, 10);
    const [bad, good] = await Promise.allSettled([queue.run({ stored: 'no hash', password: 'x' }), queue.run(job)]);
    expect(bad.status).toBe('rejected');
    expect(good.status).toBe('fulfilled');
  });

  it('finishes the waiting jobs before it closes', async () => {
    const queue = open(1, 10);
    const outcomes = [attempt(queue), attempt(queue), attempt(queue)];
    await queue.close();
    expect(await Promise.all(outcomes)).toEqual(['done', 'done', 'done']);
  });
});

async function attempt(queue: HashQueue): Promise<unknown> {
  try {
    await queue.run(job);
    return 'done';
  } catch (error) {
    return error;
  }
}
