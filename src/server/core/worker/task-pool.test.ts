import { afterEach, describe, expect, it } from 'vitest';
import type { Work } from '../../../../tests/factories/work.task.ts';
import type { Task } from './task.ts';
import { type PoolLimits, TaskPool } from './task-pool.ts';

const WORK: Task<Work, string> = {
  module: new URL('../../../../tests/factories/work.task.ts', import.meta.url).href,
  refusals: { slow: 'tooSlow', large: 'tooLarge' },
};

const pools: TaskPool[] = [];
function open(limits: Partial<PoolLimits> = {}) {
  const waiting = { all: 10, ofOwner: 10 };
  const pool = new TaskPool({ threads: 1, waiting, processorMs: 60_000, wallMs: 60_000, heapMb: 64, ...limits });
  pools.push(pool);
  return pool;
}
const caught = (running: Promise<unknown>) => running.catch((error: unknown) => error);
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

describe('a task', () => {
  it('returns what its module returns', async () => {
    expect(await open().run(WORK, { kind: 'echo', text: '你好' }, { owner: 'a' })).toBe('你好');
  });

  it('fails with its refusal, or its fault', async () => {
    const pool = open();
    const refused = await caught(pool.run(WORK, { kind: 'refuse', text: 'file' }, { owner: 'a' }));
    expect(refused).toMatchObject({ code: 422, key: 'invalid', fields: [{ field: 'file', key: 'field.invalid' }] });
    expect(String(await caught(pool.run(WORK, { kind: 'fail', text: 'gone' }, { owner: 'a' })))).toContain('gone');
    expect(await pool.run(WORK, { kind: 'echo', text: 'next' }, { owner: 'a' })).toBe('next');
  });

  it('ends with its thread when it uses too much of the processor, and the next one runs', async () => {
    const pool = open({ processorMs: 300 });
    const [slow, next] = [
      caught(pool.run(WORK, { kind: 'forever' }, { owner: 'a' })),
      pool.run(WORK, { kind: 'echo', text: 'next' }, { owner: 'a' }),
    ];
    expect(await slow).toMatchObject({ code: 422, key: 'tooSlow' });
    expect(await next).toBe('next');
  });

  it('ends with its thread when it does not come to an end', async () => {
    const pool = open({ wallMs: 500 });
    expect(await caught(pool.run(WORK, { kind: 'wait' }, { owner: 'a' }))).toMatchObject({ code: 422, key: 'tooSlow' });
  });

  it('ends with its thread when it needs too much memory', async () => {
    const pool = open();
    expect(await caught(pool.run(WORK, { kind: 'fill', text: 'x' }, { owner: 'a' }))).toMatchObject({
      ...{ code: 413, key: 'tooLarge' },
    });
    expect(await pool.run(WORK, { kind: 'echo', text: 'next' }, { owner: 'a' })).toBe('next');
  });

  it('ends with the request that wanted it, running or waiting', async () => {
    const pool = open();
    const [first, second] = [new AbortController(), new AbortController()];
    const running = caught(pool.run(WORK, { kind: 'forever' }, { owner: 'a', signal: first.signal }));
    const waiting = caught(pool.run(WORK, { kind: 'forever' }, { owner: 'a', signal: second.signal }));
    expect(pool.load).toEqual({ running: 1, waiting: 1 });
    second.abort();
    expect(await waiting).toMatchObject({ code: 503 });
    first.abort();
    expect(await running).toMatchObject({ code: 503 });
    expect(await pool.run(WORK, { kind: 'echo', text: 'next' }, { owner: 'a' })).toBe('next');
    expect(pool.load).toEqual({ running: 0, waiting: 0 });
  });
});

describe('the queue', () => {
  it('refuses what is too much, of all and of one owner', async () => {
    const pool = open({ waiting: { all: 3, ofOwner: 2 } });
    const ask = (owner: string) => caught(pool.run(WORK, { kind: 'forever' }, { owner }));
    const asked = ['a', 'a', 'a'].map(ask);
    expect(pool.load).toEqual({ running: 1, waiting: 2 });
    expect(await ask('a')).toMatchObject({ code: 429, key: 'workBusy' });
    asked.push(ask('b'));
    expect(await ask('c')).toMatchObject({ code: 429, key: 'workBusy' });
    await pool.close();
    expect(await Promise.all(asked)).toMatchObject(Array.from({ length: 4 }, () => ({ code: 503 })));
  });

  it('lets owners take turns', async () => {
    const pool = open();
    const order: string[] = [];
    const ask = async (owner: string) => {
      await pool.run(WORK, { kind: 'echo' }, { owner });
      order.push(owner);
    };
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'b'].map(ask));
    expect(order.join('')).toBe('abab' + 'aa');
  });
});
