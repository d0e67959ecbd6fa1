import sharp, { type OverlayOptions } from 'sharp';
import { drawCover } from '#src/lib/cover.ts';
import { themeColours } from '#src/lib/theme.ts';
import { xml } from '#src/lib/xml.ts';

export type Share = {
  /** Determines the drawing that replaces a missing cover. */
  seed: string;
  title: string;
  site: string;
  brandColor: string;
  /** Image files of the tenant. */
  cover: Buffer | null;
  icon: Buffer | null;
};

/** Recommended size of Open Graph images. */
const [WIDTH, HEIGHT] = [1200, 630];
/** Top of the white area with the text. */
const FOOT = 420;
/** Maximum size of a source image, and maximum time for processing one. */
const MAX_PIXELS = 60_000_000;
const MAX_SECONDS = 10;
const FONTS = "'PingFang SC','Microsoft YaHei','Noto Sans CJK SC','Noto Sans SC','WenQuanYi Micro Hei',sans-serif";

/**
 * Draws the preview image of a shared page, 1200 × 630 PNG: its cover or a drawing in the tenant's colours, and below it
 * icon, title and site name. Texts for which this machine has no font are omitted.
 * @throws Error when `cover` or `icon` cannot be decoded
 */
export async function drawShare({ seed, title, site, brandColor, cover, icon }: Share): Promise<Buffer> {
  const colours = themeColours(brandColor, 'light');
  const [hasTitle, hasSite] = [await hasGlyphs(title), await hasGlyphs(site)];
  const left = icon ? 220 : 72;
  const lines = wrap(title, (WIDTH - left - 72) / 52).slice(0, 2);
  const text = [
    ...(hasTitle
      ? lines.map(
          (line, i) =>
            `<text x="${left}" y="${FOOT + (lines.length > 1 ? 76 : 100) + i * 66}" font-size="52" font-weight="700" fill="${colours['--color-base-content']}">${xml(line)}</text>`,
        )
      : []),
    ...(hasSite && site !== title
      ? [
          `<text x="${left}" y="${FOOT + 184}" font-size="30" fill="${colours['--color-muted']}">${xml(wrap(site, (WIDTH - left - 72) / 30)[0] ?? '')}</text>`,
        ]
      : []),
  ];
  const layers: OverlayOptions[] = [];
  if (cover) layers.push({ input: await fitted(cover, WIDTH, FOOT, 'cover'), left: 0, top: 0 });
  layers.push({
    input: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="${FONTS}"><rect y="${FOOT}" width="${WIDTH}" height="${HEIGHT - FOOT}" fill="#fff"/><rect y="${FOOT}" width="${WIDTH}" height="8" fill="${colours['--color-primary']}"/>${text.join('')}</svg>`,
    ),
    left: 0,
    top: 0,
  });
  if (icon) layers.push({ input: await fitted(icon, 112, 112, 'contain'), left: 72, top: FOOT + 54 });
  return sharp(Buffer.from(drawing(seed, colours)))
    .composite(layers)
    .timeout({ seconds: MAX_SECONDS })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}

function drawing(seed: string, colours: Record<string, string>): string {
  const { family, transform, shapes } = drawCover(seed);
  const tone = (name: string) => colours[`--cover-${family}-${name === 'glow' || name === 'line' ? 'light' : name}`]!;
  const paths = shapes.map(({ d, tone: name, opacity }) =>
    name === 'line'
      ? `<path d="${d}" fill="none" stroke="${tone(name)}" stroke-width="1.5" opacity="${opacity}"/>`
      : `<path d="${d}" fill="${tone(name)}" opacity="${opacity}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${tone('ground')}"/><svg width="${WIDTH}" height="${FOOT}" viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice"><g${transform ? ` transform="${transform}"` : ''}>${paths.join('')}</g></svg></svg>`;
}

const fitted = (picture: Buffer, width: number, height: number, fit: 'cover' | 'contain') =>
  sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width, height, fit, background: '#fff' })
    .timeout({ seconds: MAX_SECONDS })
    .png()
    .toBuffer();

/**
 * Wraps a text to lines of at most `width` Chinese characters; a Latin one is about half as wide. Latin words are not
 * split.
 */
function wrap(text: string, width: number): string[] {
  const lines = [''];
  let left = width;
  const wide = (part: string) =>
    [...part].reduce((sum, character) => sum + (/[\u2e80-\uffef]/.test(character) ? 1 : 0.58), 0);
  for (const part of text.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+|\s+/g) ?? []) {
    if (wide(part) > left && lines.at(-1) !== '') {
      lines.push('');
      left = width;
    }
    lines.push((lines.pop()! + part).trimStart());
    left -= wide(part);
  }
  if (lines.length > 2) lines[1] = `${lines[1]!.slice(0, -1)}…`;
  return lines;
}

/** Two characters of each script: without a font for the script both are drawn as the same placeholder. */
const SAMPLES: [script: RegExp, one: string, other: string][] = [
  [/[\u2e80-\uffef]/, '中', '国'],
  [/[A-Za-z]/, 'A', 'B'],
];
const known = new Map<string, Promise<boolean>>();

/** Whether this machine has fonts for the scripts of a text; checks Chinese and Latin only. */
async function hasGlyphs(text: string): Promise<boolean> {
  const needed = SAMPLES.filter(([script]) => script.test(text));
  const answers = needed.map(([, one, other]) => {
    let answer = known.get(one);
    if (!answer) known.set(one, (answer = differ(one, other)));
    return answer;
  });
  return (await Promise.all(answers)).every(Boolean);
}

async function differ(one: string, other: string): Promise<boolean> {
  const shape = (sign: string) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60" font-family="${FONTS}"><text x="10" y="45" font-size="40">${sign}</text></svg>`,
      ),
    )
      .raw()
      .toBuffer();
  const [a, b] = await Promise.all([shape(one), shape(other)]);
  return !a.equals(b);
}
