import {
  fill,
  type PDFFont,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  rgb,
  setFillingRgbColor,
} from '@cantoo/pdf-lib';
import { encode } from 'uqr';
import { beginPdf, missingIn } from '#src/server/record/sheet/kept-font.ts';
import { describe, type Described } from '#src/server/record/sheet/pdf-a.ts';

type Badge = { name: string; number: string | null; department: string | null; code: string };
type Asked = { badges: Badge[]; company: string; about: Omit<Described, 'at'> & { at: string } };

/** A4 portrait, points. */
const [WIDTH, HEIGHT] = [595.28, 841.89];
const MM = 72 / 25.4;
/** As large as a bank card, two beside each other and five below. */
const [CARD_WIDTH, CARD_HEIGHT] = [85.6 * MM, 54 * MM];
const [COLUMNS, ROWS] = [2, 5];
const LEFT = (WIDTH - COLUMNS * CARD_WIDTH) / 2;
const TOP = (HEIGHT - ROWS * CARD_HEIGHT) / 2;
/** Side of the QR code. */
const CODE = 32 * MM;
const PADDING = 4 * MM;
const INK = rgb(0.067, 0.067, 0.067);
const MUTED = rgb(0.27, 0.27, 0.27);
const LINE = rgb(0.53, 0.53, 0.53);
/** Stands for characters that the font does not have. */
const ABSENT = '〓';

/** Draws badges to be cut out, ten on a page A4, black on white. Texts that are too long are made smaller, then cut. */
export async function run({ badges, company, about }: Asked): Promise<Uint8Array> {
  const absent = new Set(
    missingIn(
      [company, ...badges.flatMap(({ name, number, department }) => [name, number ?? '', department ?? ''])].join(''),
    ),
  );
  const shown = (text: string) => Array.from(text, (letter) => (absent.has(letter) ? ABSENT : letter)).join('');
  const { doc, fontOf } = await beginPdf();
  const font = fontOf('Regular');
  let page: PDFPage | undefined;
  for (const [n, badge] of badges.entries()) {
    const place = n % (COLUMNS * ROWS);
    if (place === 0) page = doc.addPage([WIDTH, HEIGHT]);
    const x = LEFT + (place % COLUMNS) * CARD_WIDTH;
    const y = HEIGHT - TOP - (Math.floor(place / COLUMNS) + 1) * CARD_HEIGHT;
    drawBadge(
      page!,
      font,
      { x, y },
      [company, badge.name, badge.number ?? '', badge.department ?? ''].map(shown),
      badge.code,
    );
  }
  describe(doc, { ...about, at: new Date(about.at) });
  return doc.save();
}

export const transfer = (pdf: Uint8Array): ArrayBuffer[] => [pdf.buffer as ArrayBuffer];

function drawBadge(page: PDFPage, font: PDFFont, { x, y }: { x: number; y: number }, texts: string[], code: string) {
  page.drawRectangle({
    ...{ x, y, width: CARD_WIDTH, height: CARD_HEIGHT },
    ...{ borderColor: LINE, borderWidth: 0.5, borderDashArray: [3, 3] },
  });
  drawCode(page, code, x + PADDING, y + (CARD_HEIGHT - CODE) / 2);
  const left = x + 2 * PADDING + CODE;
  const width = CARD_WIDTH - 3 * PADDING - CODE;
  const [company, name, number, department] = texts as [string, string, string, string];
  const line = (text: string, bottom: number, size: number, color = INK) => {
    if (text === '') return;
    const fitting = fit(font, text, size, width);
    page.drawText(fitting.text, { x: left, y: y + bottom, size: fitting.size, font, color });
  };
  line(company, CARD_HEIGHT - 13 * MM, 8, MUTED);
  line(name, CARD_HEIGHT - 24 * MM, 16);
  line(number, CARD_HEIGHT - 32 * MM, 11);
  // Of a path the last part says most.
  line(department.split('/').slice(-2).join('/'), CARD_HEIGHT - 40 * MM, 8, MUTED);
}

/** Makes a text as small as it needs to be, at most by a half; what is still too long is cut. */
function fit(font: PDFFont, text: string, size: number, width: number): { text: string; size: number } {
  const needed = font.widthOfTextAtSize(text, size);
  if (needed <= width) return { text, size };
  const smallest = size / 2;
  const fitting = (size * width) / needed;
  if (fitting >= smallest) return { text, size: fitting };
  const letters = Array.from(text);
  while (letters.length > 1 && font.widthOfTextAtSize(`${letters.join('')}…`, smallest) > width) letters.pop();
  return { text: `${letters.join('')}…`, size: smallest };
}

/** Draws the dark modules of a QR code, those beside each other as one rectangle: a path for each would take most of the time. */
function drawCode(page: PDFPage, code: string, x: number, y: number): void {
  const { data, size } = encode(code, { ecc: 'M', border: 0 });
  const side = CODE / size;
  const dark = data.flatMap((row, n) => {
    const runs: ReturnType<typeof rectangle>[] = [];
    for (let from = 0; from < size; from++) {
      if (!row[from]) continue;
      let to = from;
      while (row[to + 1]) to++;
      runs.push(rectangle(x + from * side, y + CODE - (n + 1) * side, (to - from + 1) * side, side));
      from = to;
    }
    return runs;
  });
  page.pushOperators(pushGraphicsState(), setFillingRgbColor(0, 0, 0), ...dark, fill(), popGraphicsState());
}
