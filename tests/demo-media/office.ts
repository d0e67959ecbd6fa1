import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { escapeUTF8 } from 'entities';
import { writeXlsx } from 'hucre/xlsx';
import { zip } from './zip.ts';

/* Small Office files, with no more parts than Word, Excel and PowerPoint need to open them. */

export type Paragraph = { heading: string } | { text: string } | { points: string[] } | { table: string[][] };
export type Slide = { title: string; points: string[]; picture?: Buffer };
export type Workbook = { name: string; rows: (string | number)[][] }[];

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OPC = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const P = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}"`;
const types = (overrides: [part: string, type: string][]) =>
  `${XML}<Types xmlns="${OPC}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${overrides
    .map(
      ([part, type]) =>
        `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    )
    .join('')}</Types>`;
export const relations = (targets: [id: string, type: string, target: string, more?: string][]) =>
  `${XML}<Relationships xmlns="${OPC}/relationships">${targets
    .map(
      ([id, type, target, more = '']) =>
        `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${escapeUTF8(target)}"${more}/>`,
    )
    .join('')}</Relationships>`;

/** Returns the parts of a Word document. */
export function docxParts(paragraphs: Paragraph[]): Record<string, string | Buffer> {
  return {
    '[Content_Types].xml': types([
      ['word/document.xml', 'wordprocessingml.document.main'],
      ['word/styles.xml', 'wordprocessingml.styles'],
      ['word/numbering.xml', 'wordprocessingml.numbering'],
    ]),
    '_rels/.rels': relations([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': relations([
      ['rId1', 'styles', 'styles.xml'],
      ['rId2', 'numbering', 'numbering.xml'],
    ]),
    'word/styles.xml': `${XML}<w:styles ${W}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style></w:styles>`,
    'word/numbering.xml': `${XML}<w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:pPr><w:ind w:left="420" w:hanging="420"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'word/document.xml': `${XML}<w:document ${W} xmlns:r="${OFFICE}"><w:body>${paragraphs.map(paragraph).join('')}</w:body></w:document>`,
  };
}

function paragraph(part: Paragraph): string {
  const line = (text: string, style = '') =>
    `<w:p>${style && `<w:pPr>${style}</w:pPr>`}<w:r><w:t xml:space="preserve">${escapeUTF8(text)}</w:t></w:r></w:p>`;
  if ('heading' in part) return line(part.heading, '<w:pStyle w:val="Heading1"/>');
  if ('text' in part) return line(part.text);
  if ('points' in part)
    return part.points
      .map((point) => line(point, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'))
      .join('');
  const rows = part.table.map(
    (row) => `<w:tr>${row.map((cell) => `<w:tc><w:tcPr/>${line(cell)}</w:tc>`).join('')}</w:tr>`,
  );
  const border = (side: string) => `<w:${side} w:val="single" w:sz="4"/>`;
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border).join('');
  return `<w:tbl><w:tblPr><w:tblBorders>${borders}</w:tblBorders></w:tblPr>${rows.join('')}</w:tbl>`;
}

/** Returns the parts of a presentation; pictures are PNG. */
export function pptxParts(slides: Slide[]): Record<string, string | Buffer> {
  const paths = slides.map((_, index) => `ppt/slides/slide${index + 1}.xml`);
  const parts: Record<string, string | Buffer> = {
    '[Content_Types].xml': types([
      ['ppt/presentation.xml', 'presentationml.presentation.main'],
      ['ppt/slideMasters/slideMaster1.xml', 'presentationml.slideMaster'],
      ['ppt/slideLayouts/slideLayout1.xml', 'presentationml.slideLayout'],
      ['ppt/theme/theme1.xml', 'theme'],
      ...paths.map((path): [string, string] => [path, 'presentationml.slide']),
    ]),
    '_rels/.rels': relations([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `${XML}<p:presentation ${P}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rIdM"/></p:sldMasterIdLst><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join('')}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations([
      ['rIdM', 'slideMaster', 'slideMasters/slideMaster1.xml'],
      ...slides.map((_, index): [string, string, string] => [
        `rId${index + 1}`,
        'slide',
        `slides/slide${index + 1}.xml`,
      ]),
    ]),
    'ppt/slideMasters/slideMaster1.xml': `${XML}<p:sldMaster ${P}><p:cSld>${tree('')}</p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations([
      ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['rId2', 'theme', '../theme/theme1.xml'],
    ]),
    'ppt/slideLayouts/slideLayout1.xml': `${XML}<p:sldLayout ${P}><p:cSld>${tree('')}</p:cSld></p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations([
      ['rId1', 'slideMaster', '../slideMasters/slideMaster1.xml'],
    ]),
    'ppt/theme/theme1.xml': theme(),
  };
  for (const [index, slide] of slides.entries()) {
    parts[paths[index]!] = `${XML}<p:sld ${P}><p:cSld>${tree(shapes(slide))}</p:cSld></p:sld>`;
    parts[`ppt/slides/_rels/slide${index + 1}.xml.rels`] = relations([
      ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ...(slide.picture ? [['rId2', 'image', `../media/image${index + 1}.png`] as [string, string, string]] : []),
    ]);
    if (slide.picture) parts[`ppt/media/image${index + 1}.png`] = slide.picture;
  }
  return parts;
}

const tree = (inner: string) =>
  `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${inner}</p:spTree>`;
const box = (y: number, height: number, x = 838_200, width = 10_515_600) =>
  `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`;
const line = (text: string, size: number) =>
  `<a:p><a:r><a:rPr lang="zh-CN" sz="${size}"/><a:t>${escapeUTF8(text)}</a:t></a:r></a:p>`;

function shapes({ title, points, picture }: Slide): string {
  const text = (id: number, name: string, place: string, inner: string) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr/><p:nvPr>${name === 'Title' ? '<p:ph type="title"/>' : ''}</p:nvPr></p:nvSpPr><p:spPr>${place}</p:spPr><p:txBody><a:bodyPr/>${inner}</p:txBody></p:sp>`;
  const image = picture
    ? `<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture" descr="${escapeUTF8(title)}"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId2"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${box(4_200_000, 2_200_000, 838_200, 4_400_000)}</p:spPr></p:pic>`
    : '';
  return (
    text(2, 'Title', box(365_125, 1_000_000), line(title, 3600)) +
    text(3, 'Text', box(1_600_000, 2_400_000), points.map((point) => line(point, 2000)).join('')) +
    image
  );
}

function theme(): string {
  const colour = (name: string, value: string) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`;
  const colours = ['accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6', 'hlink', 'folHlink'];
  const base = [colour('dk1', '000000'), colour('lt1', 'FFFFFF'), colour('dk2', '44546A'), colour('lt2', 'E7E6E6')];
  const font = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>';
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3);
  const outline = '<a:ln><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln>'.repeat(3);
  const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3);
  return `${XML}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Plain"><a:themeElements><a:clrScheme name="Plain">${base.join('')}${colours.map((name) => colour(name, '1B5FC1')).join('')}</a:clrScheme><a:fontScheme name="Plain"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>${fill}</a:fillStyleLst><a:lnStyleLst>${outline}</a:lnStyleLst><a:effectStyleLst>${effect}</a:effectStyleLst><a:bgFillStyleLst>${fill}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
}

/** Returns a Word document. */
export const makeDocx = (paragraphs: Paragraph[]): Buffer => zip(docxParts(paragraphs));
/** Returns a document in the format of Word before 2007, converted by LibreOffice. */
export async function makeDoc(paragraphs: Paragraph[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'zhixing-doc-'));
  try {
    await writeFile(join(folder, 'document.docx'), makeDocx(paragraphs));
    const profile = pathToFileURL(join(folder, 'profile')).href;
    const args = ['--headless', `-env:UserInstallation=${profile}`, '--convert-to', 'doc', 'document.docx'];
    await promisify(execFile)('soffice', args, { cwd: folder });
    return await readFile(join(folder, 'document.doc'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
/** Returns a presentation. */
export const makePptx = (slides: Slide[]): Buffer => zip(pptxParts(slides));
/** Returns an Excel workbook. */
export const makeXlsx = async (sheets: Workbook): Promise<Buffer> => Buffer.from(await writeXlsx({ sheets }));
