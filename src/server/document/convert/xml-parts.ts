import { posix } from 'node:path';
import { DomHandler, DomUtils, Parser } from 'htmlparser2';
import { DocumentError } from './conversion.ts';
import type { Package } from './read-package.ts';

export type XmlNode = DomHandler['root'];
export type XmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Depth of elements, which office programs do not reach: what searches below each element takes this many times as long at most. */
const MAX_DEPTH = 256;

class LimitedHandler extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    super.onopentag(name, attributes);
    if (this.tagStack.length > MAX_DEPTH) throw new DocumentError('unsafe');
  }
}

function parse(xml: Buffer): XmlNode {
  const handler = new LimitedHandler();
  new Parser(handler, { xmlMode: true }).end(xml.toString('utf8'));
  return handler.root;
}

/** Reads a part of an office file. @throws DocumentError when it is missing, or its elements are nested too deeply */
export function xmlPart(parts: Package, path: string): XmlNode {
  const part = parts.get(path);
  if (!part) throw new DocumentError('broken');
  return parse(part);
}

/** The relations of parts that were read: each picture of a slide asks for those of the slide. */
const known = new WeakMap<Buffer, Map<string, string>>();

/** Returns the parts that a part refers to, by the id of the relation; links to other places are left out. */
export function relationsOf(parts: Package, path: string): Map<string, string> {
  const rels = parts.get(posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`));
  if (!rels) return new Map();
  const found = known.get(rels);
  if (found) return found;
  const inside = all(parse(rels), 'Relationship').filter(({ attribs }) => attribs['TargetMode'] !== 'External');
  const targets = new Map(
    inside.map(({ attribs: { Id = '', Target = '' } }) => [
      Id,
      Target.startsWith('/') ? Target.slice(1) : posix.join(posix.dirname(path), Target),
    ]),
  );
  known.set(rels, targets);
  return targets;
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
