import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeSprite, SPRITE } from '#src/components/make-icons.ts';

it('the sprite has exactly the icons of icons.ts, as Lucide draws them (`npm run icons`)', () => {
  expect(readFileSync(SPRITE, 'utf8')).toBe(makeSprite());
});
