import { MOTIFS } from './cover-motifs.ts';
import { type CoverShape, type Random, WIDTH } from './cover-shapes.ts';

/** `transform`: of all shapes, a value of the SVG attribute. */
export type CoverDrawing = { family: number; transform: string | undefined; shapes: CoverShape[] };

const FAMILIES = 6;

/**
 * Generates a cover for an object without an image (docs/specification.md, section "Appearance"): the same seed always
 * gives the same cover, and different seeds differ visibly: twelve motifs, each in six families of the tenant's colours
 * and in two directions.
 */
export function drawCover(seed: string): CoverDrawing {
  const random = randomOf(seed);
  const family = Math.floor(random() * FAMILIES);
  const motif = MOTIFS[Math.floor(random() * MOTIFS.length)]!;
  const isMirrored = random() < 0.5;
  return { family, transform: isMirrored ? `matrix(-1 0 0 1 ${WIDTH} 0)` : undefined, shapes: motif(random) };
}

/** Deterministic numbers from 0 to 1 derived from the seed (mulberry32 over an FNV-1a hash). */
function randomOf(seed: string): Random {
  let state = 0x811c9dc5;
  for (const char of seed) state = Math.imul(state ^ char.codePointAt(0)!, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
