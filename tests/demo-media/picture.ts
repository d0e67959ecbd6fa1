import sharp from 'sharp';
import { FONT, mix, random, svg, textLines, wrap, type Palette } from './draw.ts';
import { motifs, type MotifName } from './motifs.ts';
import type { Portrait, Sheet } from './plan.ts';

const webp = (picture: Buffer, quality = 82) => sharp(picture).webp({ quality, effort: 6 }).toBuffer();

/** Returns background shapes behind a motif: rings, dots and slanted bands, positioned by the seed. */
function backdrop(width: number, height: number, seed: string, c: Palette): string {
  const next = random(seed);
  const ring = (radius: number, opacity: number) =>
    `<circle cx="${(width * (0.45 + next() * 0.5)).toFixed(0)}" cy="${(height * next()).toFixed(0)}" r="${radius.toFixed(0)}" fill="none" stroke="#fff" stroke-width="${(height / 12 + (next() * height) / 9).toFixed(0)}" opacity="${opacity}"/>`;
  const slant = width * (0.05 + next() * 0.3);
  const dots: string[] = [];
  const gap = height / 15;
  const [left, top] = [width * (0.04 + next() * 0.1), height * (0.6 + next() * 0.12)];
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 9; column += 1) {
      dots.push(
        `<circle cx="${(left + column * gap).toFixed(1)}" cy="${(top + row * gap).toFixed(1)}" r="${(height / 210 + 0.6).toFixed(1)}"/>`,
      );
    }
  }
  return `<rect width="${width}" height="${height}" fill="url(#sky)"/>
    <path d="M${slant},${height} L${slant + width * 0.34},0 H${slant + width * 0.5} L${slant + width * 0.16},${height} Z" fill="#fff" opacity=".05"/>
    <path d="M${slant + width * 0.3},${height} L${slant + width * 0.64},0 H${slant + width * 0.7} L${slant + width * 0.36},${height} Z" fill="${c.accent}" opacity=".10"/>
    ${ring(height * 0.62, 0.05)}${ring(height * 0.9, 0.04)}<g fill="#fff" opacity=".22">${dots.join('')}</g>`;
}

const sky = (seed: string, c: Palette) => {
  const next = random(`${seed}-sky`);
  const from = mix(c.deep, c.brand, 0.15 + next() * 0.3);
  const to = mix(c.brand, c.mid, next() * 0.35);
  return `<linearGradient id="sky" x1="0" y1="0" x2="1" y2="${(0.4 + next() * 0.6).toFixed(2)}"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
};

/** Draws a banner; its left half has no motif, because the page shows the title there. */
export function banner(motif: MotifName, seed: string, c: Palette): Promise<Buffer> {
  const body = `${backdrop(1600, 600, seed, c)}<circle cx="1210" cy="300" r="232" fill="#fff" opacity=".10"/><circle cx="1210" cy="300" r="190" fill="#fff" opacity=".93"/>
    <g transform="translate(1210,300) scale(1.5)">${motifs[motif](2.6, c)}</g>`;
  return webp(svg(1600, 600, body, sky(seed, c)));
}

export function cover(motif: MotifName, seed: string, c: Palette): Promise<Buffer> {
  const body = `${backdrop(800, 450, seed, c)}<circle cx="400" cy="225" r="172" fill="#fff" opacity=".10"/><circle cx="400" cy="225" r="142" fill="#fff" opacity=".94"/>
    <g transform="translate(400,225) scale(1.1)">${motifs[motif](3.1, c)}</g>`;
  return webp(svg(800, 450, body, sky(seed, c)));
}

/** Draws a portrait without a face, distinguishable by hair, glasses and colours. */
export function portrait({ hair, glasses, tone, shirt }: Portrait, c: Palette): Promise<Buffer> {
  const dark = mix(c.ink, '#000000', 0.25);
  const behind: Record<Portrait['hair'], string> = {
    short: '',
    crop: '',
    cap: '',
    long: `<path d="M94,150 C94,58 226,58 226,150 V236 H96 Z" fill="${dark}"/>`,
    bob: `<path d="M96,146 C96,60 224,60 224,146 V188 C222,200 98,200 98,188 Z" fill="${dark}"/>`,
    bun: `<circle cx="160" cy="66" r="24" fill="${dark}"/>`,
  };
  const above: Record<Portrait['hair'], string> = {
    short: `<path d="M106,142 C100,66 220,66 214,142 C206,120 190,112 160,112 C130,112 114,120 106,142 Z" fill="${dark}"/>`,
    crop: `<path d="M106,136 C104,68 216,68 214,136 C198,110 122,110 106,136 Z" fill="${dark}"/>`,
    cap: `<path d="M102,128 C102,78 218,78 218,128 Z" fill="${c.accent}"/><rect x="92" y="122" width="136" height="13" rx="6.5" fill="${mix(c.accent, '#000000', 0.12)}"/><rect x="150" y="84" width="20" height="40" rx="6" fill="#fff" opacity=".35"/>`,
    long: `<path d="M104,150 C100,62 220,62 216,150 C206,124 182,116 152,112 C136,120 116,128 105,150 Z" fill="${dark}"/>`,
    bob: `<path d="M104,152 C100,62 220,62 216,152 C210,126 196,118 186,116 C160,126 122,122 105,152 Z" fill="${dark}"/>`,
    bun: `<path d="M106,144 C100,66 220,66 214,144 C204,118 184,110 160,110 C136,110 116,118 106,144 Z" fill="${dark}"/>`,
  };
  const spectacles = glasses
    ? `<g fill="none" stroke="${dark}" stroke-width="4.5"><circle cx="138" cy="152" r="16"/><circle cx="182" cy="152" r="16"/><path d="M154,150 q6,-5 12,0"/></g>`
    : '';
  const body = `<rect width="320" height="320" fill="url(#wall)"/><circle cx="250" cy="70" r="90" fill="#fff" opacity=".25"/>${behind[hair]}
    <path d="M40,330 C40,236 104,222 160,222 C216,222 280,236 280,330 Z" fill="${shirt}"/><path d="M128,222 L160,262 L192,222 Z" fill="#fff" opacity=".9"/>
    <path d="M138,190 H182 V222 C182,244 138,244 138,222 Z" fill="${mix(tone, '#8a4b2a', 0.14)}"/><ellipse cx="160" cy="150" rx="53" ry="60" fill="${tone}"/>${above[hair]}${spectacles}`;
  const wall = `<linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${mix(c.soft, shirt, 0.12)}"/><stop offset="1" stop-color="${mix(c.mid, shirt, 0.2)}"/></linearGradient>`;
  return webp(svg(320, 320, body, wall), 84);
}

/** Returns the logo symbol: the monogram in a rounded square with one corner in the accent colour. */
function mark(x: number, y: number, size: number, monogram: string, c: Palette): string {
  const letters = [...monogram].length;
  return `<g transform="translate(${x},${y}) scale(${size / 100})"><rect width="100" height="100" rx="24" fill="${c.brand}"/><path d="M66,0 H76 A24,24 0 0 1 100,24 V34 Z" fill="${c.accent}"/>
    <path d="M0,70 Q26,58 50,70 T100,68 V76 A24,24 0 0 1 76,100 H24 A24,24 0 0 1 0,76 Z" fill="#fff" opacity=".16"/>
    <text x="50" y="${letters > 1 ? 65 : 70}" text-anchor="middle" font-family="${FONT}" font-weight="700" font-size="${letters > 1 ? 42 : 56}" fill="#fff">${monogram}</text></g>`;
}

export const icon = (monogram: string, c: Palette) =>
  sharp(svg(256, 256, mark(0, 0, 256, monogram, c)))
    .resize(128, 128)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

export function logo(name: string, monogram: string, c: Palette): Promise<Buffer> {
  const width =
    96 + 24 + Math.ceil([...name].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 255 ? 52 : 28), 0)) + 12;
  const body = `${mark(0, 0, 96, monogram, c)}<text x="118" y="66" font-family="${FONT}" font-weight="700" font-size="50" fill="${c.ink}">${name}</text>`;
  return sharp(svg(width, 96, body))
    .trim()
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** Draws a poster: a title, and rows with a coloured label and a text. */
export function sheet({ title, rows }: Sheet, c: Palette): Promise<Buffer> {
  const rowHeight = 92;
  const height = 170 + rows.length * rowHeight + 30;
  const body = `<rect width="1000" height="${height}" fill="${c.paper}"/><rect width="1000" height="118" fill="${c.brand}"/><path d="M860,0 H1000 V118 H800 Z" fill="${c.accent}" opacity=".85"/>
    ${textLines([title], 56, 74, { size: 38, fill: '#ffffff', weight: 700 })}
    ${rows
      .map((row, index) => {
        const y = 150 + index * rowHeight;
        const lines = wrap(row.text, 28.5);
        return `<rect x="48" y="${y}" width="904" height="${rowHeight - 14}" rx="14" fill="#fff"/><rect x="48" y="${y}" width="212" height="${rowHeight - 14}" rx="14" fill="${row.colour}"/>
        ${textLines([row.name], 154, y + 48, { size: 25, fill: '#ffffff', weight: 700, anchor: 'middle' })}
        ${textLines(lines, 288, y + (lines.length > 1 ? 33 : 47), { size: 22, fill: c.ink, leading: 1.35 })}`;
      })
      .join('')}`;
  return webp(svg(1000, height, body), 80);
}
