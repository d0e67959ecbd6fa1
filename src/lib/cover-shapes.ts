/* What the motifs of generated covers (cover.ts) are drawn with, on a canvas of 320 × 180. */

/** A shape of a generated cover. `tone` is a class of cover.css. */
export type CoverShape = { d: string; tone: 'mass' | 'glow' | 'spark' | 'line'; opacity: number };

export const WIDTH = 320;
export const HEIGHT = 180;

/** The next number from 0 to 1 of a seed. */
export type Random = () => number;
export const point = (value: number) => Math.round(value * 10) / 10;
export const between = (random: Random, low: number, high: number) => low + random() * (high - low);
/** A circle as a path. The radius is rounded once: with another diameter the halves would not be round. */
export function circle(x: number, y: number, radius: number): string {
  const r = point(radius);
  return `M${point(x - r)} ${point(y)}a${r} ${r} 0 1 0 ${point(2 * r)} 0a${r} ${r} 0 1 0 ${point(-2 * r)} 0z`;
}
