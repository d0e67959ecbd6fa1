import { strToU8, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** The parts of a workbook by name. */
export type WorkbookParts = Record<string, string>;

/** The parts that a part refers to: type and target of each, and more attributes. */
export const workbookRelations = (targets: [type: string, target: string, more?: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([type, target, more = ''], n) =>
        `<Relationship Id="rId${n + 1}" Type="${OFFICE}/${type}" Target="${target}"${more}/>`,
    )
    .join('')}</Relationships>`;

export const sheetXml = (sheetData: string, before = '', after = '') =>
  `<worksheet xmlns="${MAIN}">${before}<sheetData>${sheetData}</sheetData>${after}</worksheet>`;
export const sharedXml = (items: string, attributes = '') => `<sst xmlns="${MAIN}"${attributes}>${items}</sst>`;
export const stylesXml = (inner: string) => `<styleSheet xmlns="${MAIN}">${inner}</styleSheet>`;
/** The part that names the sheets; each is the first file. */
export const sheetsXml = (names: string[]) =>
  `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names
    .map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId1"/>`)
    .join('')}</sheets></workbook>`;

/** A cell with a text of its own, and a row of such cells. */
export const textCell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
export const textRow = (line: number, cells: string[]) => `<row r="${line}">${cells.map(textCell).join('')}</row>`;

/** A workbook like those of Excel, with the given rows of the sheet as XML; 1 is the style of a date. `parts` replaces others. */
export function workbook(sheetData: string, parts: WorkbookParts = {}): Uint8Array {
  const all: WorkbookParts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': workbookRelations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': sheetsXml(['Sheet1']),
    'xl/_rels/workbook.xml.rels': workbookRelations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/styles.xml': stylesXml(
      '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs>',
    ),
    'xl/sharedStrings.xml': sharedXml(''),
    'xl/worksheets/sheet1.xml': sheetXml(sheetData),
    ...parts,
  };
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])));
}
