import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import sharp from 'sharp';

/** Pixels of the picture, which is shown at half its size. */
const WIDTH = 480;
const HEIGHT = 160;
const CHANNELS = 3;
/** Dark on white, so that people with low vision can read them. */
const COLOURS = ['#12355b', '#4a1942', '#14532d', '#7c2d12', '#1e1b4b', '#374151'];
/** pdfjs-dist brings it: machines without any fonts can draw digits, too. */
const FONT = createRequire(import.meta.url).resolve('pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf');

/** Draws the digits of a code, turned, moved, bent and crossed by lines: PNG, white background. */
export async function drawCode(code: string): Promise<Buffer> {
  const digits = await Promise.all([...code].map((digit) => drawDigit(digit)));
  const step = (WIDTH - 40) / code.length;
  const placed = digits.map(({ data, info }, n) => ({
    input: data,
    left: Math.round(20 + n * step + (step - info.width) / 2) + randomInt(-6, 7),
    top: Math.round((HEIGHT - info.height) / 2) + randomInt(-14, 15),
  }));
  const drawn = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: CHANNELS, background: '#ffffff' } })
    .composite([...placed, { input: Buffer.from(lines()) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return sharp(bend(drawn), { raw: { width: WIDTH, height: HEIGHT, channels: CHANNELS } })
    .png()
    .toBuffer();
}

const colour = () => COLOURS[randomInt(COLOURS.length)]!;

async function drawDigit(digit: string) {
  const text = `<span foreground="${colour()}">${digit}</span>`;
  const font = `Liberation Sans Bold ${randomInt(78, 95)}`;
  const drawn = await sharp({ text: { text, font, fontfile: FONT, dpi: 72, rgba: true } })
    .png()
    .toBuffer();
  return sharp(drawn)
    .rotate(randomInt(-20, 21), { background: '#ffffff00' })
    .png()
    .toBuffer({ resolveWithObject: true });
}

function lines(): string {
  const y = () => randomInt(20, HEIGHT - 20);
  const curve = () =>
    `<path d="M0 ${y()} C ${WIDTH / 3} ${y()}, ${(2 * WIDTH) / 3} ${y()}, ${WIDTH} ${y()}" stroke="${colour()}" stroke-width="${randomInt(3, 6)}" fill="none"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${curve()}${curve()}${curve()}</svg>`;
}

/** Moves rows and columns of pixels along two waves. */
function bend(pixels: Buffer): Buffer {
  const [acrossPhase, downPhase] = [randomInt(628) / 100, randomInt(628) / 100];
  const [acrossLength, downLength] = [randomInt(60, 90), randomInt(90, 140)];
  const bent = Buffer.alloc(pixels.length, 255);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const fromX = Math.round(x + 5 * Math.sin(y / (acrossLength / 6.28) + acrossPhase));
      const fromY = Math.round(y + 7 * Math.sin(x / (downLength / 6.28) + downPhase));
      if (fromX < 0 || fromX >= WIDTH || fromY < 0 || fromY >= HEIGHT) continue;
      const from = (fromY * WIDTH + fromX) * CHANNELS;
      const to = (y * WIDTH + x) * CHANNELS;
      for (let channel = 0; channel < CHANNELS; channel++) bent[to + channel] = pixels[from + channel]!;
    }
  return bent;
}
