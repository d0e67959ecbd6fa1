import { DomUtils } from 'htmlparser2';
import type { OutlineHeading } from '#src/contract/rules/course-tree.ts';
import { DocumentError } from '../convert/conversion.ts';
import { type Package, readPackage } from '../convert/read-package.ts';
import { all, children, first, relationsOf, textOf, xmlPart, type XmlElement } from '../convert/xml-parts.ts';

/** `leftOut`: slides that are no item, by number, with the key of the reason. */
export type Outline = {
  title: string | null;
  headings: OutlineHeading[];
  leftOut: { slide: number; problem: 'importSlideHidden' | 'importSlideUntitled' }[];
};

/** Levels of headings that become chapters and items. */
const MAX_LEVEL = 3;
const MAX_NAME = 200;
const HEADING = /^(?:heading|标题)\s*([1-9])$/i;
const TITLE = /^(?:title|标题)$/i;

const clean = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME);
const child = (node: XmlElement | undefined, name: string) => node && children(node).find((each) => each.name === name);
const valueOf = (node: XmlElement | undefined) => node?.attribs['w:val'];

type Style = { name: string; level: number | null; basedOn: string | undefined };

/** Reads the headings 1 to 3 of a Word document. A single highest heading at its beginning is the title. @throws DocumentError */
export function readDocx(bytes: Buffer): Outline {
  const parts = readPackage(bytes);
  const path = mainPart(parts);
  const root = xmlPart(parts, path);
  // What is there for old programs repeats the other choice; what was deleted is still in the file.
  for (const name of ['mc:Fallback', 'w:del', 'w:moveFrom'])
    for (const other of all(root, name)) DomUtils.removeElement(other);
  const styles = stylesOf(parts, path);
  const headings: OutlineHeading[] = [];
  let title: string | null = null;
  for (const paragraph of all(root, 'w:p')) {
    const settings = child(paragraph, 'w:pPr');
    const style = valueOf(child(settings, 'w:pStyle'));
    const own = valueOf(child(settings, 'w:outlineLvl'));
    const level = own === undefined ? levelOf(styles, style) : Number(own) + 1;
    const isTitle = title === null && headings.length === 0 && TITLE.test(styles.get(style ?? '')?.name ?? '');
    if (!isTitle && (level === null || level > MAX_LEVEL)) continue;
    const name = clean(textIn(paragraph, 'w:'));
    if (name === '') continue;
    if (isTitle) title = name;
    else headings.push({ level: level!, name });
  }
  const [top] = headings;
  const isAlone = top && headings.length > 1 && headings.every((each, n) => n === 0 || each.level > top.level);
  return {
    title: isAlone ? (title ?? top.name) : title,
    headings: isAlone ? headings.slice(1) : headings,
    leftOut: [],
  };
}

/** The part that the others belong to. @throws DocumentError */
function mainPart(parts: Package): string {
  const main = all(xmlPart(parts, '_rels/.rels'), 'Relationship').find(({ attribs }) =>
    attribs['Type']?.endsWith('/officeDocument'),
  );
  const target = main?.attribs['Target']?.replace(/^\.?\//, '');
  if (!target) throw new DocumentError('broken');
  return target;
}

function stylesOf(parts: Package, main: string): Map<string, Style> {
  const path = [...relationsOf(parts, main).values()].find((each) => /(^|\/)styles\d*\.xml$/i.test(each));
  if (!path || !parts.has(path)) return new Map();
  return new Map(
    all(xmlPart(parts, path), 'w:style').map((style) => {
      const level = valueOf(child(child(style, 'w:pPr'), 'w:outlineLvl'));
      return [
        style.attribs['w:styleId'] ?? '',
        {
          name: valueOf(child(style, 'w:name')) ?? '',
          level: level === undefined ? null : Number(level) + 1,
          basedOn: valueOf(child(style, 'w:basedOn')),
        },
      ];
    }),
  );
}

/** Level of the headings of a style, or of the one that it is based on; null: it is none. */
function levelOf(styles: ReadonlyMap<string, Style>, id: string | undefined): number | null {
  // A document without a table of styles has the names that programs give them.
  let style = styles.get(id ?? '') ?? (id ? { name: id, level: null, basedOn: undefined } : undefined);
  for (let steps = 0; style && steps < 20; steps += 1) {
    const named = HEADING.exec(style.name)?.[1];
    if (named) return Number(named);
    if (style.level !== null) return style.level;
    style = styles.get(style.basedOn ?? '');
  }
  return null;
}

/** The text of a paragraph with its line breaks and tabs as spaces, without those of text boxes in it. */
function textIn(node: XmlElement, prefix: 'w:' | 'a:'): string {
  return children(node)
    .map((each) => {
      if (each.name === `${prefix}t`) return textOf(each);
      if (each.name === `${prefix}br` || each.name === `${prefix}tab`) return ' ';
      return each.name === 'w:txbxContent' ? '' : textIn(each, prefix);
    })
    .join('');
}

/**
 * Reads the titles of the slides of a presentation, in its sections if it has some. The title of a title slide at the beginning is that of
 * the course.
 * @throws DocumentError
 */
export function readPptx(bytes: Buffer): Outline {
  const parts = readPackage(bytes);
  const main = mainPart(parts);
  const presentation = xmlPart(parts, main);
  const targets = relationsOf(parts, main);
  const sectionOf = new Map<string, string>();
  for (const section of all(presentation, 'p14:section'))
    for (const slide of all(section, 'p14:sldId'))
      sectionOf.set(slide.attribs['id'] ?? '', clean(section.attribs['name'] ?? ''));
  const outline: Outline = { title: null, headings: [], leftOut: [] };
  let current: string | undefined;
  for (const [n, { attribs }] of all(presentation, 'p:sldId').entries()) {
    const path = targets.get(attribs['r:id'] ?? '');
    if (!path || !parts.has(path)) throw new DocumentError('broken');
    const slide = xmlPart(parts, path);
    const { name, isTitleSlide } = titleOf(slide);
    if (first(slide, 'p:sld')?.attribs['show'] === '0')
      outline.leftOut.push({ slide: n + 1, problem: 'importSlideHidden' });
    else if (name === '') outline.leftOut.push({ slide: n + 1, problem: 'importSlideUntitled' });
    else if (isTitleSlide && n === 0) outline.title = name;
    else {
      const section = sectionOf.get(attribs['id'] ?? '');
      if (section && section !== current) outline.headings.push({ level: 1, name: section });
      // A title that goes on over several slides is one item.
      const isSame = section === current && outline.headings.at(-1)?.name === name;
      if (!isSame) outline.headings.push({ level: 2, name, isItem: true });
      current = section;
    }
  }
  return outline;
}

function titleOf(slide: ReturnType<typeof xmlPart>): { name: string; isTitleSlide: boolean } {
  for (const shape of all(slide, 'p:sp')) {
    const type = first(shape, 'p:ph')?.attribs['type'] ?? '';
    if (type !== 'title' && type !== 'ctrTitle') continue;
    const name = clean(
      all(shape, 'a:p')
        .map((paragraph) => textIn(paragraph, 'a:'))
        .join(' '),
    );
    if (name !== '') return { name, isTitleSlide: type === 'ctrTitle' };
  }
  return { name: '', isTitleSlide: false };
}
