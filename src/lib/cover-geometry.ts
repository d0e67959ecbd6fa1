import { between, circle, type CoverShape, HEIGHT, point, type Random, WIDTH } from './cover-shapes.ts';

/* Motifs of plain shapes for generated covers. */

/** A fan of rays from a corner. */
export function rays(random: Random): CoverShape[] {
  const count = 7 + Math.floor(random() * 4);
  const [x, y] = [between(random, -10, 30), HEIGHT + between(random, 0, 20)];
  const spark = Math.floor(random() * count);
  const edge = (n: number) => {
    const angle = (n / count) * (Math.PI / 2);
    return `${point(x + 420 * Math.cos(angle))} ${point(y - 420 * Math.sin(angle))}`;
  };
  return [
    ...Array.from({ length: count }, (_, i): CoverShape => ({
      d: `M${point(x)} ${point(y)}L${edge(i)}L${edge(i + 0.62)}z`,
      tone: i === spark ? 'spark' : i % 2 ? 'glow' : 'mass',
      opacity: i === spark ? 0.9 : i % 2 ? 0.35 : 0.85,
    })),
    { d: circle(x, y, between(random, 48, 70)), tone: 'mass', opacity: 1 },
  ];
}

/** Diagonal bands of different widths. */
export function bands(random: Random): CoverShape[] {
  const slant = between(random, 50, 130);
  const shapes: CoverShape[] = [];
  const spark = 1 + Math.floor(random() * 4);
  let x = -slant;
  for (let i = 0; x < WIDTH; i++) {
    const width = between(random, 14, 52);
    shapes.push({
      d: `M${point(x)} ${HEIGHT}l${point(slant)} ${-HEIGHT}h${point(width)}l${point(-slant)} ${HEIGHT}z`,
      tone: i === spark ? 'spark' : i % 3 === 0 ? 'glow' : 'mass',
      opacity: i === spark ? 0.9 : i % 3 === 0 ? 0.4 : 0.85,
    });
    x += width + between(random, 8, 26);
  }
  return shapes;
}

/** A grid of dots that grow towards one point. */
export function dots(random: Random): CoverShape[] {
  const [atX, atY] = [between(random, 60, 260), between(random, 40, 140)];
  const step = 32;
  const rows = { mass: '', glow: '', spark: '' };
  for (let y = 26; y < HEIGHT; y += step) {
    for (let x = 16; x < WIDTH; x += step) {
      const distance = Math.hypot(x - atX, y - atY);
      const near = Math.max(0, 1 - distance / 190);
      rows[distance < step * 0.72 ? 'spark' : near > 0.5 ? 'glow' : 'mass'] += circle(x, y, 3 + near * 11);
    }
  }
  return [
    { d: rows.mass, tone: 'mass', opacity: 0.9 },
    { d: rows.glow, tone: 'glow', opacity: 0.75 },
    { d: rows.spark, tone: 'spark', opacity: 0.95 },
  ];
}

/** Stairs, with a ball on one of them. */
export function stairs(random: Random): CoverShape[] {
  const steps = 5 + Math.floor(random() * 4);
  const [run, rise] = [WIDTH / steps, between(random, 100, 140) / steps];
  const on = 1 + Math.floor(random() * (steps - 2));
  const r = between(random, 13, 19);
  return [
    ...Array.from({ length: steps }, (_, i): CoverShape => {
      const top = HEIGHT - (i + 1) * rise;
      return {
        d: `M${point(i * run)} ${HEIGHT}V${point(top)}h${point(run + 0.5)}V${HEIGHT}z`,
        tone: i % 2 ? 'glow' : 'mass',
        opacity: i % 2 ? 0.45 : 0.9,
      };
    }),
    { d: circle((on + 0.5) * run, HEIGHT - (on + 1) * rise - r, r), tone: 'spark', opacity: 0.95 },
  ];
}

/** Pointed mountains with a light side. */
export function peaks(random: Random): CoverShape[] {
  const shapes: CoverShape[] = [
    {
      d: circle(between(random, 40, 280), between(random, 30, 56), between(random, 12, 20)),
      tone: 'spark',
      opacity: 0.95,
    },
  ];
  const count = 3 + Math.floor(random() * 3);
  for (let i = 0; i < count; i++) {
    const x = ((i + between(random, 0.2, 0.8)) / count) * WIDTH;
    const top = between(random, 44, 112);
    const half = between(random, 62, 112);
    shapes.push(
      { d: `M${point(x)} ${point(top)}L${point(x + half)} ${HEIGHT}H${point(x - half)}z`, tone: 'mass', opacity: 0.85 },
      {
        d: `M${point(x)} ${point(top)}L${point(x + half)} ${HEIGHT}H${point(x + half / 5)}z`,
        tone: 'glow',
        opacity: 0.4,
      },
    );
  }
  return shapes;
}

/** Ellipses around a centre, with bodies on them. */
export function orbits(random: Random): CoverShape[] {
  const [x, y] = [between(random, 110, 210), between(random, 76, 104)];
  const flat = between(random, 0.4, 0.72);
  const turn = between(random, 0, Math.PI);
  const radii = [44, 78, 114, 152];
  return [
    { d: circle(x, y, between(random, 16, 24)), tone: 'spark', opacity: 0.95 },
    ...radii.map((r): CoverShape => ({
      d: `M${point(x - r)} ${point(y)}a${r} ${point(r * flat)} 0 1 0 ${2 * r} 0a${r} ${point(r * flat)} 0 1 0 ${-2 * r} 0z`,
      tone: 'line',
      opacity: 0.9,
    })),
    ...radii.map((r, i): CoverShape => {
      const angle = turn + i * between(random, 1.2, 2.2);
      return {
        d: circle(x + r * Math.cos(angle), y + r * flat * Math.sin(angle), between(random, 5, 12)),
        tone: i % 2 ? 'glow' : 'mass',
        opacity: 1,
      };
    }),
  ];
}
