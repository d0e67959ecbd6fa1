import { escapeUTF8 } from 'entities';
import { zipSync } from 'fflate';
import { DomUtils, parseDocument } from 'htmlparser2';
import { graphicHtml, objectName } from './graphics.ts';
import { absent, type DocumentInserts } from './inserts.ts';
import { ommlToMathMl } from './omml.ts';
import type { Package } from './read-package.ts';
import { all, first, textOf, type XmlElement } from './xml-parts.ts';

/** Parts with text, and what in them the converter would leave out. */
const TEXT_PART = /^word\/[^/]+\.xml$/i;
const SPECIAL = /<(?:m:oMath|w:drawing|w:object|w:pict|mc:AlternateContent)\b/;
/** Formulas of the editors before Word 2007, which are objects with a picture in a format of Windows. */
const EQUATION = /^(?:Equation|MathType)/i;

/**
 * Replaces formulas, charts, diagrams, objects and linked pictures of a Word document by texts, which `inserts` replaces
 * in the result.
 * @returns the document; the same bytes if it has none
 */
export function prepareDocx(bytes: Buffer, parts: Package, inserts: DocumentInserts): Buffer {
  const changed = new Map<string, Buffer>();
  for (const [path, part] of parts) {
    if (!TEXT_PART.test(path)) continue;
    const xml = part.toString('utf8');
    if (SPECIAL.test(xml)) changed.set(path, Buffer.from(preparePart(xml, path, parts, inserts)));
  }
  if (changed.size === 0) return bytes;
  return Buffer.from(zipSync(Object.fromEntries([...parts, ...changed]), { level: 0 }));
}

function preparePart(xml: string, path: string, parts: Package, inserts: DocumentInserts): string {
  const root = parseDocument(xml, { xmlMode: true });
  for (const name of ['m:oMathPara', 'm:oMath'])
    for (const formula of all(root, name))
      DomUtils.replaceElement(formula, textNode(inserts.add(ommlToMathMl(formula), textOf(formula)), 'run'));
  for (const drawing of all(root, 'w:drawing')) {
    const html = drawingHtml(drawing, path, parts);
    if (html !== undefined && !isInside(drawing, 'mc:Choice'))
      DomUtils.replaceElement(drawing, textNode(inserts.add(html, ''), 'text'));
  }
  for (const alternative of all(root, 'mc:AlternateContent')) {
    // The converter reads the texts of the other choice, for old programs; lines and arrows between them are lost.
    const choice = first(alternative, 'mc:Choice');
    const html = choice && alternativeHtml(choice, path, parts);
    if (html !== undefined) insertBefore(alternative, inserts.add(html, ''));
  }
  for (const object of all(root, 'w:object')) {
    const program = first(object, 'o:OLEObject')?.attribs['ProgID'] ?? '';
    insertBefore(object, inserts.add(absent(EQUATION.test(program) ? 'formula' : 'object', program), ''));
  }
  for (const picture of all(root, 'w:pict')) {
    const art = first(picture, 'v:textpath')?.attribs['string'];
    const html = art ? undefined : pictHtml(picture);
    if (art) insertBefore(picture, art);
    else if (html !== undefined && !isInside(picture, 'mc:Fallback')) insertBefore(picture, inserts.add(html, ''));
  }
  return DomUtils.getOuterHTML(root, { xmlMode: true, encodeEntities: 'utf8' });
}

function drawingHtml(drawing: XmlElement, path: string, parts: Package): string | undefined {
  const name = objectName(first(drawing, 'wp:docPr'));
  const blip = first(drawing, 'a:blip');
  // A linked picture is on another computer; it is not loaded.
  if (blip && blip.attribs['r:embed'] === undefined) return absent('picture', name);
  return graphicHtml(drawing, name, parts, path);
}

function alternativeHtml(choice: XmlElement, path: string, parts: Package): string | undefined {
  const drawing = first(choice, 'w:drawing');
  if (!drawing) return undefined;
  const shape = first(choice, 'wps:wsp');
  const isDrawing =
    first(choice, 'wpg:wgp') ?? first(choice, 'wpc:wpc') ?? (first(choice, 'w:txbxContent') ? undefined : shape);
  return isDrawing
    ? absent('drawing', objectName(first(drawing, 'wp:docPr')))
    : graphicHtml(drawing, objectName(first(drawing, 'wp:docPr')), parts, path);
}

/**
 * Returns what stands for a drawing of old programs (VML) that the converter leaves out: a linked picture, or shapes without text. A
 * line across the page is not marked.
 */
function pictHtml(picture: XmlElement): string | undefined {
  const image = first(picture, 'v:imagedata');
  const named = [...DRAWN, 'v:imagedata'].flatMap((name) => all(picture, name));
  const name = named.map(({ attribs }) => attribs['alt'] || attribs['title'] || attribs['o:title']).find(Boolean) ?? '';
  if (image) return image.attribs['r:id'] === undefined ? absent('picture', name) : undefined;
  if (named.length === 0 || first(picture, 'w:txbxContent')) return undefined;
  return named.every(({ attribs }) => /^t/.test(attribs['o:hr'] ?? '')) ? undefined : absent('drawing', name);
}
/** Shapes of VML. */
const DRAWN = 'group shape line rect roundrect oval polyline curve arc'.split(' ').map((name) => `v:${name}`);

function isInside(node: XmlElement, name: string): boolean {
  for (let parent = node.parent; parent; parent = parent.parent)
    if ('name' in parent && parent.name === name) return true;
  return false;
}

/** A run of text, or the text of a run. */
function textNode(text: string, kind: 'run' | 'text'): XmlElement {
  const inner = `<w:t xml:space="preserve">${escapeUTF8(text)}</w:t>`;
  const xml = kind === 'run' ? `<w:r>${inner}</w:r>` : inner;
  return parseDocument(xml, { xmlMode: true }).children[0] as XmlElement;
}

function insertBefore(node: XmlElement, text: string): void {
  const isInRun = node.parent && 'name' in node.parent && node.parent.name === 'w:r';
  DomUtils.prepend(node, textNode(text, isInRun ? 'text' : 'run'));
}
