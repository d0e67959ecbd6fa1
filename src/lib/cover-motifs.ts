import { bands, dots, orbits, peaks, rays, stairs } from './cover-geometry.ts';
import { between, circle, type CoverShape, HEIGHT, point, type Random, WIDTH } from './cover-shapes.ts';

/** The pictures that a cover may show, drawn with the numbers of its seed. */
export const MOTIFS: ((random: Random) => CoverShape[])[] = [
  ...[hills, waves, arcs, blocks, paths, leaves],
  ...[rays, bands, dots, stairs, peaks, orbits],
];

function hills(random: Random): CoverShape[] {
  const sun = {
    d: circle(between(random, 70, 250), between(random, 44, 70), between(random, 20, 30)),
    tone: 'spark',
    opacity: 0.95,
  } as const;
  const ridge = (base: number, swing: number) => {
    let d = `M0 ${HEIGHT}V${point(base)}`;
    for (let x = 0; x < WIDTH; x += 80) {
      const peak = base - between(random, 0.3, 1) * swing;
      d += `C${x + 25} ${point(peak)} ${x + 55} ${point(peak)} ${x + 80} ${point(base + between(random, -8, 8))}`;
    }
    return `${d}V${HEIGHT}z`;
  };
  return [
    sun,
    { d: ridge(118, 56), tone: 'mass', opacity: 0.75 },
    { d: ridge(142, 40), tone: 'mass', opacity: 1 },
    { d: ridge(164, 26), tone: 'glow', opacity: 0.55 },
  ];
}

function waves(random: Random): CoverShape[] {
  const length = between(random, 90, 150);
  const height = between(random, 9, 18);
  const wave = (y: number, shift: number) => {
    let d = `M${point(-length + shift)} ${point(y)}`;
    for (let x = -length + shift; x < WIDTH + length; x += length)
      d += `q${point(length / 4)} ${point(-height)} ${point(length / 2)} 0t${point(length / 2)} 0`;
    return `${d}V${HEIGHT + 20}H${point(-length)}z`;
  };
  return [
    {
      d: circle(between(random, 60, 260), between(random, 40, 62), between(random, 16, 26)),
      tone: 'spark',
      opacity: 0.95,
    },
    ...[0, 1, 2, 3].map((row): CoverShape => ({
      d: wave(88 + row * 25, between(random, 0, length)),
      tone: row % 2 ? 'glow' : 'mass',
      opacity: row % 2 ? 0.32 : 0.9,
    })),
  ];
}

function arcs(random: Random): CoverShape[] {
  const fromLeft = random() < 0.5;
  const x = fromLeft ? between(random, 20, 90) : between(random, 230, 300);
  const rings = [150, 118, 86, 54].map((r, row): CoverShape => ({
    d: circle(x, HEIGHT, r + between(random, -6, 6)),
    tone: row % 2 ? 'glow' : 'mass',
    opacity: row % 2 ? 0.3 : 0.85,
  }));
  return [
    ...rings,
    { d: circle(x, HEIGHT, 22), tone: 'spark', opacity: 0.95 },
    {
      d: circle(
        fromLeft ? between(random, 230, 290) : between(random, 30, 90),
        between(random, 36, 60),
        between(random, 7, 11),
      ),
      tone: 'glow',
      opacity: 0.8,
    },
  ];
}

function blocks(random: Random): CoverShape[] {
  const shapes: CoverShape[] = [];
  const spark = 1 + Math.floor(random() * 6);
  for (let column = 0; column < 8; column++) {
    const height = between(random, 34, 128);
    const x = 18 + column * 36;
    shapes.push({
      d: `M${x} ${HEIGHT}V${point(HEIGHT - height + 6)}q0-6 6-6h16q6 0 6 6V${HEIGHT}z`,
      tone: column === spark ? 'spark' : column % 3 === 1 ? 'glow' : 'mass',
      opacity: column === spark ? 0.95 : column % 3 === 1 ? 0.55 : 0.9,
    });
  }
  return shapes;
}

function paths(random: Random): CoverShape[] {
  const points = Array.from({ length: 5 }, (_, i) => ({ x: 36 + i * 62, y: between(random, 40, 140) }));
  const line = points
    .map(({ x, y }, i) => (i === 0 ? `M${x} ${point(y)}` : `S${point(x - 26)} ${point(y)} ${x} ${point(y)}`))
    .join('');
  const under = `${line}V${HEIGHT}H36z`;
  const spark = 1 + Math.floor(random() * 3);
  return [
    { d: under, tone: 'mass', opacity: 0.8 },
    { d: line, tone: 'line', opacity: 0.9 },
    ...points.map(({ x, y }, i): CoverShape => ({
      d: circle(x, y, i === spark ? 11 : 6),
      tone: i === spark ? 'spark' : 'glow',
      opacity: 1,
    })),
  ];
}

function leaves(random: Random): CoverShape[] {
  const size = 40;
  const shapes: CoverShape[] = [];
  const spark = Math.floor(random() * 20);
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 8; column++) {
      const kind = random();
      if (kind < 0.25) continue;
      const x = column * size;
      const y = row * size + 10;
      const leaf =
        kind < 0.65
          ? `M${x} ${y + size}V${y}A${size} ${size} 0 0 1 ${x + size} ${y + size}z`
          : `M${x} ${y}H${x + size}V${y + size}A${size} ${size} 0 0 1 ${x} ${y}z`;
      const isSpark = row * 8 + column === spark + 6;
      shapes.push({
        d: leaf,
        tone: isSpark ? 'spark' : random() < 0.3 ? 'glow' : 'mass',
        opacity: isSpark ? 0.95 : between(random, 0.3, 0.9),
      });
    }
  }
  return shapes.map((shape) => ({ ...shape, opacity: point(shape.opacity) }));
}
