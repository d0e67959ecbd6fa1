import { attributeOf, elementsOf } from './xml-text.ts';

/** How a number is shown: as a day, a time of a day, with zeros in front of it up to a length, or as it is. */
export type CellFormat = { is: 'date' } | { is: 'zeros'; length: number } | null;

/** Numbers of built-in formats of dates; those from 27 to 58 are East Asian ones. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
const MAX_FORMAT = 255;

/** The formats of the styles of a workbook, by the number of the style. */
export function formatsOf(styles: string): CellFormat[] {
  const codes = new Map(
    elementsOf(styles, 'numFmt').map(({ tag }) => [
      Number(attributeOf(tag, 'numFmtId')),
      attributeOf(tag, 'formatCode') ?? '',
    ]),
  );
  const [xfs] = elementsOf(styles, 'cellXfs');
  return elementsOf(xfs?.inner ?? '', 'xf').map(({ tag }) => {
    const id = Number(attributeOf(tag, 'numFmtId') ?? 0);
    const code = codes.get(id);
    return code === undefined ? (isBuiltInDate(id) ? { is: 'date' } : null) : formatOf(code);
  });
}

function formatOf(code: string): CellFormat {
  if (code.length > MAX_FORMAT) return null;
  const plain = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '').split(';')[0]!;
  if (/^0{2,}$/.test(plain)) return { is: 'zeros', length: plain.length };
  return /[yd]/i.test(plain) ? { is: 'date' } : null;
}

const DAY_MS = 86_400_000;
/** The last day of the year 9999. */
const MAX_DAY = 2_958_465;

/** The day of a serial number of a spreadsheet, ISO 8601; undefined if it is none. The 29 February 1900 of the programs never was. */
export function dayOf(serial: number, is1904: boolean): string | undefined {
  const days = Math.floor(serial) + (is1904 ? 1462 : 0);
  if (!(days >= 1 && days <= MAX_DAY)) return undefined;
  return new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * DAY_MS).toISOString().slice(0, 10);
}
