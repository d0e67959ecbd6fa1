import sharp from 'sharp';
import { FONT, mix, random, svg, type Palette } from './draw.ts';

/** Background, seal and signature of the certificates of a demo tenant. */
export type CertificatePlan = { orientation: 'landscape' | 'portrait'; sealText: string; signedBy: string };

/** A page at 150 dots per inch. */
const [LONG, SHORT] = [1754, 1240];

/** Draws the pictures of the templates of certificates. @returns files by their path in the pack */
export async function certificatePictures(plan: CertificatePlan, c: Palette): Promise<Record<string, Buffer>> {
  return {
    'media/certificate-background.jpg': await background(plan, c),
    'media/certificate-seal.png': await seal(plan.sealText),
    'media/certificate-signature.png': await signature(plan.signedBy),
  };
}

/** Paper with a border of waves and a pale pattern, which leaves the middle free. */
function background({ orientation }: CertificatePlan, c: Palette): Promise<Buffer> {
  const [width, height] = orientation === 'landscape' ? [LONG, SHORT] : [SHORT, LONG];
  const waves = Array.from({ length: 9 }, (_, n) => {
    const y = height * 0.86 + n * 16;
    const steps = Array.from({ length: 9 }, (__, k) => {
      const x = (width / 8) * k;
      return `${k ? 'S' : 'M'}${(x - width / 16).toFixed(0)},${(y + (k % 2 ? 34 : -34)).toFixed(0)} ${x.toFixed(0)},${y.toFixed(0)}`;
    });
    return `<path d="${steps.join(' ').replace(/^M\S+ /, 'M')}" fill="none" stroke="${c.brand}" stroke-width="1.6" opacity="${(0.34 - n * 0.03).toFixed(2)}"/>`;
  });
  const frame = (inset: number, stroke: string, weight: number) =>
    `<rect x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" fill="none" stroke="${stroke}" stroke-width="${weight}"/>`;
  const body = `<rect width="${width}" height="${height}" fill="#fffefb"/>
    <circle cx="${width / 2}" cy="${height * 0.42}" r="${SHORT * 0.36}" fill="${mix(c.brand, '#ffffff', 0.955)}"/>
    <circle cx="${width / 2}" cy="${height * 0.42}" r="${SHORT * 0.29}" fill="#fffefb" opacity=".6"/>
    ${waves.join('')}
    <path d="M0,0 H${SHORT * 0.34} L0,${SHORT * 0.34} Z" fill="${c.brand}"/>
    <path d="M0,${SHORT * 0.36} L${SHORT * 0.36},0 H${SHORT * 0.385} L0,${SHORT * 0.385} Z" fill="${c.accent}"/>
    <path d="M${width},${height} h${-SHORT * 0.2} L${width},${height - SHORT * 0.2} Z" fill="${c.brand}"/>
    ${frame(34, c.brand, 5)}${frame(46, c.accent, 1.6)}`;
  return sharp(svg(width, height, body))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 84 })
    .toBuffer();
}

/** A round red seal with a star and its text around it; transparent around it. */
function seal(text: string): Promise<Buffer> {
  const star = Array.from({ length: 10 }, (_, n) => {
    const angle = (Math.PI * n) / 5 - Math.PI / 2;
    const radius = n % 2 ? 32 : 82;
    return `${(300 + radius * Math.cos(angle)).toFixed(1)},${(300 + radius * Math.sin(angle)).toFixed(1)}`;
  }).join(' ');
  const letters = Array.from(text);
  const step = Math.min(0.36, 4.6 / letters.length);
  const around = letters.map((letter, n) => {
    const angle = (n - (letters.length - 1) / 2) * step;
    const [x, y] = [300 + 216 * Math.sin(angle), 300 - 216 * Math.cos(angle)];
    const turn = `rotate(${((angle * 180) / Math.PI).toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)})`;
    return `<text x="${x.toFixed(1)}" y="${(y + 18).toFixed(1)}" transform="${turn}">${letter}</text>`;
  });
  const body = `<g fill="none" stroke="#c4231c"><circle cx="300" cy="300" r="278" stroke-width="16"/><circle cx="300" cy="300" r="258" stroke-width="3"/></g>
    <polygon points="${star}" fill="#c4231c"/>
    <g fill="#c4231c" font-family="${FONT}" font-size="52" font-weight="700" text-anchor="middle">${around.join('')}</g>`;
  return sharp(svg(600, 600, body))
    .png({ palette: true, colours: 64 })
    .toBuffer();
}

/** Strokes of a pen that look like a signature; transparent around them. */
function signature(name: string): Promise<Buffer> {
  const next = random(name);
  let x = 70;
  let path = `M${x},170`;
  while (x < 560) {
    const width = 26 + next() * 44;
    const high = 40 + next() * 80;
    path += ` C${(x + width * 0.3).toFixed(0)},${(170 - high).toFixed(0)} ${(x + width * 0.7).toFixed(0)},${(170 - high).toFixed(0)} ${(x + width * 0.6).toFixed(0)},${(165 + next() * 30).toFixed(0)}`;
    path += ` S${(x + width * 1.1).toFixed(0)},${(130 + next() * 60).toFixed(0)} ${(x + width).toFixed(0)},${(160 + next() * 12).toFixed(0)}`;
    x += width;
  }
  path += ` C600,190 300,236 120,214`;
  const body = `<path d="${path}" fill="none" stroke="#1d2c55" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>`;
  return sharp(svg(640, 260, body))
    .png({ palette: true, colours: 32 })
    .toBuffer();
}
