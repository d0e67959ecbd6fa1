import { escapeUTF8 } from 'entities';
import { DomUtils } from 'htmlparser2';
import { displayHtml } from '#src/lib/rich-text.ts';
import { type ConvertedPage, DocumentError, MAX_PAGES } from './conversion.ts';
import { graphicHtml, objectName } from './graphics.ts';
import { absent, DocumentInserts } from './inserts.ts';
import { ommlToMathMl } from './omml.ts';
import { DocumentPictures } from './pictures.ts';
import { type Package, readPackage } from './read-package.ts';
import { all, children, first, relationsOf, textOf as contentOf, xmlPart, type XmlElement } from './xml-parts.ts';

type Block = { top: number; left: number; html: string; isTitle: boolean; text: string };

const PRESENTATION = 'ppt/presentation.xml';
/** Shapes of a slide. Drawings of engineers have some thousands. */
const MAX_SHAPES = 10_000;

/**
 * Converts a presentation: of each slide the title, texts, tables and pictures in reading order. Positions, colours,
 * animations and notes are left out; charts, diagrams, objects and videos are marked with their names and, where they have
 * any, their numbers and texts. Whoever needs more downloads the file.
 * @throws DocumentError, `tooLarge` above the pages or the shapes of a slide that are shown
 */
export async function convertPptx(bytes: Buffer): Promise<ConvertedPage[]> {
  const parts = readPackage(bytes);
  const made = { parts, pictures: new DocumentPictures(), inserts: new DocumentInserts() };
  const targets = relationsOf(parts, PRESENTATION);
  const slides = all(xmlPart(parts, PRESENTATION), 'p:sldId').map((slide) => targets.get(slide.attribs['r:id'] ?? ''));
  const pages: ConvertedPage[] = [];
  for (const path of slides) {
    if (!path || !parts.has(path)) throw new DocumentError('broken');
    if (pages.length >= MAX_PAGES.converted) throw new DocumentError('tooLarge');
    const slide = xmlPart(parts, path);
    if (first(slide, 'p:sld')?.attribs['show'] === '0') continue;
    // What is there for old programs repeats the other choice.
    for (const other of all(slide, 'mc:Fallback')) DomUtils.removeElement(other);
    pages.push(await pageOf(slide, { ...made, path }));
  }
  return pages;
}

type Making = { parts: Package; path: string; pictures: DocumentPictures; inserts: DocumentInserts };

async function pageOf(slide: ReturnType<typeof xmlPart>, making: Making): Promise<ConvertedPage> {
  const blocks: Block[] = [];
  const shapes = ['p:sp', 'p:graphicFrame', 'p:pic'].flatMap((name) => all(slide, name));
  if (shapes.length > MAX_SHAPES) throw new DocumentError('tooLarge');
  for (const shape of shapes) {
    const position = first(shape, 'a:off')?.attribs ?? {};
    const place = { top: Number(position['y'] ?? 0), left: Number(position['x'] ?? 0) };
    const text = contentOf(all(shape, 'a:t')).trim();
    const isTitle = /^(title|ctrTitle)$/.test(first(shape, 'p:ph')?.attribs['type'] ?? '') && text !== '';
    const html = shape.name === 'p:pic' ? await pictureOf(shape, making) : textOf(shape, isTitle, making);
    if (html !== '') blocks.push({ ...place, html, isTitle, text: plainLines(shape).join(' ') });
  }
  blocks.sort((a, b) => Number(b.isTitle) - Number(a.isTitle) || a.top - b.top || a.left - b.left);
  const html = displayHtml(blocks.map((block) => block.html).join(''));
  const title = blocks.find(({ isTitle }) => isTitle)?.text ?? null;
  return { title, html: making.inserts.insert(making.pictures.insert(html)) };
}

function textOf(shape: XmlElement, isTitle: boolean, making: Making): string {
  if (isTitle) return `<h2>${escapeUTF8(plainLines(shape).join(' '))}</h2>`;
  const table = first(shape, 'a:tbl');
  if (table) return tableOf(table, making);
  const graphic = graphicHtml(shape, objectName(first(shape, 'p:cNvPr')), making.parts, making.path);
  if (graphic !== undefined) return `<p>${making.inserts.add(graphic, '')}</p>`;
  const lines = textLines(shape, making);
  return lines.length > 1
    ? `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`
    : lines.map((line) => `<p>${line}</p>`).join('');
}

/** A cell says how many others are merged with it; those are in the file, too. */
function tableOf(table: XmlElement, making: Making): string {
  const span = (cell: XmlElement, name: string, attribute: string) => {
    const count = Number(cell.attribs[name] ?? 1);
    return count > 1 && count <= 1_000 ? ` ${attribute}="${count}"` : '';
  };
  const isMerged = (value: string | undefined) => value === '1' || value === 'true';
  const rows = all(table, 'a:tr').map((row) => {
    const cells = children(row).filter(
      ({ name, attribs }) => name === 'a:tc' && !isMerged(attribs['hMerge']) && !isMerged(attribs['vMerge']),
    );
    const html = cells.map(
      (cell) =>
        `<td${span(cell, 'gridSpan', 'colspan')}${span(cell, 'rowSpan', 'rowspan')}>${textLines(cell, making).join('<br>')}</td>`,
    );
    return `<tr>${html.join('')}</tr>`;
  });
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

/** The paragraphs of a shape that are not empty, as HTML with their line breaks and formulas. */
const textLines = (shape: XmlElement, { inserts }: Making): string[] =>
  paragraphs(shape, {
    text: escapeUTF8,
    lineBreak: '<br>',
    formula: (formula) => inserts.add(ommlToMathMl(formula), escapeUTF8(contentOf(formula))),
  });

/** The same as plain text. */
const plainLines = (shape: XmlElement): string[] =>
  paragraphs(shape, { text: (text) => text, lineBreak: ' ', formula: (formula) => contentOf(formula) });

type Writing = { text: (text: string) => string; lineBreak: string; formula: (formula: XmlElement) => string };

function paragraphs(shape: XmlElement, writing: Writing): string[] {
  const write = (node: XmlElement): string => {
    if (node.name === 'a:t') return writing.text(contentOf(node));
    if (node.name === 'a:br') return writing.lineBreak;
    if (node.name === 'm:oMathPara' || node.name === 'm:oMath') return writing.formula(node);
    return children(node).map(write).join('');
  };
  return all(shape, 'a:p')
    .map((paragraph) => write(paragraph).replace(/\n/g, ' ').trim())
    .filter((line) => line.replaceAll('<br>', '').trim() !== '');
}

async function pictureOf(shape: XmlElement, { parts, path, pictures, inserts }: Making): Promise<string> {
  const name = objectName(first(shape, 'p:cNvPr'));
  const media = (['video', 'audio'] as const).find((kind) => first(shape, `a:${kind}File`));
  const mark = media ? `<p>${inserts.add(absent(media, name), '')}</p>` : '';
  // Linked pictures (r:link) are on other computers; they are not loaded.
  const original = parts.get(relationsOf(parts, path).get(first(shape, 'a:blip')?.attribs['r:embed'] ?? '') ?? '');
  if (!original && media) return mark;
  const described = first(shape, 'p:cNvPr')?.attribs['descr'] || (original ? '' : name);
  return `${mark}<p><img src="${await pictures.add(original ?? null)}" alt="${escapeUTF8(described)}"></p>`;
}
