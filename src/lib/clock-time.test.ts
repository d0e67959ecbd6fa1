import { expect, it } from 'vitest';
import { clockTime } from './clock-time.ts';

it('formats seconds as m:ss or h:mm:ss', () => {
  expect([0, 5.9, 65, 600, 3723, -3].map(clockTime)).toEqual(['0:00', '0:05', '1:05', '10:00', '1:02:03', '0:00']);
});
