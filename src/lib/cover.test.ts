import { describe, expect, it } from 'vitest';
import { drawCover } from './cover.ts';

describe('drawCover', () => {
  it('returns the same cover for the same seed and different covers for different seeds', () => {
    expect(drawCover('车间安全入门')).toEqual(drawCover('车间安全入门'));
    const drawings = ['车间安全入门', '精益 5S', 'Bridge teamwork', 'Mooring'].map((seed) =>
      JSON.stringify(drawCover(seed)),
    );
    expect(new Set(drawings).size).toBe(4);
  });

  it('uses every colour family and never returns an invalid path', () => {
    const families = new Set<number>();
    for (let i = 0; i < 300; i++) {
      const { family, shapes } = drawCover(`course ${i}`);
      families.add(family);
      expect(shapes.length).toBeGreaterThan(3);
      for (const { d } of shapes) expect(d).not.toMatch(/NaN|undefined|Infinity/);
    }
    expect(families.size).toBe(6);
  });
});
