import { expect, it } from 'vitest';
import { changeClock, mayBeStale, noteChange } from './recent-changes.ts';

it('returns true only for a change of the same tenant and tag since the given time', () => {
  noteChange({ enterpriseId: 'a', tags: ['course'] });
  const since = changeClock();
  expect(mayBeStale(since, 'a', ['course'])).toBe(false);
  noteChange({ enterpriseId: 'b', tags: ['course'] });
  noteChange({ enterpriseId: 'a', tags: ['announcement', 'site'] });
  expect(mayBeStale(since, 'a', ['course'])).toBe(false);
  expect(mayBeStale(since, 'a', ['site', 'course'])).toBe(true);
  expect(mayBeStale(changeClock(), 'a', ['site'])).toBe(false);
});

it('returns true when there were more changes than are stored', () => {
  const since = changeClock();
  for (let n = 0; n < 1_001; n++) noteChange({ enterpriseId: 'b', tags: ['x'] });
  expect(mayBeStale(since, 'a', ['y'])).toBe(true);
});
