import { degrees, drawImage, type PDFDocument, type PDFFont, type PDFPage, type PDFRef, rgb } from '@cantoo/pdf-lib';
import {
  fillText,
  type Layout,
  type LayoutElement,
  PAGE_MM,
  PICTURE_KINDS,
  type Placeholder,
} from '#src/contract/rules/certificate-layout.ts';
import { MM_PER_POINT, placeText } from '#src/contract/rules/place-text.ts';
import { qrPath } from '#src/lib/qr-path.ts';
import { drawStar } from './draw-sheet.ts';

/** A picture of a template as a PDF holds it: encoded colours, and what is transparent of it. Sizes in pixels. */
export type SheetPicture = {
  id: string;
  width: number;
  height: number;
  filter: 'DCTDecode' | 'FlateDecode';
  /** Channels of the colours: 1 grey, 3 red, green and blue. */
  channels: 1 | 3;
  colors: Uint8Array;
  alpha: Uint8Array | null;
};
/** A certificate that is made of a version of a template, in the language in which it is printed. */
export type TemplateSheet = {
  layout: Layout;
  lang: 'zh' | 'en';
  values: Record<Placeholder, string>;
  pictures: SheetPicture[];
  verifyUrl: string;
};

/** Points. */
const MILLIMETRE = 1 / MM_PER_POINT;

/** Size of the page of a layout, points. */
export const pageSize = ({ orientation }: Layout): [number, number] => {
  const { width, height } = PAGE_MM[orientation];
  return [width * MILLIMETRE, height * MILLIMETRE];
};

/** The texts of a certificate with the weight of their letters, for the fonts that they need. */
export const textsOf = ({ layout, lang, values }: TemplateSheet): { text: string; bold: boolean }[] =>
  layout.elements.flatMap((element) =>
    element.kind === 'text' ? { text: fillText(element[lang], values), bold: element.bold } : [],
  );

/** Draws a certificate on an empty page of its size, one element above the other in the order of the layout. */
export function drawTemplate(
  doc: PDFDocument,
  page: PDFPage,
  fontOf: (bold: boolean) => PDFFont,
  { layout, lang, values, pictures, verifyUrl }: TemplateSheet,
): void {
  const [pageWidth, pageHeight] = pageSize(layout);
  const embedded = new Map<string, PDFRef>();
  /** Draws a picture around the middle of a box: inside of it, or so that it covers it. */
  const drawPicture = (id: string, box: Pick<LayoutElement, 'x' | 'y' | 'width' | 'height'>, covers: boolean) => {
    const picture = pictures.find((each) => each.id === id);
    if (!picture) throw new Error(`No such picture: ${id}`);
    if (!embedded.has(id)) embedded.set(id, embed(doc, picture));
    const scales = [box.width / picture.width, box.height / picture.height];
    const scale = covers ? Math.max(...scales) : Math.min(...scales);
    const [width, height] = [picture.width * scale, picture.height * scale];
    const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
    const straight = { rotate: degrees(0), xSkew: degrees(0), ySkew: degrees(0) };
    const corner = { x: x * MILLIMETRE, y: pageHeight - (y + height) * MILLIMETRE };
    const size = { width: width * MILLIMETRE, height: height * MILLIMETRE };
    page.pushOperators(
      ...drawImage(page.node.newXObject('Picture', embedded.get(id)!), { ...corner, ...size, ...straight }),
    );
  };
  if (layout.backgroundFileId) {
    const whole = { x: 0, y: 0, ...PAGE_MM[layout.orientation] };
    drawPicture(layout.backgroundFileId, whole, true);
  } else page.drawRectangle({ x: 0, y: 0, width: pageWidth, height: pageHeight, color: rgb(1, 0.992, 0.973) });
  for (const element of layout.elements) {
    const { kind, x, y, width, height, thickness, fileId } = element;
    const color = colorOf(element.color);
    const left = x * MILLIMETRE;
    const top = pageHeight - y * MILLIMETRE;
    if (kind === 'text') drawText(page, fontOf(element.bold), element, fillText(element[lang], values));
    else if (PICTURE_KINDS.includes(kind) && fileId) drawPicture(fileId, element, false);
    else if (kind === 'seal')
      drawStar(
        page,
        { x: left + (width * MILLIMETRE) / 2, y: top - (height * MILLIMETRE) / 2 },
        (Math.min(width, height) / 11.5) * MILLIMETRE,
        color,
      );
    else if (kind === 'qr') {
      const { path, size } = qrPath(verifyUrl, 0);
      const side = Math.min(width, height);
      const at = { x: left + ((width - side) / 2) * MILLIMETRE, y: top - ((height - side) / 2) * MILLIMETRE };
      page.drawSvgPath(path, { ...at, scale: (side * MILLIMETRE) / size, color });
    } else if (kind === 'line') {
      const middle = top - (height * MILLIMETRE) / 2;
      const end = { x: left + width * MILLIMETRE, y: middle };
      page.drawLine({ start: { x: left, y: middle }, end, thickness: thickness * MILLIMETRE, color });
    } else if (kind === 'frame') {
      const box = { x: left, y: top - height * MILLIMETRE, width: width * MILLIMETRE, height: height * MILLIMETRE };
      page.drawRectangle({ ...box, borderColor: color, borderWidth: thickness * MILLIMETRE });
    }
  }
}

function drawText(page: PDFPage, font: PDFFont, element: LayoutElement, text: string): void {
  const lines = placeText(element, text, (part) => font.widthOfTextAtSize(part, 100) / 100);
  for (const line of lines)
    page.drawText(line.text, {
      ...{ x: line.x * MILLIMETRE, y: page.getHeight() - line.baseline * MILLIMETRE, size: line.size, font },
      color: colorOf(element.color),
    });
}

function embed({ context }: PDFDocument, { width, height, filter, channels, colors, alpha }: SheetPicture): PDFRef {
  const common = { Type: 'XObject', Subtype: 'Image', BitsPerComponent: 8, Width: width, Height: height };
  const mask =
    alpha && context.register(context.stream(alpha, { ...common, ColorSpace: 'DeviceGray', Filter: 'FlateDecode' }));
  const space = channels === 1 ? 'DeviceGray' : 'DeviceRGB';
  const picture = { ...common, ColorSpace: space, Filter: filter, ...(mask && { SMask: mask }) };
  return context.register(context.stream(colors, picture));
}

const colorOf = (hex: string) => {
  const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16) / 255;
  return rgb(part(1), part(3), part(5));
};
