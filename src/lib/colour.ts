import {
  clampChroma,
  converter,
  formatHex,
  modeOklab,
  modeOklch,
  modeLrgb,
  modeRgb,
  useMode as register,
  wcagContrast,
} from 'culori/fn';

/** A colour in OKLCH: lightness 0–1, chroma, hue in degrees. */
export type Oklch = { l: number; c: number; h: number };

for (const mode of [modeRgb, modeLrgb, modeOklab, modeOklch]) register(mode as typeof modeRgb);
const oklch = converter('oklch');

/** `#rrggbb` in OKLCH. A grey has no hue: 0. */
export function toOklch(hex: string): Oklch {
  const { l, c, h = 0 } = oklch(hex)!;
  return { l, c, h };
}

/** `#rrggbb` of a colour; chroma is reduced until the colour is in the sRGB gamut, lightness and hue are kept. */
export function toHex(colour: Oklch): string {
  return formatHex(clampChroma({ mode: 'oklch', ...colour }, 'oklch'));
}

/** WCAG 2 contrast ratio of two colours, 1–21. */
export const contrast = wcagContrast;
