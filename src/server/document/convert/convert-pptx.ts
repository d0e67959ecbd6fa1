import { posix } from 'node:path';
import { escapeUTF8 } from 'entities';
import { DomUtils, parseDocument } from 'htmlparser2';
import { displayHtml } from '#src/lib/rich-text.ts';
import { type ConvertedPage, DocumentError } from './conversion.ts';
import { DocumentPictures } from './pictures.ts';
import { type Package, readPackage } from './read-package.ts';

type Node = ReturnType<typeof parseDocument>;
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];
type Block = { top: number; left: number; html: string; isTitle: boolean; text: string };

const PRESENTATION = 'ppt/presentation.xml';

/**
 * Converts a presentation: of each slide the title, texts, tables and pictures in reading order. Positions, colours,
 * animations, charts and notes are left out; whoever needs them downloads the file.
 * @throws DocumentError
 */
export async function convertPptx(bytes: Buffer): Promise<ConvertedPage[]> {
  const parts = readPackage(bytes);
  const pictures = new DocumentPictures();
  const targets = relationsOf(parts, PRESENTATION);
  const slides = all(xml(parts, PRESENTATION), 'p:sldId').map((slide) => targets.get(slide.attribs['r:id'] ?? ''));
  const pages: ConvertedPage[] = [];
  for (const path of slides) {
    if (!path || !parts.has(path)) throw new DocumentError('broken');
    const slide = xml(parts, path);
    if (all(slide, 'p:sld')[0]?.attribs['show'] === '0') continue;
    pages.push(await pageOf(slide, (id) => parts.get(relationsOf(parts, path).get(id) ?? ''), pictures));
  }
  return pages;
}

async function pageOf(
  slide: Node,
  partOf: (relation: string) => Buffer | undefined,
  pictures: DocumentPictures,
): Promise<ConvertedPage> {
  const blocks: Block[] = [];
  for (const shape of ['p:sp', 'p:graphicFrame', 'p:pic'].flatMap((name) => all(slide, name))) {
    const position = all(shape, 'a:off')[0]?.attribs ?? {};
    const place = { top: Number(position['y'] ?? 0), left: Number(position['x'] ?? 0) };
    const text = DomUtils.textContent(all(shape, 'a:t')).trim();
    const isTitle = /^(title|ctrTitle)$/.test(all(shape, 'p:ph')[0]?.attribs['type'] ?? '') && text !== '';
    const html = shape.name === 'p:pic' ? await pictureOf(shape, partOf, pictures) : textOf(shape, isTitle);
    if (html !== '') blocks.push({ ...place, html, isTitle, text: textLines(shape).join(' ') });
  }
  blocks.sort((a, b) => Number(b.isTitle) - Number(a.isTitle) || a.top - b.top || a.left - b.left);
  const html = displayHtml(blocks.map((block) => block.html).join(''));
  return { title: blocks.find(({ isTitle }) => isTitle)?.text ?? null, html: pictures.insert(html) };
}

function textOf(shape: Element, isTitle: boolean): string {
  if (isTitle) return `<h2>${escapeUTF8(textLines(shape).join(' '))}</h2>`;
  const table = all(shape, 'a:tbl')[0];
  if (table) {
    const rows = all(table, 'a:tr').map((row) => {
      const cells = all(row, 'a:tc').filter(({ attribs }) => !attribs['hMerge'] && !attribs['vMerge']);
      return `<tr>${cells.map((cell) => `<td>${textLines(cell).map(escapeUTF8).join('<br>')}</td>`).join('')}</tr>`;
    });
    return `<table><tbody>${rows.join('')}</tbody></table>`;
  }
  const lines = textLines(shape);
  return lines.length > 1
    ? `<ul>${lines.map((line) => `<li>${escapeUTF8(line)}</li>`).join('')}</ul>`
    : lines.map((line) => `<p>${escapeUTF8(line)}</p>`).join('');
}

/** The paragraphs of a shape that are not empty. */
const textLines = (shape: Element): string[] =>
  all(shape, 'a:p')
    .map((paragraph) => DomUtils.textContent(all(paragraph, 'a:t')).trim())
    .filter((line) => line !== '');

async function pictureOf(
  shape: Element,
  partOf: (relation: string) => Buffer | undefined,
  pictures: DocumentPictures,
): Promise<string> {
  // Linked pictures (r:link) are on other computers; they are not loaded.
  const original = partOf(all(shape, 'a:blip')[0]?.attribs['r:embed'] ?? '');
  const address = original ? await pictures.add(original) : null;
  const described = all(shape, 'p:cNvPr')[0]?.attribs['descr'] ?? '';
  return address ? `<p><img src="${address}" alt="${escapeUTF8(described)}"></p>` : '';
}

function xml(parts: Package, path: string): Node {
  const part = parts.get(path);
  if (!part) throw new DocumentError('broken');
  return parseDocument(part.toString('utf8'), { xmlMode: true });
}

/** Returns the parts that a part refers to, by the id of the relation; links to other places are left out. */
function relationsOf(parts: Package, path: string): Map<string, string> {
  const rels = parts.get(posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`));
  if (!rels) return new Map();
  const inside = all(parseDocument(rels.toString('utf8'), { xmlMode: true }), 'Relationship').filter(
    ({ attribs }) => attribs['TargetMode'] !== 'External',
  );
  return new Map(
    inside.map(({ attribs: { Id = '', Target = '' } }) => [
      Id,
      Target.startsWith('/') ? Target.slice(1) : posix.join(posix.dirname(path), Target),
    ]),
  );
}

const all = (node: Node | Element, name: string): Element[] => DomUtils.getElementsByTagName(name, node, true);
