import { type PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib';
import { qrPath } from '#src/lib/qr-path.ts';

type Table = {
  title: string;
  /** `width` in percent of the text. */
  columns: { header: string; width: number; isNumber?: boolean }[];
  rows: string[][];
  /** What is not listed; null: nothing. */
  more: string | null;
};

/** The texts of a statement, in the language in which it is printed. */
export type StatementTexts = {
  company: string;
  heading: string;
  name: string;
  /** Label and value. */
  facts: [string, string][];
  figuresTitle: string;
  figures: [string, string][];
  tables: Table[];
  /** Instead of a table without rows. */
  none: string;
  note: string;
  scan: string;
  verifyUrl: string;
};

/** A4 portrait, points. */
const [WIDTH, HEIGHT] = [595.28, 841.89];
const MARGIN = 50;
const TEXT = WIDTH - 2 * MARGIN;
const BOTTOM = 70;
const INK = rgb(0.165, 0.149, 0.125);
const MUTED = rgb(0.427, 0.384, 0.322);
const RULE = rgb(0.85, 0.82, 0.76);
const RED = rgb(0.541, 0.169, 0.133);
const CODE = 84;

/** Draws a statement on as many pages as it needs; each has its number and the QR code's address at the foot. */
export function drawStatement(doc: PDFDocument, font: PDFFont, texts: StatementTexts): void {
  let page = doc.addPage([WIDTH, HEIGHT]);
  const pages: PDFPage[] = [page];
  let top = HEIGHT - MARGIN;
  /** Makes room for so many points, on another page if there is none. @returns whether a page began */
  const room = (height: number) => {
    if (top - height >= BOTTOM) return false;
    page = doc.addPage([WIDTH, HEIGHT]);
    pages.push(page);
    top = HEIGHT - MARGIN;
    return true;
  };
  const write = (text: string, x: number, size: number, color = INK, width = TEXT) => {
    const lines = wrapped(font, text, size, width);
    for (const line of lines) {
      room(size * 1.4);
      page.drawText(line, { x, y: top - size, size, font, color });
      top -= size * 1.4;
    }
  };
  drawCode(page, font, texts);
  const beside = TEXT - CODE - 20;
  write(texts.company, MARGIN, 10, MUTED, beside);
  top -= 4;
  write(texts.heading, MARGIN, 20, RED, beside);
  top -= 2;
  write(texts.name, MARGIN, 15, INK, beside);
  top -= 6;
  for (const [label, value] of texts.facts) {
    const indent = font.widthOfTextAtSize(`${label}  `, 9.5);
    page.drawText(label, { x: MARGIN, y: top - 9.5, size: 9.5, font, color: MUTED });
    write(value, MARGIN + indent, 9.5, INK, beside - indent);
  }
  top = Math.min(top, HEIGHT - MARGIN - CODE - 18) - 16;

  const title = (text: string) => {
    room(60);
    write(text, MARGIN, 12);
    page.drawLine({ start: { x: MARGIN, y: top }, end: { x: WIDTH - MARGIN, y: top }, thickness: 0.8, color: RULE });
    top -= 4;
  };
  title(texts.figuresTitle);
  texts.figures.forEach(([label, value]) => {
    page.drawText(label, { x: MARGIN, y: top - 12, size: 10, font, color: INK });
    const x = MARGIN + TEXT / 2 - font.widthOfTextAtSize(value, 10);
    page.drawText(value, { x, y: top - 12, size: 10, font, color: INK });
    top -= 17;
  });
  for (const table of texts.tables) {
    top -= 14;
    title(table.title);
    if (table.rows.length === 0) write(texts.none, MARGIN, 9.5, MUTED);
    else drawRows(table);
    if (table.more) write(table.more, MARGIN, 9, MUTED);
  }
  top -= 14;
  write(texts.note, MARGIN, 8.5, MUTED);
  pages.forEach((each, n) => {
    const foot = `${texts.verifyUrl}    ${n + 1} / ${pages.length}`;
    each.drawText(foot, { x: MARGIN, y: 40, size: 8, font, color: MUTED });
  });

  function drawRows({ columns, rows }: Table): void {
    const row = (cells: string[], color: typeof INK) => {
      const lines = cells.map((cell, n) => wrapped(font, cell, 9, (columns[n]!.width * TEXT) / 100 - 8));
      const height = Math.max(...lines.map(({ length }) => length)) * 12.5 + 3;
      if (room(height) && color === INK)
        row(
          columns.map(({ header }) => header),
          MUTED,
        );
      let left = MARGIN;
      lines.forEach((parts, n) => {
        const { width, isNumber } = columns[n]!;
        const right = left + (width * TEXT) / 100;
        parts.forEach((part, at) => {
          const x = isNumber ? right - font.widthOfTextAtSize(part, 9) : left;
          page.drawText(part, { x, y: top - 10 - at * 12.5, size: 9, font, color });
        });
        left = right;
      });
      top -= height;
    };
    row(
      columns.map(({ header }) => header),
      MUTED,
    );
    for (const cells of rows) row(cells, INK);
  }
}

function drawCode(page: PDFPage, font: PDFFont, { verifyUrl, scan }: StatementTexts): void {
  const { path, size } = qrPath(verifyUrl, 0);
  const x = WIDTH - MARGIN - CODE;
  page.drawSvgPath(path, { x, y: HEIGHT - MARGIN, scale: CODE / size, color: INK });
  const left = x + (CODE - font.widthOfTextAtSize(scan, 8)) / 2;
  page.drawText(scan, { x: left, y: HEIGHT - MARGIN - CODE - 12, size: 8, font, color: MUTED });
}

/** Breaks a text into lines: at spaces where there are any, else between characters. */
function wrapped(font: PDFFont, text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(/[\u0021-\u024f]+\s*|./gsu) ?? [''])
    for (const part of font.widthOfTextAtSize(word, size) > width ? Array.from(word) : [word]) {
      if (line && font.widthOfTextAtSize((line + part).trimEnd(), size) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += part;
    }
  return [...lines, line.trimEnd()];
}
