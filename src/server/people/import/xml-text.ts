/* The little of XML that sheets need. Linear in the length of the text, and never fails: a damaged file has damaged cells. */

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/** Spreadsheet programs write control characters so. */
const ESCAPE = /_x([0-9a-f]{4})_/gi;

export const decodeXml = (text: string): string =>
  text
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1')
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (all, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? all;
      const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(ESCAPE, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** The value of an attribute of a start tag, with or without a prefix. */
export function attributeOf(tag: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : decodeXml(value);
}

/** The elements with a local name that are not inside each other: their start tags without brackets, and what they contain. */
export function elementsOf(xml: string, name: string): { tag: string; inner: string }[] {
  const found: { tag: string; inner: string }[] = [];
  const start = new RegExp(`<(\\w{1,10}:)?${name}(?=[\\s/>])`, 'g');
  for (let match = start.exec(xml); match; match = start.exec(xml)) {
    const end = xml.indexOf('>', start.lastIndex);
    if (end < 0) break;
    const tag = xml.slice(start.lastIndex, end);
    start.lastIndex = end + 1;
    if (tag.endsWith('/')) {
      found.push({ tag: tag.slice(0, -1), inner: '' });
      continue;
    }
    const close = xml.indexOf(`</${match[1] ?? ''}${name}>`, end);
    found.push({ tag, inner: xml.slice(end + 1, close < 0 ? undefined : close) });
    if (close < 0) break;
    start.lastIndex = close;
  }
  return found;
}
