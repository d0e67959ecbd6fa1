import { expect, it } from 'vitest';
import { hasVariants, parseVariant, variantSet } from './picture-variants.ts';

const src = '/media/0190a000-0000-7000-8000-000000000001';

it('parseVariant parses the URLs of variantSet', () => {
  expect(variantSet(src, [96, 640], 'avif')).toBe(`${src}/96.avif 96w, ${src}/640.avif 640w`);
  expect(parseVariant('640.webp')).toEqual({ width: 640, format: 'webp' });
});

it.each(['641.webp', '0640.webp', '640.png', '640.avif.webp', '1e3.avif', '640', '', '99999.avif', '-96.webp'])(
  'parseVariant returns null for %j',
  (name) => expect(parseVariant(name)).toBeNull(),
);

it('hasVariants returns true only for public files of the store', () => {
  expect(hasVariants(src)).toBe(true);
  for (const other of [`${src}?signature=x`, '/icon.svg', 'blob:x', `https://elsewhere.example${src}`])
    expect(hasVariants(other), other).toBe(false);
});
