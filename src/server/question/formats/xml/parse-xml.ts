import { SaxesParser } from 'saxes';
import { AppError } from '#src/server/core/app-error.ts';
import { QUESTION_FILE_LIMITS as LIMITS } from '../limits.ts';

/** An element; names and attributes have no prefix. Texts are strings among the children. */
export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
  line: number;
};

const local = (name: string) => name.replace(/^.*:/, '');

/**
 * Parses XML, without entities other than those of XML itself.
 * @throws AppError (422) when it is not well-formed, declares entities of its own, or is too large or deep
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ position: true });
  const root: XmlElement = { name: '', attributes: {}, children: [], line: 1 };
  const open = [root];
  let count = 0;
  let line = 1;
  // Nothing may be before the declaration; the lines count.
  const above = /^\ufeff?\s*(?=<\?xml)|^\ufeff?/.exec(text)![0];
  const lineNow = () => parser.line + (above.match(/\r\n|\r|\n/g)?.length ?? 0);
  parser.on('doctype', (declaration) => {
    // One that only names its document type, as QTI 1.2 does: nothing is loaded, and it declares nothing.
    if (!declaration.includes('[')) return;
    throw new AppError(422, 'questionFileDoctype');
  });
  parser.on('error', () => {
    throw new AppError(422, 'questionFileNotWellFormed', { params: { line: lineNow() } });
  });
  parser.on('opentagstart', () => {
    line = lineNow();
  });
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (open.length > LIMITS.depth * 2 || count > LIMITS.elements) throw new AppError(413, 'questionFileTooLarge');
    const own = Object.entries(attributes).map(([key, value]) => [local(key), value] as const);
    const element = { name: local(name), attributes: Object.fromEntries(own), children: [], line };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const take = (part: string) => {
    if (open.length > 1) open.at(-1)!.children.push(part);
  };
  parser.on('text', take);
  parser.on('cdata', take);
  // The declaration names the encoding in which the text has been decoded already.
  parser.write(text.slice(above.length)).close();
  return root.children.find((child) => typeof child !== 'string')!;
}

/** Child elements, of one name or all. */
export const elementsOf = (element: XmlElement, name?: string): XmlElement[] =>
  element.children.filter(
    (child) => typeof child !== 'string' && (name === undefined || child.name === name),
  ) as XmlElement[];

/** The first child element with a name. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element && elementsOf(element, name)[0];

/** All descendants with one of the names, in document order; does not look inside those found. */
export function findAll(element: XmlElement, names: ReadonlySet<string>): XmlElement[] {
  return elementsOf(element).flatMap((child) => (names.has(child.name) ? [child] : findAll(child, names)));
}

/** The text of an element and all it contains. */
export const textOf = (element: XmlElement | undefined): string =>
  element === undefined
    ? ''
    : element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
