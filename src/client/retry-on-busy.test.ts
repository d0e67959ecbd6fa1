import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { retryOnBusy } from './retry-on-busy.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const busy = (seconds: number) => new ApiError(429, 'busy', [], seconds);

/** Fails with the given errors in order, then succeeds. */
function make(...refusals: Error[]) {
  const call = vi.fn(() => {
    const next = refusals.shift();
    return next ? Promise.reject(next) : Promise.resolve('done');
  });
  const onWait = vi.fn();
  const outcome = retryOnBusy(call, onWait).catch((error: unknown) => error);
  return { call, onWait, outcome };
}

it('retries while the server is overloaded, and notifies the user each time', async () => {
  const { call, onWait, outcome } = make(busy(3), busy(20));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(call, 'not at once').toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toBe('done');
  expect([call.mock.calls.length, onWait.mock.calls.length]).toEqual([3, 2]);
});

it('does not wait for what takes minutes, nor for anything else', async () => {
  for (const error of [busy(900), busy(0), new ApiError(422, 'wrong'), new ApiError(0, '')]) {
    const { call, onWait, outcome } = make(error);
    expect(await outcome).toBe(error);
    expect([call.mock.calls.length, onWait.mock.calls.length]).toEqual([1, 0]);
  }
});

it('gives up at last', async () => {
  const { call, outcome } = make(...Array.from({ length: 50 }, () => busy(3)));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(await outcome).toMatchObject({ code: 429 });
  expect(call).toHaveBeenCalledTimes(10);
});
