import { expect, it } from 'vitest';
import { digestBoundary } from './digest-boundary.ts';

it.each([
  ['2026-03-04T00:00:00Z', 'Asia/Shanghai', 'daily', '2026-03-04T00:00:00.000Z'],
  ['2026-03-03T23:59:59Z', 'Asia/Shanghai', 'daily', '2026-03-03T00:00:00.000Z'],
  ['2026-03-04T15:00:00Z', 'Asia/Shanghai', 'weekly', '2026-03-02T00:00:00.000Z'],
  ['2026-03-02T00:00:00Z', 'Asia/Shanghai', 'weekly', '2026-03-02T00:00:00.000Z'],
  ['2026-03-01T23:59:59Z', 'Asia/Shanghai', 'weekly', '2026-02-23T00:00:00.000Z'],
  // Clocks change on 29 March 2026 in Berlin.
  ['2026-03-29T07:00:00Z', 'Europe/Berlin', 'daily', '2026-03-29T06:00:00.000Z'],
  ['2026-03-31T07:00:00Z', 'Europe/Berlin', 'weekly', '2026-03-30T06:00:00.000Z'],
  ['2026-03-29T05:00:00Z', 'Europe/Berlin', 'daily', '2026-03-28T07:00:00.000Z'],
  ['2026-03-29T05:00:00Z', 'Europe/Berlin', 'weekly', '2026-03-23T07:00:00.000Z'],
] as const)('at %s in %s the last %s digest was due at %s', (now, zone, frequency, due) => {
  expect(digestBoundary(new Date(now), zone, frequency).toISOString()).toBe(due);
});
