import { degrees, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib';
import { qrPath } from '#src/lib/qr-path.ts';

/** The texts of a certificate, in the language in which it is printed. */
export type SheetTexts = {
  company: string;
  heading: string;
  kind: string;
  awardedTo: string;
  name: string;
  statement: string;
  /** Label and value. */
  facts: [string, string][];
  issuer: string;
  issuedOn: string;
  scan: string;
  verifyUrl: string;
};

/** A4 landscape, points. */
export const SIZE = [841.89, 595.28] as const;
const [WIDTH, HEIGHT] = SIZE;
/** As in CertificateSheet.astro, lengths are hundredths of the width, from the upper left corner. */
const UNIT = WIDTH / 100;
const MILLIMETRE = WIDTH / 297;
const INK = rgb(0.165, 0.149, 0.125);
const MUTED = rgb(0.427, 0.384, 0.322);
const GOLD = rgb(0.69, 0.553, 0.235);
const RED = rgb(0.541, 0.169, 0.133);
const SEAL = rgb(0.93, 0.78, 0.75);
const REVOKED = rgb(0.702, 0.149, 0.118);
const PAPER = rgb(1, 0.992, 0.973);
/** Smallest size of a line that is too long, in relation to its size; below it is broken. */
const LEAST = 0.6;

type Line = { size: number; color: typeof INK; width?: number };

/** Draws a certificate on an empty page of `SIZE`. */
export function drawSheet(page: PDFPage, font: PDFFont, texts: SheetTexts): void {
  page.drawRectangle({ x: 0, y: 0, width: WIDTH, height: HEIGHT, color: PAPER });
  drawFrame(page);
  const line = (text: string, top: number, { size, color, width = 80 }: Line) =>
    drawCentred(page, font, { text, x: 50, top, size, color, width });
  line(texts.company, 7.6, { size: 2, color: MUTED });
  line(texts.heading, 11.2, { size: 6.2, color: RED });
  line(texts.kind, 20.4, { size: 2.8, color: INK });
  line(texts.awardedTo, 29, { size: 1.9, color: INK });
  line(texts.name, 33, { size: 4.8, color: INK, width: 70 });
  page.drawLine({ start: at(31, 40.2), end: at(69, 40.2), thickness: 0.12 * UNIT, color: GOLD });
  line(texts.statement, 42.6, { size: 1.9, color: INK });
  texts.facts.forEach(([label, value], n) => {
    const size = 1.5;
    const baseline = at(10, 57 + n * 2.6);
    page.drawText(`${label}  `, { ...baseline, size: size * UNIT, font, color: MUTED });
    const indent = font.widthOfTextAtSize(`${label}  `, size * UNIT);
    page.drawText(value, { x: baseline.x + indent, y: baseline.y, size: size * UNIT, font, color: INK });
  });
  drawCode(page, texts.verifyUrl);
  drawCentred(page, font, { text: texts.scan, x: 50, top: 61.4, size: 1.2, color: MUTED, width: 20 });
  drawStar(page, at(77, 56.6), UNIT, SEAL);
  drawCentred(page, font, { text: texts.issuer, x: 77, top: 55.6, size: 1.9, color: INK, width: 26 });
  drawCentred(page, font, { text: texts.issuedOn, x: 77, top: 58.6, size: 1.5, color: INK, width: 26 });
}

const at = (x: number, y: number) => ({ x: x * UNIT, y: HEIGHT - y * UNIT });

/** Draws a line around `x`, smaller if it is too wide, or in two lines. */
function drawCentred(
  page: PDFPage,
  font: PDFFont,
  { text, x, top, size, color, width }: Line & { text: string; x: number; top: number; width: number },
): void {
  const full = font.widthOfTextAtSize(text, size * UNIT);
  const scale = Math.min(1, (width * UNIT) / full);
  const lines = scale < LEAST ? halves(text) : [text];
  const fitting = Math.min(...lines.map((part) => (width * UNIT) / font.widthOfTextAtSize(part, size * UNIT)), 1);
  const used = size * fitting;
  lines.forEach((part, n) => {
    const left = at(x, top + used + (n - (lines.length - 1) / 2) * used * 1.15);
    page.drawText(part, {
      x: left.x - font.widthOfTextAtSize(part, used * UNIT) / 2,
      y: left.y,
      size: used * UNIT,
      font,
      color,
    });
  });
}

/** Breaks a text near its middle, at a space if there is one. */
function halves(text: string): string[] {
  const letters = Array.from(text);
  const middle = Math.floor(letters.length / 2);
  const spaces = letters.flatMap((letter, n) => (letter === ' ' ? [n] : []));
  const nearest = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  const cut = nearest !== undefined && Math.abs(nearest - middle) < letters.length / 4 ? nearest : middle;
  return [letters.slice(0, cut).join('').trim(), letters.slice(cut).join('').trim()];
}

function drawFrame(page: PDFPage): void {
  const rectangle = (inset: number, thickness: number) =>
    page.drawRectangle({
      x: inset * MILLIMETRE,
      y: inset * MILLIMETRE,
      width: WIDTH - 2 * inset * MILLIMETRE,
      height: HEIGHT - 2 * inset * MILLIMETRE,
      borderColor: GOLD,
      borderWidth: thickness * MILLIMETRE,
    });
  rectangle(7, 1.1);
  rectangle(10, 0.35);
  const corners = ['M10 26 A16 16 0 0 0 26 10', 'M271 10 A16 16 0 0 0 287 26', 'M287 184 A16 16 0 0 0 271 200'];
  for (const path of [...corners, 'M26 200 A16 16 0 0 0 10 184'])
    page.drawSvgPath(path, { x: 0, y: HEIGHT, scale: MILLIMETRE, borderColor: GOLD, borderWidth: 0.35 });
}

function drawCode(page: PDFPage, url: string): void {
  const { path, size } = qrPath(url, 0);
  const side = 8.5;
  const { x, y } = at(50 - side / 2, 52.4);
  page.drawSvgPath(path, { x, y, scale: (side * UNIT) / size, color: INK });
}

/** Draws the seal of the portal, a star in two rings. @param unit an eleventh of its size, points */
export function drawStar(page: PDFPage, centre: { x: number; y: number }, unit: number, color: typeof INK): void {
  for (const [radius, width] of [
    [5.5, 0.48],
    [4.8, 0.12],
  ] as const)
    page.drawCircle({ ...centre, size: radius * unit, borderColor: color, borderWidth: width * unit });
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = (Math.PI * i) / 5 - Math.PI / 2 - 0.14;
    const radius = i % 2 === 0 ? 2.05 : 0.85;
    return `${(radius * Math.cos(angle)).toFixed(3)} ${(radius * Math.sin(angle)).toFixed(3)}`;
  });
  page.drawSvgPath(`M${points.join(' L')} Z`, { ...centre, scale: unit, color });
}

/** Draws across a page that a certificate was revoked, so that a copy cannot pass for a valid one. */
export function drawStamp(page: PDFPage, font: PDFFont, text: string): void {
  const angle = (24 * Math.PI) / 180;
  const unit = page.getWidth() / 100;
  const size = 9 * unit;
  const [width, height] = [font.widthOfTextAtSize(text, size), size * 0.72];
  // The corner from which a text or rectangle of this size, turned around the middle of the page, is drawn.
  const corner = (w: number, h: number) => ({
    x: page.getWidth() / 2 - (w / 2) * Math.cos(angle) + (h / 2) * Math.sin(angle),
    y: page.getHeight() / 2 - (w / 2) * Math.sin(angle) - (h / 2) * Math.cos(angle),
  });
  page.drawText(text, { ...corner(width, height), size, font, color: REVOKED, rotate: degrees(24) });
  const box = { width: width + 8 * unit, height: height + 5 * unit };
  const frame = { borderColor: REVOKED, borderWidth: 0.6 * unit };
  page.drawRectangle({ ...corner(box.width, box.height), ...box, ...frame, rotate: degrees(24) });
}

/** Draws at the foot of a page what else is to be known about a certificate. */
export function drawNote(page: PDFPage, font: PDFFont, text: string): void {
  const full = 0.8 * page.getWidth();
  const size = Math.min(9.3, (9.3 * full) / font.widthOfTextAtSize(text, 9.3));
  const x = (page.getWidth() - font.widthOfTextAtSize(text, size)) / 2;
  page.drawText(text, { x, y: 13 * MILLIMETRE, size, font, color: REVOKED });
}
