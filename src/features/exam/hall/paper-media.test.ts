import { expect, it } from 'vitest';
import { mediaOf, paperFiles, withLoaded } from './paper-media.ts';

const PICTURE = '<p>See <img src="/media/1?a=1&amp;b=2" alt="A &quot;pump&quot;" width="9"></p>';
const SOUND = '<audio controls preload="metadata" src="/media/2" aria-label="Alarm"></audio>';

it('finds the pictures and sounds of a paper in all languages, once each', () => {
  expect(mediaOf(PICTURE + SOUND)).toEqual([
    { kind: 'img', src: '/media/1?a=1&b=2', alt: 'A "pump"' },
    { kind: 'audio', src: '/media/2', alt: '' },
  ]);
  const other = { lang: 'en' as const, stem: '', options: [], html: { stem: PICTURE, options: { A: SOUND } } };
  expect(
    paperFiles([
      { html: { stem: PICTURE }, other },
      { html: {}, other: null },
    ]),
  ).toEqual(['/media/1?a=1&b=2', '/media/2']);
});

it('replaces the addresses of files that are loaded, and no others', () => {
  const shown = withLoaded(PICTURE + SOUND, new Map([['/media/1?a=1&b=2', 'blob:x']]));
  expect(shown).toContain('<img src="blob:x" alt=');
  expect(shown).toContain(SOUND);
});
