import { readZip, ZipError } from '#src/server/core/read-zip.ts';
import { decodeXml, attributeOf, elementsOf } from './xml-text.ts';
import { type CellFormat, formatsOf } from './xlsx-formats.ts';

/** Bytes of the parts of a workbook. 200,000 rows with twelve columns have 150 MB. */
const LIMITS = { entries: 5_000, part: 400 * 1024 * 1024, unpacked: 600 * 1024 * 1024 };
const NEEDED =
  /^\/?xl\/(workbook|sharedStrings|styles)\.xml$|^\/?xl\/_rels\/workbook\.xml\.rels$|^\/?xl\/worksheets\/[^/]+\.xml$/i;

/** A workbook whose sheets are read one by one. */
export type Workbook = {
  sheets: { name: string; hidden: boolean; xml: Buffer }[];
  strings: SharedStrings;
  formats: CellFormat[];
  /** Days are counted from 1904. */
  is1904: boolean;
};

/** @throws ZipError for what is no workbook, too large or encrypted */
export function openWorkbook(bytes: Buffer): Workbook {
  const parts = new Map(
    [...readZip(bytes, LIMITS, (name) => NEEDED.test(name))].map(([name, part]) => [
      name.replace(/^\//, '').toLowerCase(),
      part,
    ]),
  );
  const workbook = parts.get('xl/workbook.xml')?.toString('utf8');
  if (workbook === undefined) throw new ZipError('broken');
  const targets = new Map(
    elementsOf(parts.get('xl/_rels/workbook.xml.rels')?.toString('utf8') ?? '', 'Relationship').map(({ tag }) => [
      attributeOf(tag, 'Id'),
      attributeOf(tag, 'Target') ?? '',
    ]),
  );
  const sheets = elementsOf(workbook, 'sheet').flatMap(({ tag }) => {
    const target = targets.get(attributeOf(tag, 'id')) ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
    const xml = parts.get(path.toLowerCase());
    if (!xml) return [];
    return [{ name: attributeOf(tag, 'name') ?? '', hidden: /hidden/i.test(attributeOf(tag, 'state') ?? ''), xml }];
  });
  return {
    sheets,
    strings: new SharedStrings(parts.get('xl/sharedstrings.xml') ?? Buffer.alloc(0)),
    formats: formatsOf(parts.get('xl/styles.xml')?.toString('utf8') ?? ''),
    is1904: /<(?:\w{1,10}:)?workbookPr\b[^>]{0,1000}\bdate1904="(?:1|true)"/.test(workbook),
  };
}

/** The texts of a workbook, each decoded when a cell names it: a table has millions of them, which would not fit as objects. */
export class SharedStrings {
  readonly #xml: Buffer;
  readonly #starts: number[] = [];

  constructor(xml: Buffer) {
    this.#xml = xml;
    const open = Buffer.from(xml.includes('<si') ? '<si' : ':si');
    for (let at = xml.indexOf(open); at >= 0; at = xml.indexOf(open, at + open.length)) {
      const after = xml[at + open.length];
      // Not the end tag, nor a longer name.
      const isStart = after === 0x3e || after === 0x20 || after === 0x2f;
      if (isStart && (open[0] === 0x3c || isPrefixOf(xml, at))) this.#starts.push(at);
    }
  }

  at(index: number): string {
    const start = this.#starts[index];
    if (start === undefined) return '';
    return textOfRuns(this.#xml.toString('utf8', start, this.#starts[index + 1] ?? this.#xml.length));
  }
}

/** Whether the name before a colon belongs to a start tag. */
function isPrefixOf(xml: Buffer, colon: number): boolean {
  const open = xml.lastIndexOf(0x3c, colon);
  return open >= 0 && colon - open <= 11 && xml[open + 1] !== 0x2f;
}

/** The text of a string item: its runs without the phonetic ones. */
export const textOfRuns = (xml: string): string =>
  elementsOf(xml.replace(/<(?:\w{1,10}:)?rPh\b[\s\S]*?<\/(?:\w{1,10}:)?rPh>/g, ''), 't')
    .map(({ inner }) => decodeXml(inner))
    .join('');
