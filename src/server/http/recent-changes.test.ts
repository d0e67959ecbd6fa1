import { expect, it } from 'vitest';
import { changeClock, mayBeStale, noteChange } from './recent-changes.ts';

it('what is read while it changes is not kept; anything else is', () => {
  noteChange({ enterpriseId: 'a', tags: ['course'] });
  const since = changeClock();
  expect(mayBeStale(since, 'a', ['course'])).toBe(false);
  noteChange({ enterpriseId: 'b', tags: ['course'] });
  noteChange({ enterpriseId: 'a', tags: ['announcement', 'site'] });
  expect(mayBeStale(since, 'a', ['course'])).toBe(false);
  expect(mayBeStale(since, 'a', ['site', 'course'])).toBe(true);
  expect(mayBeStale(changeClock(), 'a', ['site'])).toBe(false);
});

it('when more has changed than is remembered, nothing is sure', () => {
  const since = changeClock();
  for (let n = 0; n < 1_001; n++) noteChange({ enterpriseId: 'b', tags: ['x'] });
  expect(mayBeStale(since, 'a', ['y'])).toBe(true);
});
