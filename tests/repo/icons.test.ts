import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeSprite, SPRITE } from '#src/components/make-icons.ts';

it('the sprite contains exactly the icons of icons.ts, from Lucide (`npm run icons`)', () => {
  expect(readFileSync(SPRITE, 'utf8')).toBe(makeSprite());
});
