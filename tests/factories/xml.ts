export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
  /** Returns all descendants with a name. */
  all(name: string): XmlElement[];
};

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const TOKEN = /<\?xml[^?]*\?>|<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;

/** Parses well-formed XML of elements, attributes and texts. @throws Error on anything else */
export function parseXml(source: string): XmlElement {
  const decode = (text: string) => {
    if (/&(?!(amp|lt|gt|quot|apos);)/.test(text)) throw new Error(`not an entity: ${text}`);
    return text.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name]!);
  };
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(source))
    throw new Error('contains a forbidden character');
  const root = element('', {});
  const open = [root];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(source);
    if (!match) throw new Error(`not well-formed: ${source.slice(at, at + 60)}`);
    const [, closing, name, attributes, empty, text] = match;
    if (text !== undefined) for (const each of open) each.text += decode(text);
    if (!name) continue;
    if (closing) {
      if (open.pop()!.name !== name) throw new Error(`unexpected closing tag: ${name}`);
      continue;
    }
    const pairs = [...attributes!.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, decode(value!)]);
    const next = element(name, Object.fromEntries(pairs) as Record<string, string>);
    open.at(-1)!.children.push(next);
    if (!empty) open.push(next);
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('not a single complete element');
  return root.children[0]!;
}

function element(name: string, attributes: Record<string, string>): XmlElement {
  return {
    name,
    attributes,
    children: [],
    text: '',
    all(wanted) {
      return this.children.flatMap((child) => [...(child.name === wanted ? [child] : []), ...child.all(wanted)]);
    },
  };
}
