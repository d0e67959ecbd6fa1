import { escapeUTF8 } from 'entities';
/** Shared drawing helpers of make-media.ts: colours, text, and SVG to pixels. */

export type Palette = {
  brand: string;
  deep: string;
  mid: string;
  soft: string;
  mist: string;
  paper: string;
  ink: string;
  grey: string;
  accent: string;
};

type Rgb = [number, number, number];
const parse = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
const format = (rgb: number[]) =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Mixes two colours. @param share part of `b`, 0–1 */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [parse(a), parse(b)];
  return format(from.map((part, index) => part + (to[index]! - part) * share));
}

/** Derives the palette of a tenant from its brand and accent colours. */
export function palette(brand: string, accent: string): Palette {
  return {
    brand,
    deep: mix(brand, '#0b1526', 0.55),
    mid: mix(brand, '#ffffff', 0.45),
    soft: mix(brand, '#ffffff', 0.78),
    mist: mix(brand, '#ffffff', 0.9),
    paper: mix(brand, '#ffffff', 0.96),
    ink: mix(brand, '#101828', 0.85),
    grey: mix(brand, '#667085', 0.85),
    accent,
  };
}

export const FONT = "'Noto Sans CJK SC','Noto Sans SC',sans-serif";

const isWide = (letter: string) => /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/.test(letter);
/** Approximate width of a text in ems, for wrapping lines. */
const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (isWide(letter) ? 1 : /[A-Z]/.test(letter) ? 0.64 : 0.505), 0);

/**
 * Wraps a text to lines of at most `ems`; Chinese text between any two characters, but not before closing punctuation.
 */
export function wrap(text: string, ems: number): string[] {
  const pieces =
    text.match(
      /[\u2e80-\u9fff\uff00-\uffef“”](?:[，。、；：！？）》”,.;:!?)]*)|[^\s\u2e80-\u9fff\uff00-\uffef“”]+|\s+/g,
    ) ?? [];
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && widthOf(line + piece.trimEnd()) > ems) {
      lines.push(line.trim());
      line = piece.trimStart();
    } else line += piece;
  }
  if (line.trim() !== '') lines.push(line.trim());
  return lines;
}

export type TextStyle = {
  size: number;
  fill: string;
  weight?: number;
  anchor?: 'start' | 'middle' | 'end';
  opacity?: number;
  leading?: number;
};

/** Returns lines of text as SVG. @param y baseline of the first line */
export function textLines(lines: string[], x: number, y: number, style: TextStyle): string {
  const { size, fill, weight = 400, anchor = 'start', opacity = 1, leading = 1.45 } = style;
  return lines
    .map(
      (line, index) =>
        `<text x="${x}" y="${(y + index * size * leading).toFixed(1)}" font-family="${FONT}" font-size="${size}" font-weight="${weight}" ` +
        `fill="${fill}" text-anchor="${anchor}" opacity="${opacity.toFixed(3)}">${escapeUTF8(line)}</text>`,
    )
    .join('');
}

export const clamp = (value: number) => Math.min(1, Math.max(0, value));
/** Easing function with slow start and end (smoothstep). */
export const ease = (value: number) => {
  const share = clamp(value);
  return share * share * (3 - 2 * share);
};
export const polar = (x: number, y: number, radius: number, degrees: number): [number, number] => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
};

export function svg(width: number, height: number, body: string, defs = ''): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${body}</svg>`,
  );
}

/** Returns a seeded random number generator, the same on every machine. */
export function random(seed: string): () => number {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
