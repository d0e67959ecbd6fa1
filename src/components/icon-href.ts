import type { IconName } from './icons.ts';
import sprite from './icons.svg?url';

/** URL of an icon in the sprite, for `<use href>`. */
export const iconHref = (name: IconName): string => `${sprite}#${name}`;
