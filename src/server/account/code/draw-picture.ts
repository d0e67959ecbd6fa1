import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import { GLYPHS } from './glyphs.ts';

const WIDTH = 320;
const HEIGHT = 112;
/** Dark and quiet enough for 4.5:1 on the ground, and too alike to be told apart by colour. */
const INKS = ['#1f3a5f', '#2b4a3f', '#4a2b4f', '#5a3a22', '#234b5c'];

const between = (from: number, to: number) => from + (to - from) * (randomInt(1000) / 1000);
const oneOf = <T>(list: readonly T[]): T => list[randomInt(list.length)]!;

/**
 * Draws an answer as a picture: leaning strokes of uneven size, with lines through and specks around them.
 * @returns a PNG of 320 × 112 pixels, shown at half that size
 */
export async function drawPicture(answer: string): Promise<Buffer> {
  const step = (WIDTH - 40) / answer.length;
  const letters = [...answer].map((character, i) => {
    const size = between(3.9, 4.8);
    const x = 20 + step * (i + 0.5) + between(-7, 7);
    const y = HEIGHT / 2 + between(-9, 9);
    const form = `rotate(${between(-20, 20)}) skewX(${between(-14, 14)}) scale(${size * between(0.9, 1.1)} ${size})`;
    return `<path d="${GLYPHS[character]}" stroke="${oneOf(INKS)}" stroke-width="${between(1.7, 2.3)}"
      transform="translate(${x} ${y}) ${form} translate(-5 -7)"/>`;
  });
  const height = () => between(12, HEIGHT - 12);
  const lines = Array.from({ length: 4 }, () => {
    const path = `M0 ${height()} C${WIDTH / 3} ${height()} ${(WIDTH * 2) / 3} ${height()} ${WIDTH} ${height()}`;
    return `<path d="${path}" stroke="${oneOf(INKS)}" stroke-width="${between(2, 3.5)}" opacity="0.75"/>`;
  });
  const specks = Array.from({ length: 60 }, () => {
    const [x, y, r] = [between(0, WIDTH), between(0, HEIGHT), between(1, 2.6)];
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="${oneOf(INKS)}" stroke="none" opacity="0.55"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="${oneOf(['#eef2f7', '#f2f0ea', '#edf4f0'])}"/>
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">${[...specks, ...letters, ...lines].join('')}</g></svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 16, effort: 1 }).toBuffer();
}
