import { describe, expect, it } from 'vitest';
import { contrast, toHex, toOklch } from './oklch.ts';
import { themeColours, themeCss, themeHref } from './theme.ts';

// Difficult cases: yellow, white, black, grey, neon, pastel.
const BRANDS = [
  '#1b5fc1',
  '#0b6e7f',
  '#c8102e',
  '#ffd400',
  '#ffffff',
  '#000000',
  '#808080',
  '#39ff14',
  '#fbd5e5',
  '#5b2a86',
];
const PAIRS = [
  ['--color-primary-content', '--color-primary'],
  ['--color-secondary-content', '--color-secondary'],
  ['--color-accent-content', '--color-accent'],
  ['--color-neutral-content', '--color-neutral'],
  ['--color-primary', '--color-base-100'],
  ['--color-primary', '--color-base-200'],
  ['--color-primary', '--color-primary-soft'],
  ['--color-base-content', '--color-base-100'],
  ['--color-base-content', '--color-base-200'],
  ['--color-base-content', '--color-base-300'],
  ['--color-base-content', '--color-primary-soft'],
  ['--color-muted', '--color-base-100'],
  ['--color-muted', '--color-base-200'],
  ['--color-muted', '--color-primary-soft'],
] as const;

describe('a theme from one brand colour', () => {
  for (const brand of BRANDS) {
    for (const scheme of ['light', 'dark'] as const) {
      it(`is readable: ${brand}, ${scheme}`, () => {
        const colours = themeColours(brand, scheme);
        for (const [text, ground] of PAIRS) {
          expect(contrast(colours[text]!, colours[ground]!), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        }
      });
    }
  }

  it('keeps white readable on the deep ground of the landing page', () => {
    for (const brand of BRANDS) {
      for (const scheme of ['light', 'dark'] as const) {
        expect(contrast('#ffffff', themeColours(brand, scheme)['--color-primary-deep']!)).toBeGreaterThanOrEqual(7);
      }
    }
  });

  it('leaves a brand colour that is readable already as it is', () => {
    expect(themeColours('#1355a0', 'light')['--color-primary']).toBe('#1355a0');
  });

  it('answers for the system’s dark scheme and for the visitor’s own choice', () => {
    const css = themeCss('#1355a0');
    expect(css).toMatch(/^@layer properties,theme,base,components,utilities;:root\{/);
    expect(css).toContain('@media (prefers-color-scheme:dark){:root:not([data-theme]){');
    expect(css).toContain(':root[data-theme=dark]{');
    expect(css).not.toMatch(/NaN|undefined/);
    expect(themeHref('#1355A0')).toMatch(/^\/theme\/1355a0\.css\?v=\d+$/);
  });
});

describe('OKLCH', () => {
  it('comes back as it went', () => {
    for (const brand of BRANDS) expect(toHex(toOklch(brand))).toBe(brand);
  });

  it('counts contrast as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});
