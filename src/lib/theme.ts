import { contrast, toHex, toOklch, type Oklch } from './colour.ts';

/** Minimum contrast of text on a colour and of a colour used as text (docs/specification.md, section "Appearance"). */
const MIN_CONTRAST = 4.5;
/** Increment when the computation changes: theme stylesheets are cached permanently. */
const VERSION = 3;
/** Declares the layer order; this stylesheet is always first, while those of features may precede Tailwind's. */
const LAYERS = '@layer properties,theme,base,components,utilities;';
/** Hue rotations for generated covers: the tenant's colour and adjacent hues. */
const COVER_TURNS = [0, 14, -22, 32, -42, -64];

export type ThemeColours = Record<string, string>;

/** URL of the stylesheet of a brand colour (`#rrggbb`). */
export function themeHref(brandColor: string): string {
  return `/theme/${brandColor.slice(1).toLowerCase()}.css?v=${VERSION}`;
}

/** Colours of a theme by CSS variable name, derived from one brand colour. */
export function themeColours(brandColor: string, scheme: 'light' | 'dark'): ThemeColours {
  const brand = toOklch(brandColor);
  // A grey brand colour has no hue; use cool greys.
  const h = brand.c < 0.02 ? 255 : brand.h;
  const tint = Math.min(brand.c, 0.12) / 0.12;
  const grey = (l: number, c: number) => toHex({ l, c: c * tint, h });
  return scheme === 'light' ? light(brand, h, grey) : dark(brand, h, grey);
}

type Grey = (l: number, c: number) => string;

function light(brand: Oklch, h: number, grey: Grey): ThemeColours {
  const base = {
    '--color-base-100': '#ffffff',
    '--color-base-200': grey(0.975, 0.006),
    '--color-base-300': grey(0.92, 0.012),
  };
  const soft = toHex({ l: 0.955, c: Math.min(brand.c, 0.03), h });
  const primary = until({ ...brand, l: Math.min(brand.l, 0.62) }, -0.005, [base['--color-base-200'], soft, '#ffffff']);
  return {
    ...base,
    '--color-base-content': grey(0.24, 0.025),
    '--color-muted': grey(0.47, 0.02),
    '--color-primary': primary,
    '--color-primary-content': '#ffffff',
    '--color-primary-soft': soft,
    '--color-primary-deep': toHex({ l: Math.min(toOklch(primary).l - 0.12, 0.36), c: brand.c * 0.85, h }),
    '--color-secondary': grey(0.38, 0.05),
    '--color-secondary-content': '#ffffff',
    '--color-accent': until({ l: 0.6, c: 0.13, h: h + 150 }, -0.005, ['#ffffff', base['--color-base-200']]),
    '--color-accent-content': '#ffffff',
    '--color-neutral': grey(0.28, 0.03),
    '--color-neutral-content': '#ffffff',
    ...covers(brand, h, 0),
  };
}

function dark(brand: Oklch, h: number, grey: Grey): ThemeColours {
  const base = {
    '--color-base-100': grey(0.235, 0.016),
    '--color-base-200': grey(0.195, 0.016),
    '--color-base-300': grey(0.32, 0.018),
  };
  const soft = toHex({ l: 0.3, c: Math.min(brand.c, 0.05), h });
  const ink = grey(0.18, 0.02);
  const primary = until({ l: Math.max(brand.l, 0.66), c: Math.min(brand.c, 0.14), h }, 0.005, [
    ...Object.values(base).slice(0, 2),
    soft,
    ink,
  ]);
  return {
    ...base,
    '--color-base-content': grey(0.94, 0.008),
    '--color-muted': grey(0.75, 0.015),
    '--color-primary': primary,
    '--color-primary-content': ink,
    '--color-primary-soft': soft,
    '--color-primary-deep': toHex({ l: 0.27, c: Math.min(brand.c, 0.07), h }),
    '--color-secondary': grey(0.78, 0.04),
    '--color-secondary-content': ink,
    '--color-accent': until({ l: 0.74, c: 0.12, h: h + 150 }, 0.005, [base['--color-base-100'], ink]),
    '--color-accent-content': ink,
    '--color-neutral': grey(0.36, 0.02),
    '--color-neutral-content': grey(0.96, 0.006),
    ...covers(brand, h, -0.07),
  };
}

/** Six palettes of four colours (ground, mass, light, spark) for generated covers; no text is placed on them. */
function covers(brand: Oklch, h: number, lift: number): ThemeColours {
  const c = Math.max(0.035, Math.min(brand.c, 0.13));
  return Object.fromEntries(
    COVER_TURNS.flatMap((turn, n) => {
      const at = (l: number, chroma: number, more = 0) => toHex({ l: l + lift, c: chroma, h: h + turn + more });
      return [
        [`--cover-${n}-ground`, at(0.47, c)],
        [`--cover-${n}-mass`, at(0.58, c * 0.95, 12)],
        [`--cover-${n}-light`, at(0.74, c * 0.75, 22)],
        [`--cover-${n}-spark`, at(0.88, 0.11, 185)],
      ];
    }),
  );
}

/** Adjusts the lightness of a colour in steps until it has sufficient contrast to all the others. */
function until(colour: Oklch, step: number, against: string[]): string {
  let { l } = colour;
  let hex = toHex({ ...colour, l });
  while (against.some((other) => contrast(hex, other) < MIN_CONTRAST) && l > 0 && l < 1) {
    l += step;
    hex = toHex({ ...colour, l });
  }
  return hex;
}

/** The tenant's stylesheet: overrides daisyUI's themes, for the system preference and for the user's choice. */
export function themeCss(brandColor: string): string {
  const body = (scheme: 'light' | 'dark') =>
    Object.entries(themeColours(brandColor, scheme))
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
  const night = body('dark');
  return `${LAYERS}:root{${body('light')}}@media (prefers-color-scheme:dark){:root:not([data-theme]){${night}}}:root[data-theme=dark]{${night}}`;
}
