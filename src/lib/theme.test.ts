import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, toHex, toOklch } from './colour.ts';
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

function expectReadable(brand: string, scheme: 'light' | 'dark') {
  const colours = themeColours(brand, scheme);
  for (const [text, ground] of PAIRS) {
    expect(contrast(colours[text]!, colours[ground]!), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
}

describe('themeColours', () => {
  for (const brand of BRANDS) {
    for (const scheme of ['light', 'dark'] as const) {
      it(`has sufficient contrast for ${brand}, ${scheme}`, () => expectReadable(brand, scheme));
    }
  }

  it('has sufficient contrast for any brand colour', () => {
    const brand = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(brand, fc.constantFrom('light', 'dark'), (colour, scheme) => expectReadable(colour, scheme)),
      { seed: 1, numRuns: 500 },
    );
  });

  it('has sufficient contrast of white on the hero background', () => {
    for (const brand of BRANDS) {
      for (const scheme of ['light', 'dark'] as const) {
        expect(contrast('#ffffff', themeColours(brand, scheme)['--color-primary-deep']!)).toBeGreaterThanOrEqual(7);
      }
    }
  });

  it('keeps a brand colour that has sufficient contrast', () => {
    expect(themeColours('#1355a0', 'light')['--color-primary']).toBe('#1355a0');
  });

  it('themeCss covers the system’s dark scheme and the user’s choice', () => {
    const css = themeCss('#1355a0');
    expect(css).toMatch(/^@layer properties,theme,base,components,utilities;:root\{/);
    expect(css).toContain('@media (prefers-color-scheme:dark){:root:not([data-theme]){');
    expect(css).toContain(':root[data-theme=dark]{');
    expect(css).not.toMatch(/NaN|undefined/);
    expect(themeHref('#1355A0')).toMatch(/^\/theme\/1355a0\.css\?v=\d+$/);
  });
});

describe('OKLCH', () => {
  it('converts to OKLCH and back', () => {
    for (const brand of BRANDS) expect(toHex(toOklch(brand))).toBe(brand);
  });

  it('reduces only the chroma of a colour outside sRGB', () => {
    const green = toOklch(toHex({ l: 0.7, c: 0.4, h: 150 }));
    expect(green.l).toBeCloseTo(0.7, 2);
    expect(green.h).toBeCloseTo(150, 0);
    expect(green.c).toBeLessThan(0.25);
  });

  it('contrast is the WCAG contrast ratio', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});
