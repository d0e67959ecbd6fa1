import { posix } from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';
import { DocumentError } from './conversion.ts';
import type { Package } from './read-package.ts';

export type XmlNode = ReturnType<typeof parseDocument>;
export type XmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Reads a part of an office file. @throws DocumentError when it is missing */
export function xmlPart(parts: Package, path: string): XmlNode {
  const part = parts.get(path);
  if (!part) throw new DocumentError('broken');
  return parseDocument(part.toString('utf8'), { xmlMode: true });
}

/** Returns the parts that a part refers to, by the id of the relation; links to other places are left out. */
export function relationsOf(parts: Package, path: string): Map<string, string> {
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

/** The elements of a name, at any depth, in the order of the document. */
export const all = (node: XmlNode | XmlElement, name: string): XmlElement[] =>
  DomUtils.getElementsByTagName(name, node, true);

/** The first element of a name, at any depth. */
export const first = (node: XmlNode | XmlElement, name: string): XmlElement | undefined =>
  DomUtils.getElementsByTagName(name, node, true, 1)[0];

/** The elements directly inside. */
export const children = (node: XmlElement): XmlElement[] => node.children.filter((child) => 'attribs' in child);

export const textOf = (node: XmlNode | XmlElement | XmlElement[]): string => DomUtils.textContent(node);
