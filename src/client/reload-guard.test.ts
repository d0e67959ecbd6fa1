import { expect, it } from 'vitest';
import { mayReload } from './reload-guard.ts';

it('reloads at most once in 60 seconds', () => {
  expect(mayReload(null, 1_000_000)).toBe(true);
  expect(mayReload(1_000_000, 1_059_999)).toBe(false);
  expect(mayReload(1_000_000, 1_060_000)).toBe(true);
  // A clock that was set back must not block reloads permanently.
  expect(mayReload(2_000_000, 1_000_000)).toBe(true);
});
