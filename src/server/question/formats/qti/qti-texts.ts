import type { Conversion } from '../convert.ts';
import type { Language } from '../draft.ts';
import { htmlToMarkdown } from '../html-to-markdown.ts';
import { joinLanguages } from '../languages.ts';
import { replaceMedia } from '../pictures.ts';
import { BLANK } from '../text.ts';
import { elementsOf, parseXml, textOf, type XmlElement } from '../xml/parse-xml.ts';
import { htmlOf } from './qti-tree.ts';
import { markdownXhtml } from './markdown-xhtml.ts';

/** Folder of the pictures and sound of a package. */
export const MEDIA_FOLDER = 'media/';
/** Class of the elements in which `writeQti` has a text of one language, with its Markdown. */
export const SOURCE_CLASS = 'markdown-source';

/** Class of the list of marking criteria that `writeQti` writes. */
export const CRITERIA_CLASS = 'criteria';

/** What stands for the elements of QTI in a text. `told` collects feedback within it. */
export type TextParts = { told: string[]; interactions: (element: XmlElement) => string | undefined };

/** Converts content to Markdown; texts that `writeQti` has written, and nobody changed, are taken as they were. */
export function qtiMarkdown(
  children: XmlElement['children'],
  to: Conversion,
  { told, interactions }: TextParts,
): string {
  const own = ownTexts(children, to);
  if (own !== undefined) return own;
  const replace = (element: XmlElement): string | undefined => {
    if (element.name === 'feedbackInline' || element.name === 'feedbackBlock') {
      const text = htmlToMarkdown(htmlOf(element.children, replace), to);
      if (text !== '') told.push(text);
      return '';
    }
    if (element.name === 'rubricBlock' && !/candidate/.test(element.attributes['view'] ?? 'candidate')) {
      to.report.changed(to.place, 'instructions');
      return '';
    }
    if (element.name === 'printedVariable' || element.name === 'templateInline' || element.name === 'templateBlock') {
      to.report.changed(to.place, 'elementDropped', { element: 'printedVariable' });
      return '';
    }
    return interactions(element);
  };
  return htmlToMarkdown(htmlOf(children, replace), to);
}

/** `cleanHtml` keeps the marks of blanks. */
export const BLANK_HTML = BLANK;
export const choicesHtml = (choices: string[]): string => ` ( ${choices.join(' / ')} )`;

function ownTexts(children: XmlElement['children'], to: Conversion): string | undefined {
  const own = children.filter((child) => typeof child !== 'string' && isOwn(child)) as XmlElement[];
  if (own.length === 0) return undefined;
  const texts = own.map((element) => {
    const source = element.attributes['data-markdown'] ?? '';
    return [
      element.attributes['lang'] as Language,
      isUnchanged(element, source) ? withFiles(source, to) : edited(element, to),
    ] as const;
  });
  return joinLanguages(Object.fromEntries(texts), null);
}

/** Markdown that `writeQti` wrote, with the names under which files are kept. */
export const withFiles = (source: string, to: Conversion) =>
  replaceMedia(source, (address) => to.findFile(`../${MEDIA_FOLDER}${address}`, to));
const edited = (element: XmlElement, to: Conversion) =>
  htmlToMarkdown(
    htmlOf(element.children, ({ name }) => (name === 'textEntryInteraction' ? BLANK_HTML : undefined)),
    to,
  );

const isOwn = ({ attributes }: XmlElement) =>
  attributes['class'] === SOURCE_CLASS && /^(?:zh|en)$/.test(attributes['lang'] ?? '') && 'data-markdown' in attributes;

/** Somebody may have edited the text in another program, which knows nothing of the Markdown. */
function isUnchanged(element: XmlElement, source: string): boolean {
  const plain = (text: string) => text.replace(/[\s_]+/g, '');
  return plain(textOf(element)) === plain(textOf(parseXml(`<x>${markdownXhtml(source, () => '')}</x>`)));
}

/** Returns the elements of interactions within a body, those of unknown names as well, without looking inside those found. */
export const interactionsOf = (element: XmlElement): XmlElement[] =>
  elementsOf(element).flatMap((child) => (isInteraction(child) ? [child] : interactionsOf(child)));
const isInteraction = ({ name, attributes }: XmlElement) =>
  /Interaction$/.test(name) || attributes['responseIdentifier'] !== undefined;
