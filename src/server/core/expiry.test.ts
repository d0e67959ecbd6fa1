import { expect, it } from 'vitest';
import { isWithin } from './expiry.ts';

const now = new Date('2026-06-01T10:00:00Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);

it('is valid until it expires, and invalid if it would last longer than its lifetime', () => {
  for (const seconds of [0.001, 1, 600, 660]) expect(isWithin(inSeconds(seconds), now, 600), `${seconds}`).toBe(true);
  for (const seconds of [-3600, -0.001, 0, 660.001, 86_400])
    expect(isWithin(inSeconds(seconds), now, 600), `${seconds}`).toBe(false);
});
