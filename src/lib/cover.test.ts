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
      expect(shapes.length).toBeGreaterThan(2);
      for (const { d } of shapes) expect(d).not.toMatch(/NaN|undefined|Infinity/);
    }
    expect(families.size).toBe(6);
  });

  it('draws courses of one list differently: of eight, two seldom share motif, colours and direction', () => {
    // The commands of the paths without their numbers tell the motifs apart.
    const look = (seed: string) => {
      const { family, transform, shapes } = drawCover(seed);
      const motif = shapes.map(({ tone }) => tone).join() + shapes[0]!.d.replace(/[\d. -]+/g, '').slice(0, 6);
      return [family, transform, motif].join('|');
    };
    let repeated = 0;
    for (let list = 0; list < 200; list++) {
      const looks = Array.from({ length: 8 }, (_, n) => look(`01890000-0000-7000-8000-${list}-${n}`));
      if (new Set(looks).size < looks.length) repeated++;
    }
    // With half of the motifs and one direction it would be more than half of the lists.
    expect(repeated).toBeLessThan(60);
  });
});
