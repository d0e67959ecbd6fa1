import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ICONS } from './icons.ts';

/*
 * `npm run icons`: writes the sprite of all icons in icons.ts from the icons of Lucide.
 */

/** Where the sprite is. */
export const SPRITE = new URL('./icons.svg', import.meta.url);

/** @returns the sprite: one `<symbol>` for each name of icons.ts */
export function makeSprite(): string {
  const require = createRequire(import.meta.url);
  const symbols = Object.entries(ICONS).map(([name, icon]) => {
    const svg = readFileSync(require.resolve(`lucide-static/icons/${icon}.svg`), 'utf8');
    const shapes = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(svg)![1]!.replace(/\s*\n\s*/g, '');
    return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`;
}

if (import.meta.main) writeFileSync(SPRITE, makeSprite());
